import { scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import { formatOrdinal } from '../../../ui/format/ordinal.ts'
import type { SeasonRank } from '../season-series.ts'
import { CHART_MARGIN, GridLines, YearAxis } from './axes.tsx'
import styles from './plot.module.css'
import { Plot } from './plot.tsx'

const HEIGHT = 320
const DOT_RADIUS = 10

type Props = {
  /** Ranks of every owner, oldest season first. */
  ranksByOwner: ReadonlyMap<string, readonly SeasonRank[]>
  /** All seasons, oldest first, including those that the owner missed. */
  years: readonly number[]
  owner: string
}

/** Ranks of all owners by season, with one owner's line highlighted. */
export function RankChart({ ranksByOwner, years, owner }: Props) {
  const ownRanks = ranksByOwner.get(owner) ?? []
  return (
    <Plot
      title="Rank by season"
      summary={describeRanks(owner, ownRanks)}
      note={ownRanks.some(({ isFinished }) => !isFinished) ? 'Open circle: season in progress' : undefined}
      height={HEIGHT}
      columns={['Season', 'Rank', 'Teams', 'Team']}
      rows={ownRanks.map(({ season, rank, teams, name, isFinished }) => [
        isFinished ? season : `${season} (in progress)`,
        rank,
        teams,
        name,
      ])}
    >
      {(width) => <ChartContent width={width} ranksByOwner={ranksByOwner} years={years} owner={owner} />}
    </Plot>
  )
}

function ChartContent({ width, ranksByOwner, years, owner }: Props & { width: number }) {
  const last = Math.max(
    2,
    ...[...ranksByOwner.values()].flatMap((seasonRanks) => seasonRanks.map(({ rank }) => rank)),
  )
  const point = scalePoint<number>([...years], [CHART_MARGIN.left + DOT_RADIUS, width - CHART_MARGIN.right])
  const x = (year: number) => point(year) ?? 0
  const y = scaleLinear([1, last], [CHART_MARGIN.top, HEIGHT - CHART_MARGIN.bottom - 12])
  const path = line<number>()
  const linePath = (seasonRanks: readonly SeasonRank[]) => {
    const ranks = new Map(seasonRanks.map(({ season, rank }) => [season, rank]))
    return (
      path
        // Show a gap for a missed season instead of connecting its neighbors.
        .defined((year) => ranks.has(year))
        .x(x)
        .y((year) => y(ranks.get(year) ?? 0))(years) ?? undefined
    )
  }
  const ownRanks = ranksByOwner.get(owner) ?? []
  return (
    <>
      <GridLines
        values={[1, ...y.ticks(5).filter((rank) => rank > 1 && Number.isInteger(rank))]}
        y={y}
        width={width}
        formatValue={String}
      />
      <YearAxis years={years} x={x} y={HEIGHT - 6} width={width - CHART_MARGIN.left - CHART_MARGIN.right} />
      {[...ranksByOwner].map(([name, seasonRanks]) =>
        name === owner ? null : <path key={name} className={styles['otherLine']} d={linePath(seasonRanks)} />,
      )}
      <path className={styles['mainLine']} d={linePath(ownRanks)} />
      {ownRanks.map(({ season, rank, isFinished }) => {
        const dataAttributes = {
          'data-open': !isFinished || undefined,
          'data-first': (isFinished && rank === 1) || undefined,
        }
        return (
          <g key={season}>
            <circle
              className={styles['dot']}
              {...dataAttributes}
              cx={x(season)}
              cy={y(rank)}
              r={DOT_RADIUS}
            />
            <text
              className={styles['rank']}
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
