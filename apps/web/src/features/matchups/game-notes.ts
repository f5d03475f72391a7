import { createContext, type ReactNode } from 'react'
import type { Matchup } from './use-matchups.ts'

export type NotedGame = Pick<Matchup, 'id' | 'state' | 'is_playoff'> & {
  away: Pick<Matchup['away'], 'team_id' | 'name'>
  home: Pick<Matchup['home'], 'team_id' | 'name'>
}

type GameNotes = {
  /** What a win of a team of the game means for the user's team, beside the name of that team. */
  renderChip: (game: NotedGame, of: { season: number; team: number; myTeam: number }) => ReactNode
  /** What the game means for both of its teams. */
  renderDetails: (game: NotedGame, season: number) => ReactNode
}

/** What the screen around the matchups adds to each game. */
export const GameNotesContext = createContext<GameNotes>({
  renderChip: () => null,
  renderDetails: () => null,
})
