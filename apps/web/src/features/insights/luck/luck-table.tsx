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

const LUCK = ['Luck']
const RECORD = ['Record']
const SPREAD = ['Spread']
const SCHEDULE = ['Schedule']
const SCORES = ['Scores']

const COLUMNS: readonly Column<TeamLuck>[] = [
  {
    id: 'luck',
    label: 'Luck',
    name: 'Wins − expected wins',
    sort: 'descending',
    value: ({ luck }) => luck,
    cell: ({ luck }) => formatSigned(luck, 2),
    isStrong: true,
    tone: ({ luck }) => toneOf(luck, 2),
    views: LUCK,
  },
  {
    id: 'expected',
    label: 'xW',
    name: 'Expected wins',
    sort: 'descending',
    value: (row) => row.expected_wins,
    cell: (row) => formatDecimal(row.expected_wins, 2),
    views: LUCK,
  },
  {
    id: 'all_play',
    label: 'All-play',
    name: 'Record against every team every week',
    sort: 'descending',
    value: (row) => row.all_play_rate,
    cell: (row) => formatFullRecord(row.all_play),
    views: RECORD,
  },
  {
    id: 'wins',
    label: 'Wins',
    name: 'Wins, a tie as half a win',
    sort: 'descending',
    value: winsOf,
    views: RECORD,
  },
  {
    id: 'played',
    label: 'SOS',
    name: 'Strength of the schedule so far',
    sort: 'ascending',
    value: ({ schedule }) => schedule.played,
    cell: ({ schedule }) => formatSigned(schedule.played, 1),
    views: SCHEDULE,
  },
  {
    id: 'remaining',
    label: 'SOS left',
    name: 'Strength of the schedule to come',
    sort: 'ascending',
    value: ({ schedule }) => schedule.remaining,
    cell: ({ schedule }) => formatSigned(schedule.remaining, 1),
    views: SCHEDULE,
  },
  {
    id: 'unusualness',
    label: 'Unusual',
    name: 'Luck in standard deviations',
    sort: 'descending',
    value: (row) => row.unusualness,
    cell: (row) => formatSigned(row.unusualness, 1),
    views: SPREAD,
  },
  {
    id: 'volatility',
    label: 'Volatility',
    name: 'How much the score moves from week to week',
    sort: 'ascending',
    value: ({ scores }) => scores.volatility,
    cell: ({ scores }) => formatDecimal(scores.volatility, 1),
    views: SPREAD,
  },
  scoreColumn('floor', 'Floor', '10th percentile of the scores'),
  scoreColumn('median', 'Median', 'Median score'),
  scoreColumn('ceiling', 'Ceiling', '90th percentile of the scores'),
]

type LuckWeeksProps = { weeks: TeamLuck['weeks']; teamOf: TeamOf }

function scoreColumn(id: 'floor' | 'median' | 'ceiling', label: string, name: string): Column<TeamLuck> {
  return {
    id,
    label,
    name,
    sort: 'descending',
    value: ({ scores }) => scores[id],
    cell: ({ scores }) => formatPoints(scores[id]),
    views: SCORES,
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
