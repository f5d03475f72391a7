import { useLocation } from '../../../router/router.ts'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatFullRecord } from '../../../ui/format/record.ts'
import { Explanation } from '../../../ui/overlays/explanation.tsx'
import { formatDecimal, formatSigned, toneOf } from '../format.ts'
import type { TeamOf } from '../insight-view.tsx'
import { type TeamColumn, TeamTable } from '../team-table.tsx'
import type { TeamLuck } from '../use-insights.ts'
import { explainLuck } from './explain-luck.ts'
import { LuckWeeks } from './luck-weeks.tsx'

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
