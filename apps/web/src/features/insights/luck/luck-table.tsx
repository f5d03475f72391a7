import { useLocation } from '../../../router/router.ts'
import { type Column, DataTable } from '../../../ui/display/data-table.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatFullRecord, formatWinPercentage } from '../../../ui/format/record.ts'
import { Explanation } from '../../../ui/overlays/explanation.tsx'
import { formatDecimal, formatSigned, toneOf } from '../format.ts'
import type { TeamOf } from '../insight-view.tsx'
import { TeamTable } from '../team-table.tsx'
import type { TeamLuck } from '../use-insights.ts'
import { explainLuck } from './explain-luck.ts'

type Value = number | null

/** A figure of a team, with as many digits as it needs. */
function figure(
  view: string,
  label: string,
  name: string,
  value: (row: TeamLuck) => Value,
  format: (value: Value, row: TeamLuck) => string,
  sort: 'ascending' | 'descending' = 'descending',
): Column<TeamLuck> {
  return { id: label, label, name, sort, value, cell: (row) => format(value(row), row), views: [view] }
}

const signed = (value: Value) => formatSigned(value, 1)
const decimal = (value: Value) => formatDecimal(value, 1)

const COLUMNS: readonly Column<TeamLuck>[] = [
  {
    ...figure(
      'Luck',
      'Luck',
      'Wins − expected wins',
      ({ luck }) => luck,
      (value) => formatSigned(value, 2),
    ),
    isStrong: true,
    tone: ({ luck }) => toneOf(luck, 2),
  },
  figure(
    'Luck',
    'xW',
    'Expected wins',
    (row) => row.expected_wins,
    (value) => formatDecimal(value, 2),
  ),
  figure(
    'Record',
    'All-play',
    'Record against every team every week',
    (row) => row.all_play_rate,
    (_, row) => formatFullRecord(row.all_play),
  ),
  figure('Record', 'Wins', 'Wins, a tie as half a win', winsOf, String),
  figure(
    'Schedule',
    'SOS',
    'Strength of the schedule so far',
    ({ schedule }) => schedule.played,
    signed,
    'ascending',
  ),
  figure(
    'Schedule',
    'SOS left',
    'Strength of the schedule to come',
    ({ schedule }) => schedule.remaining,
    signed,
    'ascending',
  ),
  figure('Spread', 'Unusual', 'Luck in standard deviations', (row) => row.unusualness, signed),
  figure(
    'Spread',
    'Volatility',
    'How much the score moves from week to week',
    ({ scores }) => scores.volatility,
    decimal,
    'ascending',
  ),
  figure('Scores', 'Floor', '10th percentile of the scores', ({ scores }) => scores.floor, formatPoints),
  figure('Scores', 'Median', 'Median score', ({ scores }) => scores.median, formatPoints),
  figure('Scores', 'Ceiling', '90th percentile of the scores', ({ scores }) => scores.ceiling, formatPoints),
]

type LuckWeeksProps = { weeks: TeamLuck['weeks']; teamOf: TeamOf }

/** A tie is half a win. */
export function winsOf({ record }: TeamLuck): number {
  return record.wins + record.ties / 2
}

type Props = { teams: readonly TeamLuck[]; teamOf: TeamOf }

/** Everything about the luck and the scores of the teams. */
export function LuckTable({ teams, teamOf }: Props) {
  const { season } = useLocation()
  return (
    <TeamTable
      caption="Luck, schedule strength and consistency"
      columns={COLUMNS}
      sortedBy="Luck"
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
    <DataTable
      caption="Week by week"
      isCaptionShown
      columns={[
        { id: 'week', label: 'Week', cell: ({ week }) => week },
        { id: 'score', label: 'Score', cell: ({ points }) => formatPoints(points) },
        {
          id: 'opponent',
          label: 'Opponent',
          kind: 'text',
          cell: ({ opponent_id: opponent, opponent_points: points, result }) =>
            `${RESULTS[String(result)]} ${formatPoints(points)} · ${teamOf(opponent).name}`,
        },
        { id: 'beat', label: 'Beat', cell: ({ rate }) => formatWinPercentage(rate) },
        {
          id: 'luck',
          label: 'Luck',
          cell: ({ luck }) => formatSigned(luck, 2),
          tone: ({ luck }) => toneOf(luck, 2),
        },
      ]}
      rows={weeks}
      keyOf={({ week }) => week}
      head="week"
      isPlain
      isDense
    />
  )
}

const RESULTS: Record<string, string> = { '1': 'W', '0.5': 'T', '0': 'L' }
