import { z } from 'zod'

/** The NFL game of a player's team, as the scoreboard last reported it. */
export const PlayerGame = z.object({
  phase: z.enum(['scheduled', 'playing', 'halftime', 'delayed', 'final', 'postponed', 'canceled']),
  /** Unix time in milliseconds; null until the time is set. */
  kickoff_ts: z.int().nullable(),
  home_team: z.string(),
  away_team: z.string(),
  home_score: z.int().nullable(),
  away_score: z.int().nullable(),
  /** The quarter, 1 to 4; 5 and more in overtime. null before the game and if unknown. */
  period: z.int().nullable(),
  /** Seconds left in the period; null before the game and if unknown. */
  clock_seconds: z.int().nullable(),
  /** Whether the player's team has the ball within 20 yards of the end zone. Always false for a defense. */
  is_red_zone: z.boolean(),
  /** When the scoreboard reported the game, as Unix time in milliseconds; null if it has not. */
  observed_ts: z.int().nullable(),
})

export type PlayerGame = z.infer<typeof PlayerGame>

/** A change of an NFL game. `is_red_zone` is about the team with the ball, null for neither. */
export const NflGameUpdate = PlayerGame.extend({ ball_team: z.string().nullable() })

export type NflGameUpdate = z.infer<typeof NflGameUpdate>
