import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatRecord } from '../../../ui/format/record.ts'
import { type RivalryGame, toRivalrySeasons } from '../rivalry.ts'
import { CHART_MARGIN, GridLines } from './axes.tsx'
import styles from './plot.module.css'
import { Plot } from './plot.tsx'

const HEIGHT = 230
/** The least room for a year beneath the picture, in CSS pixels. */
const MIN_YEAR_WIDTH = 40

type Props = { a: string; b: string; games: readonly RivalryGame[] }

/** The points between two owners, added up game by game. */
export function DifferenceChart({ a, b, games }: Props) {
  const years = toRivalrySeasons(games)
  return (
    <Plot
      title="Points between them, game by game"
      summary={describeDifference(a, b, games.at(-1)?.pointDifference ?? 0)}
      note={`Above the line ${a} is ahead in all points so far, below it ${b}.`}
      height={HEIGHT}
      columns={['Season', `Record of ${a}`, 'Points ahead after it']}
      rows={years.map((year) => [year.season, formatRecord(year), formatSigned(year.pointDifference)])}
    >
      {(width) => <ChartContent width={width} sights={games} />}
    </Plot>
  )
}

function ChartContent({ width, sights }: { width: number; sights: readonly RivalryGame[] }) {
  const spots = [0, ...sights.map(({ pointDifference }) => pointDifference)]
  const x = scaleLinear([0, sights.length], [CHART_MARGIN.left + 14, width - CHART_MARGIN.right])
  const y = scaleLinear(
    [Math.min(...spots), Math.max(...spots, 1)],
    [HEIGHT - CHART_MARGIN.bottom - 8, CHART_MARGIN.top],
  ).nice()
  const last = sights.length
  return (
    <>
      <GridLines values={y.ticks(4)} y={y} width={width} formatValue={formatSigned} />
      <line
        className={styles['zero']}
        x1={CHART_MARGIN.left}
        x2={width - CHART_MARGIN.right}
        y1={y(0)}
        y2={y(0)}
      />
      <path className={styles['ahead']} d={areaPath(spots, x, y)} />
      <path
        className={styles['main']}
        d={
          line<number>()
            .x((_, at) => x(at))
            .y(y)(spots) ?? undefined
        }
      />
      <circle className={styles['dot']} cx={x(last)} cy={y(spots[last] ?? 0)} r={5} />
      <SeasonLabels sights={sights} x={x} />
    </>
  )
}

type Scale = (value: number) => number

function areaPath(spots: number[], x: Scale, y: Scale): string | undefined {
  const shape = area<number>()
    .x((_, at) => x(at))
    .y0(y(0))
    .y1(y)
  return shape(spots) ?? undefined
}

/** Each season's number under its first game, where there is room. */
function SeasonLabels({ sights, x }: { sights: readonly RivalryGame[]; x: Scale }) {
  let free = 0
  return sights.map(({ game: { season, game_id: id } }, at) => {
    const place = x(at + 1)
    if (sights[at - 1]?.game.season === season || place < free) return null
    free = place + MIN_YEAR_WIDTH
    return (
      <text key={`${season} ${id}`} x={place} y={HEIGHT - 6} textAnchor="middle">
        {season}
      </text>
    )
  })
}

function formatSigned(value: number): string {
  return value > 0 ? `+${formatTrimmed(value)}` : formatTrimmed(value)
}

function formatTrimmed(value: number): string {
  return formatPoints(value).replace(/\.0$/, '')
}

function describeDifference(a: string, b: string, ahead: number): string {
  if (ahead === 0) return `${a} and ${b} have the same points in all.`
  return `${ahead > 0 ? a : b} is ${formatPoints(Math.abs(ahead))} points ahead of ${ahead > 0 ? b : a} in all games.`
}
