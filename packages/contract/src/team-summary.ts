import { z } from 'zod'

/** The columns that every standings table shares. Record and points are for the regular season. */
export const TeamSummary = z.object({
  name: z.string(),
  abbrev: z.string(),
  logo: z.string().nullable(),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
  /** The final rank, or the playoff seed until there is one; null before both. */
  rank: z.int().nullable(),
  points_for: z.number(),
  points_against: z.number(),
})

export type TeamSummary = z.infer<typeof TeamSummary>
