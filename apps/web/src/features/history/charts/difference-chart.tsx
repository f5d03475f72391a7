import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { points } from '../../../ui/format/points.ts'
import { record } from '../../../ui/format/record.ts'
import { type Sight, yearsOf } from '../rivalry.ts'
import { INSET, Levels } from './axes.tsx'
import styles from './plot.module.css'
import { Plot } from './plot.tsx'

const HEIGHT = 230
/** The least room for a year beneath the picture, in CSS pixels. */
const YEAR_ROOM = 40

type Props = { a: string; b: string; sights: readonly Sight[] }

/** The points between two owners, added up game by game. */
export function DifferenceChart({ a, b, sights }: Props) {
  const years = yearsOf(sights)
  return (
    <Plot
      title="Points between them, game by game"
      summary={summaryOf(a, b, sights.at(-1)?.ahead ?? 0)}
      note={`Above the line ${a} is ahead in all points so far, below it ${b}.`}
      height={HEIGHT}
      columns={['Season', `Record of ${a}`, 'Points ahead after it']}
      rows={years.map((year) => [year.season, record(year), signed(year.ahead)])}
    >
      {(width) => <Picture width={width} sights={sights} />}
    </Plot>
  )
}

function Picture({ width, sights }: { width: number; sights: readonly Sight[] }) {
  const spots = [0, ...sights.map(({ ahead }) => ahead)]
  const x = scaleLinear([0, sights.length], [INSET.left + 14, width - INSET.right])
  const y = scaleLinear(
    [Math.min(...spots), Math.max(...spots, 1)],
    [HEIGHT - INSET.bottom - 8, INSET.top],
  ).nice()
  const last = sights.length
  return (
    <>
      <Levels values={y.ticks(4)} y={y} width={width} show={signed} />
      <line className={styles['zero']} x1={INSET.left} x2={width - INSET.right} y1={y(0)} y2={y(0)} />
      <path className={styles['ahead']} d={areaOf(spots, x, y)} />
      <path
        className={styles['main']}
        d={
          line<number>()
            .x((_, at) => x(at))
            .y(y)(spots) ?? undefined
        }
      />
      <circle className={styles['dot']} cx={x(last)} cy={y(spots[last] ?? 0)} r={5} />
      <SeasonMarks sights={sights} x={x} />
    </>
  )
}

type Scale = (value: number) => number

function areaOf(spots: number[], x: Scale, y: Scale): string | undefined {
  const shape = area<number>()
    .x((_, at) => x(at))
    .y0(y(0))
    .y1(y)
  return shape(spots) ?? undefined
}

/** Each season's number under its first game, where there is room. */
function SeasonMarks({ sights, x }: { sights: readonly Sight[]; x: Scale }) {
  let free = 0
  return sights.map(({ game: { season, game_id: id } }, at) => {
    const place = x(at + 1)
    if (sights[at - 1]?.game.season === season || place < free) return null
    free = place + YEAR_ROOM
    return (
      <text key={`${season} ${id}`} x={place} y={HEIGHT - 6} textAnchor="middle">
        {season}
      </text>
    )
  })
}

function signed(value: number): string {
  return value > 0 ? `+${trimmed(value)}` : trimmed(value)
}

function trimmed(value: number): string {
  return points(value).replace(/\.0$/, '')
}

function summaryOf(a: string, b: string, ahead: number): string {
  if (ahead === 0) return `${a} and ${b} have the same points in all.`
  return `${ahead > 0 ? a : b} is ${points(Math.abs(ahead))} points ahead of ${ahead > 0 ? b : a} in all games.`
}
