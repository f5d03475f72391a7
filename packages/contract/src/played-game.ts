import { z } from 'zod'

/** A finished game of two sides. Owners are null where nobody owned the team. */
export const PlayedGame = z.object({
  season: z.int(),
  /** The provider's matchup period. */
  week: z.int(),
  /** With the season, what the game is found by. */
  game_id: z.int(),
  is_playoff: z.boolean(),
  /** The provider's word: an adjustment that decided the game may be missing in the scores. */
  result: z.enum(['home', 'away', 'tie']),
  home_owner: z.string().nullable(),
  away_owner: z.string().nullable(),
  home_team: z.string(),
  away_team: z.string(),
  home_score: z.number(),
  away_score: z.number(),
})

export type PlayedGame = z.infer<typeof PlayedGame>
