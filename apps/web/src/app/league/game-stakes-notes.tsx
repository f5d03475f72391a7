import { type ReactNode, Suspense } from 'react'
import { GameNotesContext, type NotedGame } from '../../features/matchups/game-notes.ts'
import { lazyNamed } from '../../ui/lazy-named.ts'

const loadStakes = () => import('../../features/insights/race/game-stakes.tsx')

const GameStakes = lazyNamed(loadStakes, 'GameStakes')
const StakeChip = lazyNamed(loadStakes, 'StakeChip')

export function GameStakesNotes({ league, children }: { league: string; children: ReactNode }) {
  const ifOpen = ({ state, is_playoff: isPlayoff }: NotedGame, stakes: ReactNode) =>
    state === 'final' || state === 'not_played' || isPlayoff ? null : (
      <Suspense fallback={null}>{stakes}</Suspense>
    )
  return (
    <GameNotesContext
      value={{
        renderChip: (game, of) => ifOpen(game, <StakeChip league={league} gameId={game.id} {...of} />),
        renderDetails: (game, season) =>
          ifOpen(
            game,
            <GameStakes league={league} season={season} gameId={game.id} teams={[game.away, game.home]} />,
          ),
      }}
    >
      {children}
    </GameNotesContext>
  )
}
