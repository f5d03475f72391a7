import type { Standing } from '../../api/league-queries.ts'
import { Sparkline } from '../../ui/display/sparkline.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import styles from './team-form.module.css'

const OUTCOMES = { win: 'W', loss: 'L', tie: 'T' } as const

/** The outcome of the latest games, such as 'W3'. */
export function Streak({ team: { streak } }: { team: Pick<Standing, 'streak'> }) {
  if (streak === undefined || streak === null) return <>—</>
  return (
    <span className={styles.streak} data-outcome={streak.outcome}>
      {OUTCOMES[streak.outcome]}
      {streak.length}
    </span>
  )
}

const RESULTS = { win: 'Won', loss: 'Lost', tie: 'Tied' } as const

/** The result of the latest game. */
export function LastResult({ team: { last_result: result } }: { team: Pick<Standing, 'last_result'> }) {
  if (result == null) return <>—</>
  return (
    <span className={styles.streak} data-outcome={result}>
      {RESULTS[result]}
    </span>
  )
}

type WeeklyPointsProps = { team: Pick<Standing, 'weekly_points' | 'color'> }

/** The points of each week as a line. */
export function WeeklyPoints({ team: { weekly_points: weeks, color } }: WeeklyPointsProps) {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (first === undefined || last === undefined) return <>—</>
  const scores = weeks.map((week) => week.points)
  const label =
    `Points in weeks ${first.week} to ${last.week}: low ${formatPoints(Math.min(...scores))}, ` +
    `high ${formatPoints(Math.max(...scores))}, latest ${formatPoints(last.points)}`
  return <Sparkline values={scores} label={label} color={color} />
}
