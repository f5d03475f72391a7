import type { ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import ui from '../../../ui/ui.module.css'
import type { MyMatchup } from '../use-matchups.ts'
import { timelineQuery } from './use-timeline.ts'

const WinProbabilityChart = lazyNamed(() => import('./win-probability-chart.tsx'), 'WinProbabilityChart')

/** The height of the chart with its title and notes, in CSS pixels. */
const CHART_HEIGHT = 400

type Props = { league: string; season: number; matchup: MyMatchup; format: ScoringFormat }

/** How the win probability of a game changed, or why that is not known. Nothing for leagues without points. */
export function WinProbability({ league, season, matchup, format }: Props) {
  if (format !== 'points') return null
  if (matchup.nfl_weeks.length > 1)
    return <p className={ui.note}>There's no win probability for a matchup over several NFL weeks.</p>
  if (matchup.state === 'not_played') return null
  if (matchup.state === 'before')
    return <p className={ui.note}>The win probability chart starts with the first game of this matchup.</p>
  return <LoadedChart league={league} season={season} matchup={matchup} />
}

function LoadedChart({ league, season, matchup }: Omit<Props, 'format'>) {
  const query = useQuery(timelineQuery(league, { season, week: matchup.week, game: matchup.id }))
  const skeleton = <Skeleton label="Loading the win probability" rows={1} height={CHART_HEIGHT} />
  return (
    <Loaded query={query} errorTitle="Failed to load the win probability" skeleton={skeleton}>
      {(timeline) =>
        timeline.facts === null && timeline.points.length < 3 ? (
          <p className={ui.note}>
            {matchup.state === 'final'
              ? "The win probability wasn't recorded during this matchup."
              : 'The win probability chart appears once the scores have changed a few times.'}
          </p>
        ) : (
          <Suspense fallback={skeleton}>
            <WinProbabilityChart matchup={matchup} timeline={timeline} />
          </Suspense>
        )
      }
    </Loaded>
  )
}
