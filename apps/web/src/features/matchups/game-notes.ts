import { createContext, type ReactNode } from 'react'
import type { Matchup } from './use-matchups.ts'

export type NotedGame = Pick<Matchup, 'id' | 'state' | 'is_playoff'> & {
  away: Pick<Matchup['away'], 'team_id' | 'name'>
  home: Pick<Matchup['home'], 'team_id' | 'name'>
}

/** What the screen around the matchups shows below the scores of a game of a season. */
export const GameNotesContext = createContext<(game: NotedGame, season: number) => ReactNode>(() => null)
