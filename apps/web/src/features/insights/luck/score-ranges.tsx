import { scaleLinear } from 'd3-scale'
import type { CSSProperties } from 'react'
import { teamColorStyle } from '../../../theme/team-color.ts'
import { TeamCell } from '../../../ui/display/team-cell.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { Explanation } from '../../../ui/overlays/explanation.tsx'
import ui from '../../../ui/ui.module.css'
import { ChartCard } from '../chart-card.tsx'
import type { TeamOf } from '../insight-view.tsx'
import type { TeamLuck } from '../use-insights.ts'
import { CONSISTENCY_FIGURES } from './explain-luck.ts'
import rows from './luck-rows.module.css'
import styles from './score-ranges.module.css'

type Props = { teams: readonly TeamLuck[]; teamOf: TeamOf }

/** The scores of each team on one scale: every week as a dot, and the range from floor to ceiling with the median. */
export function ScoreRanges({ teams, teamOf }: Props) {
  const points = teams.flatMap(({ weeks }) => weeks.map((week) => week.points))
  const scale = scaleLinear([Math.min(...points), Math.max(...points)], [0, 100]).nice()
  const sorted = teams.toSorted((a, b) => medianOf(b) - medianOf(a))
  const hasRanges = teams.some(({ scores }) => scores.median !== null)
  return (
    <ChartCard
      title="Weekly scores"
      note={
        hasRanges
          ? 'A dot per week. The band reaches from the floor to the ceiling, the line is the median.'
          : 'A dot per week. Floor, median and ceiling appear after week 3.'
      }
      action={<Explanation title="consistency" figures={CONSISTENCY_FIGURES} />}
    >
      <ul className={rows.rows}>
        {sorted.map((row) => {
          const team = teamOf(row.team_id)
          return (
            <li
              key={row.team_id}
              className={rows.row}
              data-mine={team.is_mine || undefined}
              style={teamColorStyle(team.color)}
            >
              <TeamCell team={team} size="xs" />
              <Range row={row} position={scale} />
              <span className={rows.value}>
                <span className={ui.hidden}>{describeRange(row)}</span>
                <span aria-hidden="true">{formatPoints(row.scores.median)}</span>
              </span>
            </li>
          )
        })}
        <li className={rows.row} aria-hidden="true">
          <span />
          <span className={styles.axis}>
            {scale.ticks(4).map((tick) => (
              <span key={tick} style={{ '--at': `${scale(tick)}%` } as CSSProperties}>
                {tick}
              </span>
            ))}
          </span>
          <span className={styles.unit}>median</span>
        </li>
      </ul>
    </ChartCard>
  )
}

function Range({
  row: { scores, weeks },
  position,
}: {
  row: TeamLuck
  position: (points: number) => number
}) {
  const { floor, median, ceiling } = scores
  return (
    <span className={styles.track} aria-hidden="true">
      {floor === null || ceiling === null ? null : (
        <span
          className={styles.band}
          style={{ left: `${position(floor)}%`, width: `${position(ceiling) - position(floor)}%` }}
        />
      )}
      {weeks.map(({ week, points }) => (
        <span
          key={week}
          className={styles.dot}
          title={`Week ${week}: ${formatPoints(points)}`}
          style={{ left: `${position(points)}%` }}
        />
      ))}
      {median === null ? null : <span className={styles.median} style={{ left: `${position(median)}%` }} />}
    </span>
  )
}

/** The text alternative of a row. */
function describeRange({ scores, weeks }: TeamLuck): string {
  const { floor, median, ceiling } = scores
  if (median === null) return weeks.map(({ points }) => formatPoints(points)).join(', ')
  return `Median ${formatPoints(median)}, floor ${formatPoints(floor)}, ceiling ${formatPoints(ceiling)}`
}

/** For the order: without a median, the average. */
function medianOf({ scores, weeks }: TeamLuck): number {
  return scores.median ?? weeks.reduce((sum, { points }) => sum + points, 0) / Math.max(1, weeks.length)
}
