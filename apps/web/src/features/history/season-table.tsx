import { EmptyState } from '../../ui/empty-state.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import { formatFullRecord } from '../../ui/format/record.ts'
import { Notice } from '../../ui/notice.tsx'
import table from '../../ui/table.module.css'
import { hasBegun } from './has-begun.ts'
import { OwnerButton } from './owner-button.tsx'
import { DEPTH_LABELS, SOURCE_LABELS } from './season-labels.ts'
import styles from './season-table.module.css'
import type { Season } from './use-history.ts'

type Props = {
  /** undefined if the season is no longer stored. */
  season: Season | undefined
}

/** Final or current standings of a season. */
export function SeasonTable({ season }: Props) {
  if (season === undefined) return <EmptyState>This season isn't available.</EmptyState>
  const { standings, records_excluded: excluded, source, depth } = season
  const isStarted = hasBegun(season)
  return (
    <div className={styles['season']}>
      {excluded === null ? null : <Notice tone="warn">Excluded from records: {excluded.reason}</Notice>}
      <div className={styles['scroll']}>
        <table className={table['table']}>
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
              <th scope="col" className={table['number']}>
                PA
              </th>
            </tr>
          </thead>
          <tbody>
            {standings.map((team) => (
              <tr key={team.team_id}>
                <td className={table['rank']}>{isStarted ? team.rank : '—'}</td>
                <th scope="row">
                  <span className={styles['team']}>{team.name}</span>
                  <OwnerButton owner={team.owner} />
                </th>
                <td className={table['number']}>{formatFullRecord(team)}</td>
                <td className={table['number']}>{formatPoints(team.pf)}</td>
                <td className={table['number']}>{formatPoints(team.pa)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles['source']}>
        {SOURCE_LABELS[source]} · {DEPTH_LABELS[depth]}
      </p>
    </div>
  )
}
