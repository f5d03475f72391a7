import table from '../../../ui/display/table.module.css'
import { TableHead } from '../../../ui/display/table-head.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatFullRecord } from '../../../ui/format/record.ts'
import ui from '../../../ui/ui.module.css'
import { OwnerButton } from '../owners/owner-button.tsx'
import { DEPTH_LABELS, hasBegun, SOURCE_LABELS } from '../season-status.ts'
import type { Season } from '../use-history.ts'
import styles from './season-table.module.css'

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
    <div className={ui.stack12}>
      {excluded === null ? null : <Notice tone="warn">Excluded from records: {excluded.reason}</Notice>}
      <div className={styles.scroll}>
        <table className={table.table}>
          <TableHead columns={['#', 'Team', 'W-L-T', 'PF', 'PA']} numbers={['#', 'W-L-T', 'PF', 'PA']} />
          <tbody>
            {standings.map((team) => (
              <tr key={team.team_id}>
                <td className={table.rank}>{isStarted ? team.rank : '—'}</td>
                <th scope="row">
                  <span className={styles.team}>{team.name}</span>
                  <OwnerButton owner={team.owner} />
                </th>
                <td className={table.number}>{formatFullRecord(team)}</td>
                <td className={table.number}>{formatPoints(team.pf)}</td>
                <td className={table.number}>{formatPoints(team.pa)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={ui.note}>
        {SOURCE_LABELS[source]} · {DEPTH_LABELS[depth]}
      </p>
    </div>
  )
}
