import { z } from 'zod'

/** A finished game between two teams. An owner is null if the team had none. */
export const PlayedGame = z.object({
  season: z.int(),
  /** The provider's matchup period. */
  week: z.int(),
  /** Identifies the game within its season. */
  game_id: z.int(),
  is_playoff: z.boolean(),
  /** As reported by the provider. The scores may lack an adjustment that decided the game. */
  result: z.enum(['home', 'away', 'tie']),
  home_owner: z.string().nullable(),
  away_owner: z.string().nullable(),
  home_team: z.string(),
  away_team: z.string(),
  home_score: z.number(),
  away_score: z.number(),
})

export type PlayedGame = z.infer<typeof PlayedGame>
