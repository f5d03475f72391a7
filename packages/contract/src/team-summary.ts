import { z } from 'zod'

/** What every table says of a team. Record and points are the regular season's. */
export const TeamSummary = z.object({
  name: z.string(),
  abbrev: z.string(),
  logo: z.string().nullable(),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
  /** The final rank, else the playoff seed; null before both. */
  rank: z.int().nullable(),
  points_for: z.number(),
  points_against: z.number(),
})

export type TeamSummary = z.infer<typeof TeamSummary>
