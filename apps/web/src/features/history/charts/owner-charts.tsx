import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { scaleLinear, scalePoint } from 'd3-scale'
import { teamColorStyle } from '../../../theme/team-color.ts'
import styles from '../../../ui/charts/charts.module.css'
import { CHART_MARGIN, GridLines, linePath, PeriodPlot, Plot, YearAxis } from '../../../ui/charts/plot.tsx'
import { formatPoints } from '../../../ui/format/format.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { useHistoryContext } from '../history-context.ts'
import { hasBegun, hasHeadToHeadPoints, type Season, type SeasonStanding } from '../use-history.ts'

const HEIGHT = 220
const DOT_RADIUS = 10

export function OwnerCharts({ seasons, owner }: { seasons: readonly Season[]; owner: string }) {
  const years = seasons.map(({ season }) => season)
  const scoring = toSeasonScoring(seasons, owner)
  const { getColor } = useHistoryContext()
  return (
    <Stack gap={3} className={styles.charts} style={teamColorStyle(getColor(owner))}>
      <RankChart ranks={ranksByOwner(seasons)} years={years} owner={owner} />
      {hasHeadToHeadPoints(seasons) ? <PointsChart scoring={scoring} years={years} owner={owner} /> : null}
    </Stack>
  )
}

type RankChartProps = {
  /** Ranks of every owner, oldest season first. */
  ranks: ReadonlyMap<string, readonly SeasonRank[]>
  /** All seasons, oldest first, including those that the owner missed. */
  years: readonly number[]
  owner: string
}

function RankChart({ ranks, years, owner }: RankChartProps) {
  const ownRanks = ranks.get(owner) ?? []
  return (
    <Plot
      title="Rank by season"
      summary={describeRanks(owner, ownRanks)}
      note={ownRanks.some(({ isFinished }) => !isFinished) ? 'Open circle: season in progress' : undefined}
      height={HEIGHT}
      points={(width) => {
        const { x, y } = rankScales(ranks, years, width)
        return ownRanks.map((entry) => ({
          x: x(entry.season),
          y: y(entry.rank),
          title: String(formatSeason(entry)),
          lines: [`${formatOrdinal(entry.rank)} of ${entry.teams}`, entry.name],
        }))
      }}
      columns={['Season', 'Rank', 'Teams', 'Team']}
      rows={ownRanks.map((entry) => [formatSeason(entry), entry.rank, entry.teams, entry.name])}
    >
      {(width) => <RankLines width={width} ranks={ranks} years={years} owner={owner} />}
    </Plot>
  )
}

function rankScales(ranks: RankChartProps['ranks'], years: readonly number[], width: number) {
  const last = Math.max(2, ...[...ranks.values()].flat().map(({ rank }) => rank))
  const position = scalePoint<number>(
    [...years],
    [CHART_MARGIN.left + DOT_RADIUS, width - CHART_MARGIN.right],
  )
  return {
    x: (year: number) => position(year) ?? 0,
    y: scaleLinear([1, last], [CHART_MARGIN.top, HEIGHT - CHART_MARGIN.bottom - 12]),
  }
}

function RankLines({ width, ranks, years, owner }: RankChartProps & { width: number }) {
  const { x, y } = rankScales(ranks, years, width)
  const toPath = (seasonRanks: readonly SeasonRank[]) =>
    linePath(years, x, new Map(seasonRanks.map(({ season, rank }) => [season, y(rank)])))
  const ownRanks = ranks.get(owner) ?? []
  return (
    <>
      <GridLines
        values={[1, ...y.ticks(5).filter((rank) => rank > 1 && Number.isInteger(rank))]}
        y={y}
        width={width}
        formatValue={String}
      />
      <YearAxis years={years} x={x} y={HEIGHT - 6} width={width - CHART_MARGIN.left - CHART_MARGIN.right} />
      {[...ranks].map(([name, seasonRanks]) =>
        name === owner ? null : <path key={name} className={styles.otherLine} d={toPath(seasonRanks)} />,
      )}
      <path className={styles.mainLine} d={toPath(ownRanks)} />
      {ownRanks.map(({ season, rank, isFinished }) => {
        const dataAttributes = {
          'data-open': !isFinished || undefined,
          'data-first': (isFinished && rank === 1) || undefined,
        }
        return (
          <g key={season}>
            <circle className={styles.dot} {...dataAttributes} cx={x(season)} cy={y(rank)} r={DOT_RADIUS} />
            <text
              className={styles.rank}
              {...dataAttributes}
              x={x(season)}
              y={y(rank) + 5}
              textAnchor="middle"
            >
              {rank}
            </text>
          </g>
        )
      })}
    </>
  )
}

