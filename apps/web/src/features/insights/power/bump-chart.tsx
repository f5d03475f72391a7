import { scaleLinear } from 'd3-scale'
import { CHART_MARGIN, GridLines, YearAxis } from '../../../ui/charts/plot.tsx'
import { SeriesPlot } from '../../../ui/charts/series-plot.tsx'
import type { TeamOf } from '../insight-view.tsx'
import type { Power } from '../use-insights.ts'
import styles from './bump-chart.module.css'
import { formatScore } from './explain-power.ts'

type Props = { power: Power; teamOf: TeamOf }

/** The height of a rank, in CSS pixels. */
const ROW = 30

/** The ranks of all teams by week, as lines that cross; nothing before the second week. */
export function BumpChart({ power, teamOf }: Props) {
  const weeks = power.teams[0]?.history.map(({ week }) => week) ?? []
  if (weeks.length < 2) return null
  const count = power.teams.length
  const height = ROW * (count - 1) + CHART_MARGIN.top + CHART_MARGIN.bottom + 16
  const scales = (width: number) => ({
    x: scaleLinear([weeks[0] ?? 1, weeks.at(-1) ?? 1], [CHART_MARGIN.left + 6, width - CHART_MARGIN.right]),
    y: scaleLinear([1, count], [CHART_MARGIN.top, height - CHART_MARGIN.bottom - 12]),
  })
  const ranks = Array.from({ length: count }, (_, index) => index + 1)
  const own = power.teams.find(({ team_id: id }) => teamOf(id).is_mine)
  const leader = power.teams[0]
  return (
    <SeriesPlot
      title="Rank by week"
      summary={`${leader === undefined ? '' : teamOf(leader.team_id).name} is first after week ${power.week}.`}
      note="Choose a team to follow it. The dotted line marks the shown week."
      height={height}
      initial={String((own ?? leader)?.team_id)}
      scales={scales}
      series={power.teams.map(({ team_id: id, history }) => ({
        id: String(id),
        name: teamOf(id).name,
        color: teamOf(id).color,
        points: history.map(({ week, rank, score }) => ({
          at: week,
          value: rank,
          title: `Week ${week}`,
          lines: [`Rank ${rank}`, `Score ${formatScore(power.formula, score)}`],
        })),
      }))}
      renderBackground={(width) => {
        const { x, y } = scales(width)
        return (
          <>
            <GridLines values={ranks} y={y} width={width} formatValue={String} />
            <YearAxis
              years={weeks}
              x={x}
              y={height - 6}
              width={width - CHART_MARGIN.left - CHART_MARGIN.right}
            />
            <line
              className={styles.shown}
              x1={x(power.week)}
              x2={x(power.week)}
              y1={CHART_MARGIN.top - 10}
              y2={height - CHART_MARGIN.bottom}
            />
          </>
        )
      }}
      columns={['Team', ...weeks.map(String)]}
      rows={power.teams.map(({ team_id: id, history }) => [
        teamOf(id).name,
        ...history.map(({ rank }) => rank),
      ])}
    />
  )
}
