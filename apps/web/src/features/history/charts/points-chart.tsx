import { scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import { formatPoints } from '../../../ui/format/points.ts'
import type { SeasonScoring } from '../season-series.ts'
import { CHART_MARGIN, GridLines, YearAxis } from './axes.tsx'
import styles from './plot.module.css'
import { Plot } from './plot.tsx'

const HEIGHT = 320

type Props = { owner: string; scoring: readonly SeasonScoring[]; years: readonly number[] }

/** What an owner's team scored a game, season by season, against what all teams did. */
export function PointsChart({ owner, scoring, years }: Props) {
  const above = scoring.filter(({ perGame, mean }) => perGame > mean).length
  return (
    <Plot
      title="Points a game by season"
      summary={`Points a game of ${owner} by season: above the league’s mean in ${above} of ${scoring.length}`}
      note="The dashed line is the league’s mean."
      height={HEIGHT}
      columns={['Season', 'Points', 'A game', 'League’s mean']}
      rows={scoring.map(({ season, isFinished, pf, perGame, mean }) => [
        isFinished ? season : `${season} so far`,
        formatPoints(pf),
        formatPoints(perGame),
        formatPoints(mean),
      ])}
    >
      {(width) => <ChartContent width={width} scoring={scoring} years={years} />}
    </Plot>
  )
}

function ChartContent({ width, scoring, years }: Omit<Props, 'owner'> & { width: number }) {
  const values = scoring.flatMap(({ perGame, mean }) => [perGame, mean])
  const low = Math.min(...values)
  const high = Math.max(...values)
  const room = Math.max(2, (high - low) * 0.1)
  const point = scalePoint<number>([...years], [CHART_MARGIN.left + 8, width - CHART_MARGIN.right])
  const x = (year: number) => point(year) ?? 0
  const y = scaleLinear([low - room, high + room], [HEIGHT - CHART_MARGIN.bottom - 8, CHART_MARGIN.top])
  const known = new Map(scoring.map((each) => [each.season, each]))
  const drawn = (value: (each: SeasonScoring) => number) =>
    line<number>()
      .defined((year) => known.has(year))
      .x(x)
      .y((year) => {
        const each = known.get(year)
        return y(each === undefined ? 0 : value(each))
      })(years) ?? undefined
  if (values.length === 0) return null
  return (
    <>
      <GridLines values={y.ticks(4)} y={y} width={width} formatValue={String} />
      <YearAxis years={years} x={x} y={HEIGHT - 6} width={width - CHART_MARGIN.left - CHART_MARGIN.right} />
      <path className={styles['mean']} d={drawn(({ mean }) => mean)} />
      <path className={styles['main']} d={drawn(({ perGame }) => perGame)} />
      {scoring.map(({ season, perGame, isFinished }) => (
        <circle
          key={season}
          className={styles['dot']}
          data-open={!isFinished || undefined}
          cx={x(season)}
          cy={y(perGame)}
          r={5}
        />
      ))}
    </>
  )
}
