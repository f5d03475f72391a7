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
  /** Of every owner, oldest first. */
  ranksByOwner: ReadonlyMap<string, readonly SeasonRank[]>
  /** All seasons, oldest first: an owner may have missed some. */
  years: readonly number[]
  owner: string
}

/** Where everyone stood season by season, one owner's line before the others'. */
export function RankChart({ ranksByOwner, years, owner }: Props) {
  const own = ranksByOwner.get(owner) ?? []
  return (
    <Plot
      title="Rank by season"
      summary={describeRanks(owner, own)}
      note={own.some(({ isFinished }) => !isFinished) ? 'An open circle is a season under way.' : undefined}
      height={HEIGHT}
      columns={['Season', 'Rank', 'Teams', 'Team']}
      rows={own.map(({ season, rank, teams, name, isFinished }) => [
        isFinished ? season : `${season} so far`,
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
  const last = Math.max(2, ...[...ranksByOwner.values()].flatMap((all) => all.map(({ rank }) => rank)))
  const point = scalePoint<number>([...years], [CHART_MARGIN.left + DOT_RADIUS, width - CHART_MARGIN.right])
  const x = (year: number) => point(year) ?? 0
  const y = scaleLinear([1, last], [CHART_MARGIN.top, HEIGHT - CHART_MARGIN.bottom - 12])
  const path = line<number>()
  const drawn = (all: readonly SeasonRank[]) => {
    const ranks = new Map(all.map(({ season, rank }) => [season, rank]))
    return (
      path
        // A season that was missed is a gap, not a slope.
        .defined((year) => ranks.has(year))
        .x(x)
        .y((year) => y(ranks.get(year) ?? 0))(years) ?? undefined
    )
  }
  const own = ranksByOwner.get(owner) ?? []
  return (
    <>
      <GridLines
        values={[1, ...y.ticks(5).filter((rank) => rank > 1 && Number.isInteger(rank))]}
        y={y}
        width={width}
        formatValue={String}
      />
      <YearAxis years={years} x={x} y={HEIGHT - 6} width={width - CHART_MARGIN.left - CHART_MARGIN.right} />
      {[...ranksByOwner].map(([name, all]) =>
        name === owner ? null : <path key={name} className={styles['other']} d={drawn(all)} />,
      )}
      <path className={styles['main']} d={drawn(own)} />
      {own.map(({ season, rank, isFinished }) => {
        const look = {
          'data-open': !isFinished || undefined,
          'data-first': (isFinished && rank === 1) || undefined,
        }
        return (
          <g key={season}>
            <circle className={styles['dot']} {...look} cx={x(season)} cy={y(rank)} r={DOT_RADIUS} />
            <text className={styles['rank']} {...look} x={x(season)} y={y(rank) + 5} textAnchor="middle">
              {rank}
            </text>
          </g>
        )
      })}
    </>
  )
}

function describeRanks(owner: string, places: readonly SeasonRank[]): string {
  const best = places.toSorted((a, b) => a.rank - b.rank)[0]
  const newest = places.at(-1)
  if (best === undefined || newest === undefined) return `${owner} has no season yet.`
  return (
    `Rank of ${owner} by season, among everyone: best ${formatOrdinal(best.rank)} in ${best.season}, ` +
    `${newest.isFinished ? 'last' : 'now'} ${formatOrdinal(newest.rank)} in ${newest.season}`
  )
}
