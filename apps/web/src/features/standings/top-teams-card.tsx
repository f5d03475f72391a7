import { byRank } from '@fieldhouse/domain/standings'
import { Empty } from '../../ui/empty.tsx'
import { points } from '../../ui/format/points.ts'
import { fullRecord } from '../../ui/format/record.ts'
import table from '../../ui/table.module.css'
import { TeamCell } from './team-cell.tsx'
import type { Standing } from './use-standings.ts'

const SHOWN = 5

type Props = { standings: readonly Standing[] }

/** What stands in the card 'Top teams': the best five by rank. */
export function TopTeamsCard({ standings }: Props) {
  const top = standings.toSorted(byRank).slice(0, SHOWN)
  if (top.length === 0) return <Empty hint="An admin does that in Admin Tools.">Run a refresh.</Empty>
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
            <td className={table['number']}>{fullRecord(team)}</td>
            <td className={table['number']}>{points(team.points_for)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