function describeRanks(owner: string, ranks: readonly SeasonRank[]): string {
  const best = ranks.toSorted((a, b) => a.rank - b.rank)[0]
  const latest = ranks.at(-1)
  if (best === undefined || latest === undefined) return `${owner} hasn't played a season yet.`
  const [bestRank, latestRank] = [formatOrdinal(best.rank), formatOrdinal(latest.rank)]
  return latest.isFinished
    ? `${owner}'s rank by season: best ${bestRank} in ${best.season}, most recently ${latestRank} in ${latest.season}`
    : `${owner}'s rank by season: best ${bestRank} in ${best.season}, currently ${latestRank} in ${latest.season}`
}

type PointsChartProps = { scoring: readonly SeasonScoring[]; years: readonly number[]; owner: string }

function PointsChart({ scoring, years, owner }: PointsChartProps) {
  const above = scoring.filter(({ perGame, leagueAverage }) => perGame > leagueAverage).length
  return (
    <PeriodPlot
      title="PPG by season"
      summary={`${owner}'s PPG by season: above the league average in ${above} of ${scoring.length}`}
      note="Dashed line: league average"
      height={HEIGHT}
      axis={years}
      periods={scoring.map((entry) => ({
        at: entry.season,
        value: entry.perGame,
        title: String(formatSeason(entry)),
        lines: [
          `${formatPoints(entry.perGame)} per game`,
          `League average ${formatPoints(entry.leagueAverage)}`,
        ],
        average: entry.leagueAverage,
        isOpen: !entry.isFinished,
      }))}
      dotRadius={5}
      columns={['Season', 'Points', 'PPG', 'League average']}
      rows={scoring.map((entry) => [
        formatSeason(entry),
        formatPoints(entry.pf),
        formatPoints(entry.perGame),
        formatPoints(entry.leagueAverage),
      ])}
    />
  )
}

function formatSeason({ season, isFinished }: SeasonRank | SeasonScoring): string | number {
  return isFinished ? season : `${season} (in progress)`
}

type SeasonRank = {
  season: number
  isFinished: boolean
  rank: number
  teams: number
  name: string
}

/** Only seasons that have begun, oldest first. An owner of two teams gets the better rank. */
export function ranksByOwner(seasons: readonly Season[]): Map<string, SeasonRank[]> {
  const ranks = new Map<string, SeasonRank[]>()
  for (const { season, is_finished: isFinished, standings } of seasons.filter(hasBegun)) {
    for (const { owner, rank, name } of standings) {
      if (owner === null) continue
      const ownerRanks = ranks.get(owner) ?? []
      if (ownerRanks.at(-1)?.season === season) continue
      ranks.set(owner, [...ownerRanks, { season, isFinished, rank, teams: standings.length, name }])
    }
  }
  return ranks
}

type SeasonScoring = {
  season: number
  isFinished: boolean
  pf: number
  perGame: number
  leagueAverage: number
}

/** Oldest first, without seasons in which no game was played for head-to-head points. */
export function toSeasonScoring(seasons: readonly Season[], owner: string): SeasonScoring[] {
  const counted = seasons.filter(({ scoring_format: format }) => format === 'points')
  return counted.flatMap(({ season, is_finished: isFinished, standings }) => {
    const team = standings.find((standing) => standing.owner === owner)
    const perGame = team === undefined ? null : pointsPerGame([team])
    const leagueAverage = pointsPerGame(standings)
    const pf = team?.pf ?? null
    if (pf === null || perGame === null || leagueAverage === null) return []
    return [{ season, isFinished, pf, perGame, leagueAverage }]
  })
}

type TeamTotals = Pick<SeasonStanding, 'pf' | 'games'>

function pointsPerGame(teams: readonly TeamTotals[]): number | null {
  const known = teams.filter(({ pf }) => pf !== null)
  const games = known.reduce((sum, team) => sum + team.games, 0)
  return games === 0 ? null : known.reduce((sum, team) => sum + (team.pf ?? 0), 0) / games
}
