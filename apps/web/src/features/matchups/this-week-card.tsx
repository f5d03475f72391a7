import { describeFormat, hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { EmptyState } from '../../ui/feedback/feedback.tsx'
import { hasProjections, ProjectionsContext } from '../../ui/feedback/freshness.tsx'
import { GameScore } from './game-score.tsx'
import type { Matchup, MyMatchupResponse } from './use-matchups.ts'

type Props = {
  response: Pick<MyMatchupResponse, 'assigned' | 'scoring_format' | 'provider'> & { matchup: Matchup | null }
}

/** The content of the 'This week' card: the user's matchup. The card is a link, so this has no controls. */
export function ThisWeekCard({ response }: Props) {
  const { assigned, matchup, scoring_format: format, provider } = response
  if (!hasMatchups(format)) return <EmptyState>{describeFormat(format)}</EmptyState>
  if (!assigned)
    return <EmptyState hint="Ask a league admin to assign your team.">No team assigned.</EmptyState>
  if (matchup === null) return <EmptyState hint="See the other matchups.">No matchup this week.</EmptyState>
  return (
    <ProjectionsContext value={hasProjections(response)}>
      <GameScore game={matchup} provider={provider} />
    </ProjectionsContext>
  )
}
