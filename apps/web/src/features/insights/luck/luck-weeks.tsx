import table from '../../../ui/display/table.module.css'
import { TableHead } from '../../../ui/display/table-head.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatWinPercentage } from '../../../ui/format/record.ts'
import ui from '../../../ui/ui.module.css'
import { formatSigned, toneOf } from '../format.ts'
import type { TeamOf } from '../insight-view.tsx'
import type { TeamLuck } from '../use-insights.ts'
import styles from './luck-weeks.module.css'

type Props = { weeks: TeamLuck['weeks']; teamOf: TeamOf }

/** The luck of a team week by week. */
export function LuckWeeks({ weeks, teamOf }: Props) {
  return (
    <table className={`${table.table} ${styles.weeks}`} data-dense data-flush>
      <caption className={styles.caption}>Week by week</caption>
      <TableHead
        columns={['Week', 'Score', 'Opponent', 'Beat', 'Luck']}
        numbers={['Score', 'Beat', 'Luck']}
      />
      <tbody>
        {weeks.map(({ week, points, opponent_id: opponent, opponent_points, result, rate, luck }) => (
          <tr key={week}>
            <th scope="row">{week}</th>
            <td className={table.number}>{formatPoints(points)}</td>
            <td>
              {RESULTS[String(result)]} {formatPoints(opponent_points)} · {teamOf(opponent).name}
            </td>
            <td className={table.number}>{formatWinPercentage(rate)}</td>
            <td className={`${table.number} ${ui.toned}`} data-tone={toneOf(luck, 2)}>
              {formatSigned(luck, 2)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const RESULTS: Record<string, string> = { '1': 'W', '0.5': 'T', '0': 'L' }
