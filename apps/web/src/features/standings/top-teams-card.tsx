import { byRank } from '@fieldhouse/domain/seasons/standings'
import table from '../../ui/display/table.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import { formatFullRecord } from '../../ui/format/record.ts'
import { TeamCell } from './team-cell.tsx'
import type { Standing } from './use-standings.ts'

const MAX_SHOWN = 5

type Props = { standings: readonly Standing[] }

/** The content of the 'Top teams' card: the top five teams by rank. */
export function TopTeamsCard({ standings }: Props) {
  const top = standings.toSorted(byRank).slice(0, MAX_SHOWN)
  if (top.length === 0)
    return <EmptyState hint="A league admin can do this in Admin Tools.">Run a refresh.</EmptyState>
  return (
    <table className={table['table']} data-dense>
      <thead>
        <tr>
          <th scope="col" className={table['number']}>
            #
          </th>
          <th scope="col">Team</th>
          <th scope="col" className={table['number']}>
            W-L-T
          </th>
          <th scope="col" className={table['number']}>
            PF
          </th>
        </tr>
      </thead>
      <tbody>
        {top.map((team) => (
          <tr key={team.team_id} data-mine={team.is_mine || undefined}>
            <td className={table['rank']}>{team.rank ?? '—'}</td>
            <th scope="row">
              <TeamCell name={team.name} logo={team.logo} />
            </th>
            <td className={table['number']}>{formatFullRecord(team)}</td>
            <td className={table['number']}>{formatPoints(team.points_for)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
