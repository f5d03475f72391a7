import { type ReactNode, Suspense } from 'react'
import { GameNotesContext, type NotedGame } from '../../features/matchups/game-notes.ts'
import { lazyNamed } from '../../ui/lazy-named.ts'

const GameStakes = lazyNamed(() => import('../../features/insights/race/game-stakes.tsx'), 'GameStakes')

/** Shows below each open game of the regular season what is at stake in it. */
export function GameStakesNotes({ league, children }: { league: string; children: ReactNode }) {
  const renderStakes = ({ id, state, is_playoff: isPlayoff, away, home }: NotedGame, season: number) =>
    state === 'final' || state === 'not_played' || isPlayoff ? null : (
      <Suspense fallback={null}>
        <GameStakes league={league} season={season} gameId={id} teams={[away, home]} />
      </Suspense>
    )
  return <GameNotesContext value={renderStakes}>{children}</GameNotesContext>
}
