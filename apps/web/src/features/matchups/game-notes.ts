import { createContext, type ReactNode } from 'react'
import type { Matchup } from './use-matchups.ts'

export type NotedGame = Pick<Matchup, 'id' | 'state' | 'is_playoff'> & {
  away: Pick<Matchup['away'], 'team_id' | 'name'>
  home: Pick<Matchup['home'], 'team_id' | 'name'>
}

type GameNotes = {
  renderChip: (game: NotedGame, of: { season: number; team: number; myTeam: number }) => ReactNode
  renderDetails: (game: NotedGame, season: number) => ReactNode
}

export const GameNotesContext = createContext<GameNotes>({
  renderChip: () => null,
  renderDetails: () => null,
})
