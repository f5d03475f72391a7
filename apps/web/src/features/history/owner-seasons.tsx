import { EmptyState } from '../../ui/empty-state.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import { formatFullRecord } from '../../ui/format/record.ts'
import table from '../../ui/table.module.css'
import { hasBegun } from './has-begun.ts'
import { useHistoryContext } from './history-context.ts'
import styles from './owner-seasons.module.css'
import type { OwnerHistory } from './use-history.ts'

type Props = { seasons: OwnerHistory['seasons'] }

/** An owner's seasons, newest first. A year opens the season's standings. */
export function OwnerSeasons({ seasons }: Props) {
  const { openOverlay } = useHistoryContext()
  if (seasons.length === 0) return <EmptyState>No seasons yet.</EmptyState>
  return (
    <div className={styles['scroll']}>
      <table className={table['table']} data-dense>
        <thead>
          <tr>
            <th scope="col">Season</th>
            <th scope="col">Team</th>
            <th scope="col" className={table['number']}>
              Rank
            </th>
            <th scope="col" className={table['number']}>
              W-L-T
            </th>
            <th scope="col" className={table['number']}>
              PF
            </th>
            <th scope="col" className={table['number']}>
              League avg
            </th>
          </tr>
        </thead>
        <tbody>
          {seasons.toReversed().map((season) => (
            <tr key={`${season.season} ${season.team_id}`}>
              <th scope="row">
                <button
                  type="button"
                  className={styles['year']}
                  onClick={() => openOverlay({ kind: 'season', season: season.season })}
                >
                  {season.season}
                </button>
                {season.is_finished ? null : <span className={styles['status']}>In progress</span>}
              </th>
              <td className={styles['team']}>{season.name}</td>
              <td
                className={table['number']}
                data-title={(season.is_finished && season.rank === 1) || undefined}
              >
                {formatRank(season)}
              </td>
              <td className={table['number']}>{formatFullRecord(season)}</td>
              <td className={table['number']}>{formatPoints(season.pf)}</td>
              <td className={table['number']}>{formatPoints(season.mean_pf)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Ranks are meaningless before the first game. */
function formatRank(season: OwnerHistory['seasons'][number]) {
  const hasRank = hasBegun({ is_finished: season.is_finished, standings: [season] })
  return hasRank ? `${season.rank} of ${season.teams}` : '—'
}
