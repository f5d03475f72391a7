import { EmptyState } from '../../ui/empty-state.tsx'
import { MatchupSummary } from './matchup-summary.tsx'
import styles from './matchup-view.module.css'
import { SlotTable } from './slot-table.tsx'
import type { MyMatchupResponse } from './use-matchups.ts'

type Props = {
  response: Pick<MyMatchupResponse, 'assigned' | 'matchup' | 'season'>
  /** Whether it is of a season before the current one. */
  isEarlier?: boolean
  /** Whether another week is on its way. */
  isPlaceholderData?: boolean
}

/** The caller's game of a week, or why there is none. */
export function MatchupView({
  response: { assigned, matchup, season },
  isEarlier = false,
  isPlaceholderData = false,
}: Props) {
  if (!assigned && isEarlier) {
    return (
      <EmptyState isFramed hint="The Scoreboard has the games of that season.">
        You had no team in {season}.
      </EmptyState>
    )
  }
  if (!assigned) {
    return (
      <EmptyState isFramed hint="An admin of the league can assign yours.">
        No team assigned.
      </EmptyState>
    )
  }
  if (matchup === null) {
    return (
      <EmptyState
        isFramed
        hint="Your team has a bye, or the games are not known yet. The Scoreboard has the others."
      >
        No matchup this week.
      </EmptyState>
    )
  }
  const hasLineups = matchup.away.lineup !== null || matchup.home.lineup !== null
  return (
    <div className={styles['view']} data-old={isPlaceholderData || undefined}>
      <MatchupSummary game={matchup} />
      {hasLineups ? (
        <>
          <SlotTable game={matchup} />
          {matchup.nfl_weeks.length > 1 && matchup.lineup_week !== null ? (
            <p className={styles['note']}>
              Line-ups of NFL week {matchup.lineup_week}; the scores above are of all weeks of the game.
            </p>
          ) : null}
        </>
      ) : (
        <EmptyState isFramed hint="They come with a refresh; some weeks are stored with their scores alone.">
          No line-ups are stored for this week.
        </EmptyState>
      )}
    </div>
  )
}
