import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { useFaces } from '../../../api/league-queries.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import table from '../../../ui/display/table.module.css'
import { TableHead } from '../../../ui/display/table-head.tsx'
import ui from '../../../ui/ui.module.css'
import { formatAmericanOdds } from '../format.ts'
import type { Ledger } from '../use-bets.ts'
import styles from './season-ledger.module.css'

type Props = { league: string; members: Ledger['members'] }

/** How each member's picks of the season did. */
export function Leaderboard({ league, members }: Props) {
  const faceOf = useFaces(league)
  if (members.length === 0) return null
  return (
    <div>
      <h3 className={styles.title}>Leaderboard</h3>
      <div className={styles.scroll}>
        <table className={table.table} data-dense aria-label="Leaderboard">
          <TableHead
            columns={['Member', 'Hits', 'Hit rate', 'Streak', 'Avg odds', 'Best hit']}
            numbers={['Hits', 'Hit rate', 'Streak', 'Avg odds']}
          />
          <tbody>
            {members.map((member) => (
              <tr key={member.owner}>
                <th scope="row">
                  <span className={styles.person}>
                    <Avatar name={member.owner} size="xs" {...faceOf(member.owner)} />
                    <span className={ui.breakable}>{member.owner}</span>
                  </span>
                </th>
                <td className={table.number}>{formatHits(member)}</td>
                <td className={table.number}>
                  {member.hit_rate === null ? '—' : `${Math.round(member.hit_rate * 100)}%`}
                </td>
                <td className={table.number}>{formatStreak(member.streak)}</td>
                <td className={table.number}>{member.average_odds?.toFixed(2) ?? '—'}</td>
                <td className={ui.breakable}>
                  {member.best_hit === null
                    ? '—'
                    : `${formatAmericanOdds(member.best_hit.odds)} in W${member.best_hit.week}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={ui.note}>Hits: won-lost, then push and void. Average odds are decimal.</p>
    </div>
  )
}

type Member = Ledger['members'][number]

function formatHits({ won, lost, other }: Member): string {
  return formatRecord({ wins: won, losses: lost, ties: other })
}

function formatStreak(streak: Member['streak']): string {
  return streak === null ? '—' : `${streak.result === 'won' ? 'W' : 'L'}${streak.length}`
}
