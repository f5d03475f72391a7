import { useLocation } from '../../../router/router.ts'
import table from '../../../ui/display/table.module.css'
import { TableHead } from '../../../ui/display/table-head.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatFullRecord, formatWinPercentage } from '../../../ui/format/record.ts'
import { Explanation } from '../../../ui/overlays/explanation.tsx'
import ui from '../../../ui/ui.module.css'
import { formatDecimal, formatSigned, toneOf } from '../format.ts'
import type { TeamOf } from '../insight-view.tsx'
import { type TeamColumn, TeamTable } from '../team-table.tsx'
import type { TeamLuck } from '../use-insights.ts'
import { explainLuck } from './explain-luck.ts'
import styles from './luck-weeks.module.css'

const COLUMNS: readonly TeamColumn<TeamLuck>[] = [
  {
    id: 'all_play',
    label: 'All-play',
    name: 'Record against every team every week',
    figureOf: (row) => row.all_play_rate,
    format: (row) => formatFullRecord(row.all_play),
  },
  {
    id: 'expected',
    label: 'xW',
    name: 'Expected wins',
    figureOf: (row) => row.expected_wins,
    format: (row) => formatDecimal(row.expected_wins, 2),
  },
  { id: 'wins', label: 'Wins', name: 'Wins, a tie as half a win', figureOf: winsOf, format: winsOf },
  {
    id: 'luck',
    label: 'Luck',
    name: 'Wins − expected wins',
    figureOf: ({ luck }) => luck,
    format: ({ luck }) => formatSigned(luck, 2),
    isMain: true,
    tone: ({ luck }) => toneOf(luck, 2),
  },
  {
    id: 'unusualness',
    label: 'Unusual',
    name: 'Luck in standard deviations',
    figureOf: (row) => row.unusualness,
    format: (row) => formatSigned(row.unusualness, 1),
  },
  {
    id: 'played',
    label: 'SOS',
    name: 'Strength of the schedule so far',
    figureOf: ({ schedule }) => schedule.played,
    format: ({ schedule }) => formatSigned(schedule.played, 1),
    isAscending: true,
  },
  {
    id: 'remaining',
    label: 'SOS left',
    name: 'Strength of the schedule to come',
    figureOf: ({ schedule }) => schedule.remaining,
    format: ({ schedule }) => formatSigned(schedule.remaining, 1),
    isAscending: true,
  },
  {
    id: 'volatility',
    label: 'Volatility',
    name: 'How much the score moves from week to week',
    figureOf: ({ scores }) => scores.volatility,
    format: ({ scores }) => formatDecimal(scores.volatility, 1),
    isAscending: true,
  },
  scoreColumn('floor', 'Floor', '10th percentile of the scores'),
  scoreColumn('median', 'Median', 'Median score'),
  scoreColumn('ceiling', 'Ceiling', '90th percentile of the scores'),
]

type LuckWeeksProps = { weeks: TeamLuck['weeks']; teamOf: TeamOf }

function scoreColumn(id: 'floor' | 'median' | 'ceiling', label: string, name: string): TeamColumn<TeamLuck> {
  return {
    id,
    label,
    name,
    figureOf: ({ scores }) => scores[id],
    format: ({ scores }) => formatPoints(scores[id]),
  }
}

function winsOf({ record }: TeamLuck): number {
  return record.wins + record.ties / 2
}

type Props = { teams: readonly TeamLuck[]; teamOf: TeamOf }

/** Everything about the luck and the scores of the teams. */
export function LuckTable({ teams, teamOf }: Props) {
  const { season } = useLocation()
  return (
    <TeamTable
      label="Luck of each team"
      caption="Luck, schedule strength and consistency"
      columns={COLUMNS}
      sortedBy="luck"
      rows={teams}
      teamOf={teamOf}
      season={season}
    >
      {(row) => (
        <Explanation title={teamOf(row.team_id).name} figures={explainLuck(row)}>
          <LuckWeeks weeks={row.weeks} teamOf={teamOf} />
        </Explanation>
      )}
    </TeamTable>
  )
}

/** The luck of a team week by week. */
function LuckWeeks({ weeks, teamOf }: LuckWeeksProps) {
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
