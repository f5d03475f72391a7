import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { MatchupSummary } from './matchup-summary.tsx'
import styles from './matchup-view.module.css'
import { SlotTable } from './slot-table.tsx'
import type { MyMatchupResponse } from './use-matchups.ts'

type Props = {
  response: Pick<MyMatchupResponse, 'assigned' | 'matchup' | 'season'>
  /** Whether the season is before the current one. */
  isEarlier?: boolean
  /** Whether another week is loading. */
  isPlaceholderData?: boolean
}

/** The user's matchup of a week, or the reason why there is none. */
export function MatchupView({
  response: { assigned, matchup, season },
  isEarlier = false,
  isPlaceholderData = false,
}: Props) {
  if (!assigned && isEarlier) {
    return (
      <EmptyState isFramed hint="See the Scoreboard for that season's matchups.">
        You didn't have a team in {season}.
      </EmptyState>
    )
  }
  if (!assigned) {
    return (
      <EmptyState isFramed hint="Ask a league admin to assign your team.">
        No team assigned.
      </EmptyState>
    )
  }
  if (matchup === null) {
    return (
      <EmptyState
        isFramed
        hint="Your team is on bye, or the schedule isn't set yet. See the Scoreboard for other matchups."
      >
        No matchup this week.
      </EmptyState>
    )
  }
  const hasLineups = matchup.away.lineup !== null || matchup.home.lineup !== null
  return (
    <div className={styles['view']} data-stale={isPlaceholderData || undefined}>
      <MatchupSummary game={matchup} />
      {hasLineups ? (
        <>
          <SlotTable game={matchup} />
          {matchup.nfl_weeks.length > 1 && matchup.lineup_week !== null ? (
            <p className={styles['note']}>
              Lineups are for NFL week {matchup.lineup_week}. The scores above cover every week of the
              matchup.
            </p>
          ) : null}
        </>
      ) : (
        <EmptyState isFramed hint="Lineups appear after a refresh. Some weeks only have scores.">
          Lineups aren't available for this week.
        </EmptyState>
      )}
    </div>
  )
}
