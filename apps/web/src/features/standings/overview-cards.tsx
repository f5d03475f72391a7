import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups, hasWeeklyPoints, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import type { Standing } from '../../api/league-queries.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Stat } from '../../ui/display/stat.tsx'
import table from '../../ui/display/table.module.css'
import { TableHead } from '../../ui/display/table-head.tsx'
import { TeamCell } from '../../ui/display/team-cell.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import { formatFullRecord } from '../../ui/format/record.ts'
import styles from './overview-cards.module.css'
import { byRank } from './standings-order.ts'
import { Streak, WeeklyPoints } from './team-form.tsx'
import type { MySummary } from './use-standings.ts'

/** How many of the top teams are shown. */
const MAX_SHOWN = 5

type MyTeamProps = {
  summary: MySummary
  /** The team's row of the standings, as soon as they are loaded. */
  standing?: Standing | undefined
}

/** The content of the 'My Team' card. */
export function MyTeamCard({ summary: { assigned, team, scoring_format: format }, standing }: MyTeamProps) {
  if (!assigned || team === null) {
    return <EmptyState hint="Ask a league admin to assign your team.">No team assigned yet.</EmptyState>
  }
  return (
    <div className={styles.card}>
      <div className={styles.team}>
        <Avatar name={team.name} src={team.logo} size="l" color={team.color} />
        <p className={styles.name}>{team.name}</p>
      </div>
      <dl className={styles.facts}>
        <Stat label="Rank" value={team.rank === null ? '—' : formatOrdinal(team.rank)} />
        {hasMatchups(format) ? <Stat label="Record" value={formatRecord(team.record)} /> : null}
        {format === 'categories' ? null : (
          <Stat label={hasMatchups(format) ? 'Points for' : 'Points'} value={formatPoints(team.points_for)} />
        )}
        {hasMatchups(format) && standing !== undefined ? (
          <Stat label="Streak" value={<Streak team={standing} />} />
        ) : null}
        {hasWeeklyPoints(format) && standing !== undefined ? (
          <Stat label="By week" value={<WeeklyPoints team={standing} />} />
        ) : null}
      </dl>
    </div>
  )
}

type TopTeamsProps = { standings: readonly Standing[]; format: ScoringFormat }

/** The content of the 'Top teams' card: the top five teams by rank. */
export function TopTeamsCard({ standings, format }: TopTeamsProps) {
  const top = standings.toSorted(byRank).slice(0, MAX_SHOWN)
  if (top.length === 0)
    return <EmptyState hint="A league admin can do this in Admin Tools.">Run a refresh.</EmptyState>
  const scores = [
    ...(hasMatchups(format) ? ['W-L-T'] : []),
    ...(format === 'categories' ? [] : [hasMatchups(format) ? 'PF' : 'Points']),
  ]
  return (
    <table className={table.table} data-dense>
      <TableHead columns={['#', 'Team', ...scores]} numbers={['#', ...scores]} />
      <tbody>
        {top.map((team) => (
          <tr key={team.team_id} data-mine={team.is_mine || undefined}>
            <td className={table.rank}>{team.rank ?? '—'}</td>
            <th scope="row">
              <TeamCell team={team} />
            </th>
            {hasMatchups(format) ? <td className={table.number}>{formatFullRecord(team)}</td> : null}
            {format === 'categories' ? null : (
              <td className={table.number}>{formatPoints(team.points_for)}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
