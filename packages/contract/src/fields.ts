import { LEAGUE_ROLES } from '@fieldhouse/domain/roles'
import { z } from 'zod'

/** The name of a league in a path. */
export const LeaguePath = z.object({ league: z.string().min(1).max(400) })

/** A year, as a number or as its digits. */
export const SeasonYear = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^\d{4}$/, 'A season is a year of four digits.'),
  ])
  .transform(Number)
  .pipe(
    z
      .int('A season is a year.')
      .min(1999, 'The first season is 1999.')
      .max(2100, 'That season is too far away.'),
  )

/** A week of the NFL's regular season, as a number or as its digits. */
export const WeekNumber = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^\d{1,2}$/, 'A week is a number.'),
  ])
  .transform(Number)
  .pipe(z.int('A week is a whole number.').min(1, 'The first week is 1.').max(18, 'The last week is 18.'))

export const SeasonQuery = z.object({ season: SeasonYear.optional() })

export const SeasonWeekQuery = z.object({ season: SeasonYear.optional(), week: WeekNumber.optional() })

/** An answer that only says that it was done. */
export const MessageResponse = z.object({ message: z.string() })

/** Milliseconds since 1970 are for storage; on the wire an instant is ISO 8601 in UTC. */
export const Instant = z.iso.datetime()

export const LeagueRole = z.enum(LEAGUE_ROLES)

export const Username = z
  .string()
  .trim()
  .min(1, 'Name a user.')
  .max(64, 'A username has at most 64 characters.')

/** How fresh an answer is. */
export const Freshness = z.object({
  /** When the data was last read from the provider; null before the first refresh. */
  updated_at: Instant.nullable(),
  /** Why the last refresh brought nothing new; null when it was good. */
  last_error: z.string().nullable(),
})
