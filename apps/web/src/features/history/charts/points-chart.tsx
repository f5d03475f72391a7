import { scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import { formatPoints } from '../../../ui/format/points.ts'
import type { SeasonScoring } from '../season-series.ts'
import { CHART_MARGIN, GridLines, YearAxis } from './axes.tsx'
import styles from './plot.module.css'
import { Plot } from './plot.tsx'

const HEIGHT = 320

type Props = { owner: string; scoring: readonly SeasonScoring[]; years: readonly number[] }

/** An owner's points per game by season, compared with the league average. */
export function PointsChart({ owner, scoring, years }: Props) {
  const above = scoring.filter(({ perGame, leagueAverage }) => perGame > leagueAverage).length
  return (
    <Plot
      title="PPG by season"
      summary={`${owner}'s PPG by season: above the league average in ${above} of ${scoring.length}`}
      note="Dashed line: league average"
      height={HEIGHT}
      columns={['Season', 'Points', 'PPG', 'League average']}
      rows={scoring.map(({ season, isFinished, pf, perGame, leagueAverage }) => [
        isFinished ? season : `${season} (in progress)`,
        formatPoints(pf),
        formatPoints(perGame),
        formatPoints(leagueAverage),
      ])}
    >
      {(width) => <ChartContent width={width} scoring={scoring} years={years} />}
    </Plot>
  )
}

function ChartContent({ width, scoring, years }: Omit<Props, 'owner'> & { width: number }) {
  const values = scoring.flatMap(({ perGame, leagueAverage }) => [perGame, leagueAverage])
  const low = Math.min(...values)
  const high = Math.max(...values)
  const padding = Math.max(2, (high - low) * 0.1)
  const point = scalePoint<number>([...years], [CHART_MARGIN.left + 8, width - CHART_MARGIN.right])
  const x = (year: number) => point(year) ?? 0
  const y = scaleLinear([low - padding, high + padding], [HEIGHT - CHART_MARGIN.bottom - 8, CHART_MARGIN.top])
  const scoringBySeason = new Map(scoring.map((entry) => [entry.season, entry]))
  const linePath = (getValue: (entry: SeasonScoring) => number) =>
    line<number>()
      .defined((year) => scoringBySeason.has(year))
      .x(x)
      .y((year) => {
        const entry = scoringBySeason.get(year)
        return y(entry === undefined ? 0 : getValue(entry))
      })(years) ?? undefined
  if (values.length === 0) return null
  return (
    <>
      <GridLines values={y.ticks(4)} y={y} width={width} formatValue={String} />
      <YearAxis years={years} x={x} y={HEIGHT - 6} width={width - CHART_MARGIN.left - CHART_MARGIN.right} />
      <path className={styles['averageLine']} d={linePath(({ leagueAverage }) => leagueAverage)} />
      <path className={styles['mainLine']} d={linePath(({ perGame }) => perGame)} />
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
