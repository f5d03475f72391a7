import { scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import { teamColorStyle } from '../../theme/team-color.ts'
import styles from '../../ui/charts/charts.module.css'
import { CHART_MARGIN, GridLines, Plot, YearAxis } from '../../ui/charts/plot.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import type { TeamResponse } from './use-teams.ts'

const HEIGHT = 240
const DOT_RADIUS = 5

type Weeks = TeamResponse['weekly_points']
type Props = { weeks: Weeks; team: Pick<TeamResponse['team'], 'name' | 'color'> }

export function WeeklyPointsChart({ weeks, team }: Props) {
  if (weeks.length === 0) return null
  const above = weeks.filter(({ points, league_average: average }) => points > average).length
  return (
    <Plot
      title="Points by week"
      summary={`${team.name} scored more than the league's average in ${above} of ${weeks.length} weeks.`}
      note="Dashed: the league's average"
      height={HEIGHT}
      points={(width) => {
        const { x, y } = scalesOf(weeks, width)
        return weeks.map(({ week, points, league_average: average }) => ({
          x: x(week),
          y: y(points),
          title: `Week ${week}`,
          lines: [`${formatPoints(points)} points`, `Average ${formatPoints(average)}`],
        }))
      }}
      columns={['Week', 'Points', 'Average']}
      rows={weeks.map(({ week, points, league_average: average }) => [
        week,
        formatPoints(points),
        formatPoints(average),
      ])}
    >
      {(width) => (
        <g style={teamColorStyle(team.color)}>
          <Lines weeks={weeks} width={width} />
        </g>
      )}
    </Plot>
  )
}

function scalesOf(weeks: Weeks, width: number) {
  const values = weeks.flatMap(({ points, league_average: average }) => [points, average])
  const position = scalePoint(
    weeks.map(({ week }) => week),
    [CHART_MARGIN.left + DOT_RADIUS, width - CHART_MARGIN.right - DOT_RADIUS],
  )
  const y = scaleLinear(
    [Math.min(...values), Math.max(...values)],
    [HEIGHT - CHART_MARGIN.bottom, CHART_MARGIN.top],
  ).nice()
  return { x: (week: number) => position(week) ?? 0, y }
}

function Lines({ weeks, width }: { weeks: Weeks; width: number }) {
  const numbers = weeks.map(({ week }) => week)
  const { x: xOf, y } = scalesOf(weeks, width)
  const pathOf = (value: (week: Weeks[number]) => number) =>
    line<Weeks[number]>(
      ({ week }) => xOf(week),
      (week) => y(value(week)),
    )(weeks) ?? undefined
  return (
    <>
      <GridLines values={y.ticks(4)} y={y} width={width} formatValue={String} />
      <YearAxis
        years={numbers}
        x={xOf}
        y={HEIGHT - 6}
        width={width - CHART_MARGIN.left - CHART_MARGIN.right}
      />
      <path className={styles.averageLine} d={pathOf(({ league_average: average }) => average)} />
      <path className={styles.mainLine} d={pathOf(({ points }) => points)} />
      {weeks.map(({ week, points }) => (
        <circle key={week} className={styles.dot} cx={xOf(week)} cy={y(points)} r={DOT_RADIUS} />
      ))}
    </>
  )
}
