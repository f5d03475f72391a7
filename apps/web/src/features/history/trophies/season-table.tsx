import { describeFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { ImportedMark } from '../../../ui/display/imported-mark.tsx'
import table from '../../../ui/display/table.module.css'
import { TableHead } from '../../../ui/display/table-head.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatFullRecord } from '../../../ui/format/record.ts'
import ui from '../../../ui/ui.module.css'
import { OwnerButton } from '../owners/owner-button.tsx'
import { DEPTH_LABELS, describeSource, hasBegun } from '../season-status.ts'
import type { Season, SeasonStanding } from '../use-history.ts'
import styles from './season-table.module.css'

type Props = {
  /** undefined if the season is no longer stored. */
  season: Season | undefined
}

type ScoreColumn = 'W-L-T' | 'PF' | 'PA' | 'Points'

const SCORE_COLUMNS: Record<Season['scoring_format'], readonly ScoreColumn[]> = {
  points: ['W-L-T', 'PF', 'PA'],
  categories: ['W-L-T'],
  total_points: ['Points'],
  roto: ['Points'],
  elimination: ['Points'],
  unknown: ['W-L-T', 'PF', 'PA'],
}

function formatScore(column: ScoreColumn, team: SeasonStanding): string {
  switch (column) {
    case 'W-L-T':
      return formatFullRecord(team)
    case 'PA':
      return formatPoints(team.pa)
    case 'PF':
    case 'Points':
      return formatPoints(team.pf)
  }
}

/** Final or current standings of a season. */
export function SeasonTable({ season }: Props) {
  if (season === undefined) return <EmptyState>This season isn't available.</EmptyState>
  const { standings, records_excluded: excluded, imported, depth, scoring_format: format } = season
  const note = describeFormat(format)
  const scores = SCORE_COLUMNS[format]
  const isStarted = hasBegun(season)
  return (
    <div className={ui.stack12}>
      {excluded === null ? null : <Notice tone="warn">Excluded from records: {excluded.reason}</Notice>}
      <div className={styles.scroll}>
        <table className={table.table}>
          <TableHead columns={['#', 'Team', ...scores]} numbers={['#', ...scores]} />
          <tbody>
            {standings.map((team) => (
              <tr key={team.team_id}>
                <td className={table.rank}>{isStarted ? team.rank : '—'}</td>
                <th scope="row">
                  <span className={styles.team}>{team.name}</span>
                  <OwnerButton owner={team.owner} />
                </th>
                {scores.map((column) => (
                  <td key={column} className={table.number}>
                    {formatScore(column, team)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note === null ? null : <p className={ui.note}>{note}</p>}
      <p className={ui.note}>
        {describeSource(season)} · {DEPTH_LABELS[depth]}
        <ImportedMark imported={imported} />
      </p>
    </div>
  )
}
