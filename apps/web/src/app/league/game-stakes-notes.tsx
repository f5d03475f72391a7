import type { ReactNode } from 'react'
import { GameStakes, StakeChip } from '../../features/insights/race/game-stakes.tsx'
import { GameNotesContext, type NotedGame } from '../../features/matchups/game-notes.ts'

export function GameStakesNotes({ league, children }: { league: string; children: ReactNode }) {
  const ifOpen = ({ state, is_playoff: isPlayoff }: NotedGame, stakes: ReactNode) =>
    state === 'final' || state === 'not_played' || isPlayoff ? null : stakes
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
