import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import {
  type TimelineFacts,
  type TimelinePoint,
  thinTimeline,
  timelineFacts,
} from '@fieldhouse/domain/rosters/matchup'
import { area, curveStepAfter, line } from 'd3-shape'
import { sideColorStyle } from '../../theme/team-color.ts'
import plot from '../../ui/charts/charts.module.css'
import { Plot, type PlotPoint } from '../../ui/charts/plot.tsx'
import { formatCount, formatPoints } from '../../ui/format/format.ts'
import { formatWinChances } from './format.ts'
import styles from './matchups.module.css'
import { type TimeLabel, timeAxis } from './win-probability/time-axis.ts'
import {
  describeCourse,
  formatFavorite,
  formatTime,
  type Teams,
  type Timeline,
  toTimelinePoints,
} from './win-probability/use-timeline.ts'

type Props = { teams: Teams; timeline: Pick<Timeline, 'points'> }

const HEIGHT = 268
const [TOP, BOTTOM] = [30, HEIGHT - 52]
const MIDDLE = (TOP + BOTTOM) / 2
const [LEFT, RIGHT_MARGIN] = [46, 12]
/** Rows of the table are at least this far apart, except for lead changes. */
const TABLE_INTERVAL_MS = 15 * MINUTE_MS

/** The win probability of both teams over the course of a game: the away team's above the middle. */
export function WinProbabilityChart({ teams, timeline }: Props) {
  const { away, home } = teams
  const points = toTimelinePoints(timeline)
  const facts = timelineFacts(points)
  if (facts === null) return null
  return (
    <div style={sideColorStyle(away, home)}>
      <Plot
        title="Win probability over time"
        summary={describeCourse(points, teams)}
        note={describeFacts(facts, teams)}
        height={HEIGHT}
        columns={['Time', away.name, home.name, `${away.name} wins`, `${home.name} wins`]}
        rows={thinTimeline(points, TABLE_INTERVAL_MS).map((point) => [
          formatTime(point),
          formatPoints(pointsToDecimal(point.away)),
          formatPoints(pointsToDecimal(point.home)),
          ...formatWinChances(1 - point.homeProbability, point.homeProbability),
        ])}
        points={(width) => cursorPoints(points, teams, width)}
      >
        {(width) => <Course points={points} facts={facts} teams={teams} width={width} />}
      </Plot>
    </div>
  )
}

const axisOf = (points: readonly TimelinePoint[], width: number) =>
  timeAxis(points, [LEFT, width - RIGHT_MARGIN])
const yOf = ({ homeProbability }: TimelinePoint) => TOP + homeProbability * (BOTTOM - TOP)

type CourseProps = { points: readonly TimelinePoint[]; facts: TimelineFacts; teams: Teams; width: number }

function Course({ points, facts, teams, width }: CourseProps) {
  const { x, labels } = axisOf(points, width)
  const right = width - RIGHT_MARGIN
  // A probability stays until it changes.
  const curve = line<TimelinePoint>(({ at }) => x(at), yOf).curve(curveStepAfter)(points)
  const areaOf = (edge: (y: number) => number) =>
    area<TimelinePoint>()
      .x(({ at }) => x(at))
      .y0(MIDDLE)
      .y1((point) => edge(yOf(point)))
      .curve(curveStepAfter)(points)
  const last = points.at(-1)
  return (
    <>
      <TeamLabel side="away" name={teams.away.name} y={16} />
      <TeamLabel side="home" name={teams.home.name} y={HEIGHT - 6} />
      {[TOP, MIDDLE, BOTTOM].map((y) => (
        <g key={y}>
          <line className={plot.gridLine} x1={LEFT} x2={right} y1={y} y2={y} />
          <text x={LEFT - 8} y={y + 5} textAnchor="end">
            {y === MIDDLE ? '50%' : '100%'}
          </text>
        </g>
      ))}
      <TimeLabels labels={labels} />
      <path className={styles.area} data-side="away" d={areaOf((y) => Math.min(y, MIDDLE)) ?? undefined} />
      <path className={styles.area} data-side="home" d={areaOf((y) => Math.max(y, MIDDLE)) ?? undefined} />
      <line className={plot.zeroLine} x1={LEFT} x2={right} y1={MIDDLE} y2={MIDDLE} />
      <path className={styles.course} d={curve ?? undefined} />
      {facts.leadChanges.map((point) => (
        <circle key={point.at.getTime()} className={styles.leadChange} cx={x(point.at)} cy={MIDDLE} r={4} />
      ))}
      {last === undefined ? null : (
        <circle
          className={styles.courseEnd}
          data-side={last.homeProbability > 0.5 ? 'home' : 'away'}
          cx={x(last.at)}
          cy={yOf(last)}
          r={6}
        />
      )}
    </>
  )
}

function TeamLabel({ side, name, y }: { side: 'away' | 'home'; name: string; y: number }) {
  return (
    <>
      <rect className={styles.chip} data-side={side} x={LEFT} y={y - 10} width={10} height={10} rx={3} />
      <text x={LEFT + 16} y={y}>
        {name}
      </text>
    </>
  )
}

function TimeLabels({ labels }: { labels: readonly TimeLabel[] }) {
  return labels.map(({ x, at, isDay }) => (
    <g key={at.getTime()}>
      {isDay ? <line className={styles.dayLine} x1={x} x2={x} y1={TOP} y2={BOTTOM} /> : null}
      <text x={x} y={BOTTOM + 20} textAnchor={isDay ? 'start' : 'middle'}>
        {isDay
          ? at.toLocaleDateString('en', { weekday: 'short' })
          : at.toLocaleTimeString('en', { hour: 'numeric' })}
      </text>
    </g>
  ))
}

function cursorPoints(points: readonly TimelinePoint[], teams: Teams, width: number): PlotPoint[] {
  const { x } = axisOf(points, width)
  return points.map((point) => ({
    x: x(point.at),
    y: yOf(point),
    title: `${formatTime(point)} · ${formatFavorite(point, teams)}`,
    lines: formatScores(point, teams),
  }))
}

function formatScores({ away, home }: TimelinePoint, teams: Teams): string[] {
  const [awayScore, homeScore] = [away, home].map((score) => formatPoints(pointsToDecimal(score)))
  return [`${teams.away.name} ${awayScore}`, `${teams.home.name} ${homeScore}`]
}

function describeFacts(
  { leadChanges, largestSwing, comeback }: TimelineFacts,
  { away, home }: Teams,
): string {
  const { point, change } = largestSwing
  const percent = Math.round(Math.abs(change) * 100)
  const isComeback = comeback !== null && comeback.probability < 0.5
  return [
    formatCount(leadChanges.length, 'lead change'),
    ...(percent === 0 ? [] : [`Largest swing ${percent}% (${formatTime(point)})`]),
    ...(isComeback
      ? [
          `${(comeback.winner === 'home' ? home : away).name} came back from ${formatWinChances(comeback.probability, 1 - comeback.probability)[0]}`,
        ]
      : []),
  ].join(' · ')
}
