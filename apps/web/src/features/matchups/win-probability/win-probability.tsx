import type { TimelinePoint } from '@fieldhouse/domain/rosters/timeline'
import { useQuery } from '@tanstack/react-query'
import { Maximize2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { sideColorStyle } from '../../../theme/team-color.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { IconButton } from '../../../ui/forms/button.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { SIDES } from '../game-score.tsx'
import styles from '../matchups.module.css'
import type { MyMatchup } from '../use-matchups.ts'
import { timeAxis } from './time-axis.ts'
import { describeCourse, type Teams, timelineQuery, toTimelinePoints } from './use-timeline.ts'

const WinProbabilityChart = lazyNamed(() => import('./win-probability-chart.tsx'), 'WinProbabilityChart')

/** The heights of the small chart, and of the large one with its title and notes, in CSS pixels. */
const HEIGHT = { small: 32, large: 400 }

/** With fewer points, there is no line. */
const MIN_POINTS = 2

type Props = {
  league: string
  season: number
  matchup: MyMatchup
  /** Whether there is room for the large chart. Otherwise, the small one can be enlarged. */
  isLarge: boolean
}

/** How the win probability of a game changed. Nothing while unknown. */
export function WinProbability({ league, season, matchup, isLarge }: Props) {
  const { id: game, week, state, nfl_weeks: nflWeeks } = matchup
  const isFollowed = state === 'final' || (state === 'live' && matchup.away.win_chance !== null)
  const isShown = isFollowed && nflWeeks.length === 1
  const query = useQuery({ ...timelineQuery(league, { season, week, game }), enabled: isShown })
  const [isEnlarged, setEnlarged] = useState(false)
  if (!isShown) return null
  const skeleton = (
    <Skeleton label="Loading the win probability" rows={1} height={isLarge ? HEIGHT.large : HEIGHT.small} />
  )
  return (
    <Loaded query={query} errorTitle="Failed to load the win probability" skeleton={skeleton}>
      {(timeline) => {
        const points = toTimelinePoints(timeline)
        if (points.length < MIN_POINTS) return null
        const chart = (
          <Suspense fallback={skeleton}>
            <WinProbabilityChart teams={matchup} timeline={timeline} />
          </Suspense>
        )
        if (isLarge) return chart
        return (
          <div className={styles.spark}>
            <SmallChart points={points} teams={matchup} />
            <IconButton
              icon={Maximize2}
              iconSize={16}
              label="Enlarge the chart"
              onClick={() => setEnlarged(true)}
            />
            {isEnlarged ? (
              <Dialog title="Win probability" onClose={() => setEnlarged(false)}>
                {chart}
              </Dialog>
            ) : null}
          </div>
        )
      }}
    </Loaded>
  )
}

const WIDTH = 300

/** The away team's probability is above the middle, in its color. */
function SmallChart({ points, teams }: { points: readonly TimelinePoint[]; teams: Teams }) {
  const { x } = timeAxis(points, [0, WIDTH])
  const [top, middle, bottom] = [4, HEIGHT.small / 2, HEIGHT.small - 4]
  const yOf = (point: TimelinePoint) => top + point.homeProbability * (bottom - top)
  // A probability stays until it changes.
  const steps = (edge: (y: number) => number) =>
    points
      .flatMap((point, index) => {
        const before = points[index - 1]
        const at = x(point.at).toFixed(1)
        return [...(before === undefined ? [] : [`${at},${edge(yOf(before))}`]), `${at},${edge(yOf(point))}`]
      })
      .join(' ')
  const end = x(points.at(-1)?.at ?? new Date(0))
  const edges = {
    away: (y: number) => Math.min(y, middle),
    home: (y: number) => Math.max(y, middle),
  }
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT.small}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={describeCourse(points, teams)}
      style={sideColorStyle(teams.away, teams.home)}
    >
      {SIDES.map((side) => (
        <polygon
          key={side}
          className={styles.area}
          data-side={side}
          points={`0,${middle} ${steps(edges[side])} ${end},${middle}`}
        />
      ))}
      <line className={styles.dayLine} x1={0} x2={WIDTH} y1={middle} y2={middle} />
      <polyline className={styles.course} points={steps((y) => y)} />
    </svg>
  )
}
