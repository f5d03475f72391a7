import { Empty } from '../../ui/empty.tsx'
import { ChanceLine } from './chance-line.tsx'
import { GameStatus } from './game-status.tsx'
import { scoresOf } from './scores.ts'
import { ShareBar } from './share-bar.tsx'
import { SideRow } from './side-row.tsx'
import styles from './this-week-card.module.css'
import type { MatchupAnswer } from './use-matchups.ts'
import { leaderOf } from './wording.ts'

type Props = { answer: Pick<MatchupAnswer, 'assigned' | 'matchup'> }

/** What stands in the card 'This week': the caller's game, without anything to press. */
export function ThisWeekCard({ answer: { assigned, matchup } }: Props) {
  if (!assigned) return <Empty hint="An admin of the league can assign yours.">No team assigned.</Empty>
  if (matchup === null) return <Empty hint="See who else plays.">No matchup this week.</Empty>
  const leader = leaderOf(matchup)
  const scores = scoresOf(matchup)
  return (
    <div className={styles['card']}>
      <GameStatus game={matchup} />
      <SideRow team={matchup.away} score={scores.away} isAhead={leader === 'away'} />
      <SideRow team={matchup.home} score={scores.home} isAhead={leader === 'home'} />
      <div className={styles['outlook']}>
        <ShareBar game={matchup} />
        <ChanceLine game={matchup} />
      </div>
    </div>
  )
}
