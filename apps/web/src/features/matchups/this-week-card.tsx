import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { leadingSide } from './format.ts'
import { formatScores } from './format-scores.ts'
import { GameStatus } from './game-status.tsx'
import { ProjectionBar } from './projection-bar.tsx'
import { TeamScoreRow } from './team-score-row.tsx'
import styles from './this-week-card.module.css'
import type { MyMatchupResponse } from './use-matchups.ts'
import { WinChanceLine } from './win-chance-line.tsx'

type Props = { response: Pick<MyMatchupResponse, 'assigned' | 'matchup'> }

/** The content of the 'This week' card: the user's matchup. The card is a link, so this has no controls. */
export function ThisWeekCard({ response: { assigned, matchup } }: Props) {
  if (!assigned)
    return <EmptyState hint="Ask a league admin to assign your team.">No team assigned.</EmptyState>
  if (matchup === null) return <EmptyState hint="See the other matchups.">No matchup this week.</EmptyState>
  const leader = leadingSide(matchup)
  const scores = formatScores(matchup)
  return (
    <div className={styles['card']}>
      <GameStatus game={matchup} />
      <TeamScoreRow team={matchup.away} score={scores.away} isAhead={leader === 'away'} />
      <TeamScoreRow team={matchup.home} score={scores.home} isAhead={leader === 'home'} />
      <div className={styles['outlook']}>
        <ProjectionBar game={matchup} />
        <WinChanceLine game={matchup} />
      </div>
    </div>
  )
}
