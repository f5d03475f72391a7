import { describeFormat, hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { hasProjections, ProjectionsContext } from '../../ui/feedback/no-projections.tsx'
import { GameScore, WinBar, WinChanceLine } from './game-score.tsx'
import styles from './this-week-card.module.css'
import type { MyMatchupResponse } from './use-matchups.ts'

type Props = { response: Pick<MyMatchupResponse, 'assigned' | 'matchup' | 'scoring_format' | 'provider'> }

/** The content of the 'This week' card: the user's matchup. The card is a link, so this has no controls. */
export function ThisWeekCard({ response }: Props) {
  const { assigned, matchup, scoring_format: format } = response
  if (!hasMatchups(format)) return <EmptyState>{describeFormat(format)}</EmptyState>
  if (!assigned)
    return <EmptyState hint="Ask a league admin to assign your team.">No team assigned.</EmptyState>
  if (matchup === null) return <EmptyState hint="See the other matchups.">No matchup this week.</EmptyState>
  return (
    <div className={styles.card}>
      <ProjectionsContext value={hasProjections(response)}>
        <GameScore game={matchup} />
      </ProjectionsContext>
      <div className={styles.outlook}>
        <WinBar game={matchup} />
        <WinChanceLine game={matchup} />
      </div>
    </div>
  )
}
