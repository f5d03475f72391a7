import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from '../../../router/router.ts'
import type { Column } from '../../../ui/display/data-table.tsx'
import { Loaded } from '../../../ui/feedback/feedback.tsx'
import { formatCount, formatPoints } from '../../../ui/format/format.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { type ExplainedFigure, Explanation } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import { type TeamOf, TeamTable } from '../insight-view.tsx'
import { type Lineups, lineupsQuery, type TeamLineups } from '../use-insights.ts'

type Figure = Exclude<keyof TeamLineups['season'], 'weeks'>

const COLUMNS: readonly Column<TeamLineups>[] = [
  {
    ...figureColumn('efficiency', 'Efficiency', 'Points scored ÷ points of the best lineups'),
    cell: ({ season }) => formatEfficiency(season.efficiency),
    isStrong: true,
    views: ['Points'],
  },
  figureColumn('would_have_won', 'Would have won', 'Lost games that the best lineup would have won'),
  {
    ...figureColumn('left_on_bench', 'On bench', 'Points left on the bench'),
    cell: ({ season }) => formatPoints(season.left_on_bench),
    sort: 'ascending',
    views: ['Bench'],
  },
  { ...figureColumn('perfect_lineups', 'Perfect', 'Weeks with the best lineup'), views: ['Perfect'] },
  { ...figureColumn('lost_anyway', 'Lost anyway', 'Games lost with the best lineup'), views: ['Losses'] },
]

function figureColumn(figure: Figure, label: string, name: string): Column<TeamLineups> {
  const value = ({ season }: TeamLineups) => (season.weeks === 0 ? null : season[figure])
  return { label, name, value, sort: 'descending', views: ['Games'] }
}

/** Formats the efficiency of lineups in percent. Only a perfect one is '100%'. '—' for null. */
export function formatEfficiency(efficiency: number | null): string {
  if (efficiency === null) return '—'
  return efficiency === 1 ? '100%' : `${Math.min(99.9, Math.round(efficiency * 1000) / 10).toFixed(1)}%`
}

export function SeasonLineups({ league, teamOf }: { league: string; teamOf: TeamOf }) {
  const { season } = useLocation()
  const query = useQuery({ ...lineupsQuery(league, season), placeholderData: keepPreviousData })
  return (
    <Stack as="section" gap={3} aria-labelledby="season-lineups" data-stale={query.isPlaceholderData}>
      <Row isSpread>
        <h3 id="season-lineups">Lineups</h3>
        <Explanation title="lineups" figures={LINEUP_FIGURES} />
      </Row>
      <Loaded query={query} name="lineups" rows={8} height={44}>
        {(lineups) =>
          lineups.unavailable === null ? (
            <LineupTable lineups={lineups} teamOf={teamOf} />
          ) : (
            <p className={ui.note}>
              {lineups.unavailable === 'best_ball'
                ? `Best ball: in ${lineups.season}, the best players of each roster count by themselves, so nobody leaves points on the bench.`
                : `No lineups of completed weeks are stored for ${lineups.season}.`}
            </p>
          )
        }
      </Loaded>
    </Stack>
  )
}

function LineupTable({ lineups, teamOf }: { lineups: Lineups; teamOf: TeamOf }) {
  const weeks = lineups.teams.map(({ season }) => season.weeks)
  return (
    <>
      <p className={ui.note}>{describeWeeks(Math.min(...weeks), Math.max(...weeks))}</p>
      <TeamTable
        caption="Efficiency of the lineups over the season"
        columns={COLUMNS}
        sortedBy="Efficiency"
        rows={lineups.teams}
        teamOf={teamOf}
        season={lineups.season}
      >
        {(row) => (
          <Explanation title={`the lineups of ${teamOf(row.team_id).name}`} figures={explainLineups(row)} />
        )}
      </TeamTable>
    </>
  )
}

function describeWeeks(fewest: number, most: number): string {
  const weeks = fewest === most ? formatCount(most, 'week') : `${fewest} to ${most} weeks`
  return `Over ${weeks} of the regular season with stored lineups.`
}

const BEST = {
  name: 'Best lineup',
  meaning: 'The most points that the roster could have scored.',
  formula:
    'Every starting slot gets at most one player who may play there, so that the sum is the highest possible. Players on injured reserve do not count. A slot stays empty rather than with negative points.',
}

const EFFICIENCY = {
  name: 'Efficiency',
  meaning: 'The share of the possible points that the lineup scored.',
  formula: 'Points scored ÷ points of the best lineup. Over a season, the sums are divided.',
}

const GAMES = {
  name: 'Would have won',
  meaning: 'Lost games that the best lineup would have won against the same opponent.',
  formula:
    'A loss in which the best lineup has more points than the opponent scored. "Lost anyway" counts losses with a perfect lineup.',
}

export const LINEUP_FIGURES: readonly ExplainedFigure[] = [BEST, EFFICIENCY, GAMES]

function explainLineups({ season }: TeamLineups): ExplainedFigure[] {
  return [
    { ...BEST, value: formatPoints(season.optimal), inputs: [['Weeks', String(season.weeks)]] },
    {
      ...EFFICIENCY,
      value: formatEfficiency(season.efficiency),
      inputs: [
        ['Scored', formatPoints(season.actual)],
        ['Best', formatPoints(season.optimal)],
        ['Left on the bench', formatPoints(season.left_on_bench)],
      ],
    },
    {
      ...GAMES,
      value: String(season.would_have_won),
      inputs: [
        ['Lost anyway', String(season.lost_anyway)],
        ['Perfect lineups', String(season.perfect_lineups)],
      ],
    },
  ]
}
