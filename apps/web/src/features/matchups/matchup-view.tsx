import { Empty } from '../../ui/empty.tsx'
import { FaceToFace } from './face-to-face.tsx'
import styles from './matchup-view.module.css'
import { SlotTable } from './slot-table.tsx'
import type { MatchupAnswer } from './use-matchups.ts'

type Props = {
  answer: Pick<MatchupAnswer, 'assigned' | 'matchup' | 'season'>
  /** Whether it is of a season before the current one. */
  isEarlier?: boolean
  /** Whether another week is on its way. */
  isOld?: boolean
}

/** The caller's game of a week, or why there is none. */
export function MatchupView({
  answer: { assigned, matchup, season },
  isEarlier = false,
  isOld = false,
}: Props) {
  if (!assigned && isEarlier) {
    return (
      <Empty isFramed hint="The Scoreboard has the games of that season.">
        You had no team in {season}.
      </Empty>
    )
  }
  if (!assigned) {
    return (
      <Empty isFramed hint="An admin of the league can assign yours.">
        No team assigned.
      </Empty>
    )
  }
  if (matchup === null) {
    return (
      <Empty
        isFramed
        hint="Your team has a bye, or the games are not known yet. The Scoreboard has the others."
      >
        No matchup this week.
      </Empty>
    )
  }
  const hasLineups = matchup.away.lineup !== null || matchup.home.lineup !== null
  return (
    <div className={styles['view']} data-old={isOld || undefined}>
      <FaceToFace game={matchup} />
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
        <Empty isFramed hint="They come with a refresh; some weeks are stored with their scores alone.">
          No line-ups are stored for this week.
        </Empty>
      )}
    </div>
  )
}
