import { PROVIDER_NAMES } from '@fieldhouse/domain/league/league-providers'
import { cleanMemberText } from '@fieldhouse/domain/league/mentions'
import { REPORTED_KINDS } from '@fieldhouse/domain/league/moderation'
import { LEAGUE_ROLES } from '@fieldhouse/domain/league/roles'
import { SCORING_FORMATS } from '@fieldhouse/domain/seasons/scoring-format'
import { z } from 'zod'

/** What a person writes for others. */
export const MemberText = z.string().overwrite(cleanMemberText)

/** The arguments of `max` for a text that people write. */
export const atMost = (noun: string, max: number): [max: number, message: string] => [
  max,
  `Keep ${noun} to ${max.toLocaleString('en-US')} characters or fewer.`,
]

export const numberOrDigits = (digits: z.ZodString) => z.union([z.number(), digits]).transform(Number)

/** A number of up to nine digits that counts something, such as a version. */
export const countedFrom = (min: number, noun: string) =>
  numberOrDigits(z.string().regex(/^\d{1,9}$/, `${noun} must be a whole number.`)).pipe(
    z
      .int(`${noun} must be a whole number.`)
      .min(min, `${noun} must be ${min} or later.`)
      .max(999_999_999, `${noun} is too large.`),
  )

/** How many items a page has. */
export const PageLimit = numberOrDigits(z.string().regex(/^\d{1,3}$/, 'The limit must be a number.')).pipe(
  z
    .int('The limit must be a whole number.')
    .min(1, 'The limit must be at least 1.')
    .max(100, 'The limit must be at most 100.'),
)

export const SeasonYear = numberOrDigits(
  z
    .string()
    .trim()
    .regex(/^\d{4}$/, 'Season must be a four-digit year.'),
).pipe(
  z
    .int('Season must be a year.')
    .min(1999, 'Season must be 1999 or later.')
    .max(2100, 'Season must be 2100 or earlier.'),
)

const weekFrom = (first: number, last: number) =>
  numberOrDigits(
    z
      .string()
      .trim()
      .regex(/^\d{1,2}$/, 'Week must be a number.'),
  ).pipe(
    z
      .int('Week must be a whole number.')
      .min(first, `Week must be ${first} or later.`)
      .max(last, `Week must be ${last} or earlier.`),
  )

/** A week of the NFL's regular season, as a number or a string of digits. */
export const WeekNumber = weekFrom(1, 18)

/** The same, or 0 for the time before week 1. */
export const WeekOrPreseason = weekFrom(0, 18)

/** The provider's matchup period, which can be outside of the NFL's season. */
export const MatchupPeriod = weekFrom(1, 99)

/** The largest integer that the ID columns of both databases store. */
export const MAX_ID = 2_147_483_647

const providerId = (pattern: RegExp, noun: string) =>
  numberOrDigits(z.string().regex(pattern, `That is not a valid ${noun} ID.`)).pipe(
    z
      .int(`That is not a valid ${noun} ID.`)
      .min(-2_147_483_648, `That ${noun} ID is out of range.`)
      .max(MAX_ID, `That ${noun} ID is out of range.`),
  )

/** The provider's game ID, as a number or a string of digits. Unique within a season. */
export const GameId = providerId(/^\d{1,10}$/, 'game')

export const TeamId = providerId(/^\d{1,10}$/, 'team')

/** The provider's player ID, as a number or a string of digits. Negative for a team defense. */
export const PlayerId = providerId(/^-?\d{1,10}$/, 'player')

/** The ID of a feed item or comment, as a number or as a string of digits. */
export const ItemId = numberOrDigits(z.string().regex(/^\d{1,10}$/, 'The ID must be a whole number.')).pipe(
  z
    .int('The ID must be a whole number.')
    .min(1, 'The ID must be at least 1.')
    .max(MAX_ID, 'The ID is too large.'),
)

/** The name of an owner as the history lists it, case-insensitive. */
export const OwnerName = z.string().trim().min(1, 'Choose an owner.').max(200, 'That owner name is too long.')

/** What a parameter of an address is, unless the operation states other ones. */
export const PATH_PARAMETERS = {
  league: z.string().min(1).max(400),
  season: SeasonYear,
  week: MatchupPeriod,
  game: GameId,
  team: TeamId,
  player: PlayerId,
  owner: OwnerName,
  /** The provider's ID of the trade. */
  trade: z.string().regex(/^[\w-]{1,64}$/, 'That is not a valid trade ID.'),
  /** Whether `id` is an item of the feed, or a comment on one or on a trade. */
  kind: z.enum(REPORTED_KINDS, 'The kind is post, proposal, media or comment.'),
  id: ItemId,
  comment: ItemId,
}

export const SeasonOrigin = z.object({
  /** Where the season was played, such as `yahoo`; null if the files do not say it. */
  platform: z.string().nullable(),
  files: z.array(z.string()),
})

export type SeasonOrigin = z.infer<typeof SeasonOrigin>

/** Wins, losses and ties in the regular season. */
export const TeamRecord = z.object({ wins: z.int(), losses: z.int(), ties: z.int() })

/** The same of a team whose record can be unknown, or whose season has none. All are null then. */
export const TeamRecordOrNull = z.object({
  wins: z.int().nullable(),
  losses: z.int().nullable(),
  ties: z.int().nullable(),
})

/**
 * How the season's standings are decided: by matchups in points or in categories, or without matchups by the points of
 * the whole season or by ranks in categories (roto). Categories and roto have no points; total points and roto have no
 * wins and losses. Fields without meaning are 0, null or empty.
 */
export const ScoringFormat = z.enum(SCORING_FORMATS)

export const SeasonQuery = z.object({ season: SeasonYear.optional() })

export const SeasonPeriodQuery = z.object({
  season: SeasonYear.optional(),
  /** A matchup period, or an NFL week of a longer one whose number no period has. */
  week: MatchupPeriod.optional(),
})

export const SeasonWeekQuery = z.object({ season: SeasonYear.optional(), week: WeekNumber.optional() })

/**
 * What the client read of the fields that it changes. If somebody has saved another value since, nothing is saved and
 * the response is `edit_conflict` with the newer value. Fields that are left out are not compared.
 */
export const Expected = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).partial().optional()

/** A response that only confirms success, as text for users. */
export const MessageResponse = z.object({ message: z.string() })

/** A time in ISO 8601, in UTC. The database stores milliseconds since 1970 instead. */
export const Instant = z.iso.datetime()

export const ImportMark = z.object({
  /** A username; null for a command on the server. */
  by: z.string().nullable(),
  at: Instant,
})

export type ImportMark = z.infer<typeof ImportMark>

/** The ID of a league on ESPN, or any URL that contains `leagueId=digits`. */
export const EspnLeagueIdInput = z.union([z.int(), z.string().max(2000, 'That URL is too long.')])

export const LeagueRole = z.enum(LEAGUE_ROLES)

/** A password as a user entered it, which may be an old one. New ones have a minimum length. */
export const Password = z.string().max(1024, 'Password must be 1,024 characters or fewer.')

export const NewPassword = Password.min(8, 'Password must be at least 8 characters.')

/** Whether API tokens and the addresses for calendar apps and feed readers outlive a change of the password. */
export const KeepTokens = z.boolean().default(false)

export const Username = z
  .string()
  .trim()
  .min(1, 'Enter a username.')
  .max(64, 'Username must be 64 characters or fewer.')

export const Freshness = z.object({
  /** When the data was last read from the provider; null before the first refresh. */
  updated_at: Instant.nullable(),
  last_error: z.string().nullable(),
  /**
   * Whose data they are; null for a season from a CSV file and for one that is not stored. Missing in responses about
   * several seasons, and in those that a page cached before it was added.
   */
  provider: z.enum(PROVIDER_NAMES).nullable().optional(),
})

/** What responses about one season begin with. */
export const SeasonHeader = Freshness.extend({
  season: z.int(),
  /** Those that have what was requested, newest first. */
  seasons: z.array(z.int()),
  scoring_format: ScoringFormat,
})

/**
 * The address of a team's page at the provider; null if it has none. Missing in responses that a page cached before it
 * was added.
 */
export const TeamUrl = z.string().nullable().optional()

/**
 * The color of a team, as `#rrggbb`, which no other team of the season has; null for a team missing from the season.
 * Missing in responses that a page cached before it was added.
 */
export const TeamColor = z.string().nullable().optional()

/** The people of a team, as other schemas spread them. */
export const TeamPeople = {
  /** Owner names from the provider, the primary owner first. */
  owners: z.array(z.string()),
  /** The display name of the assigned user; null if there is none. */
  assigned_user: z.string().nullable(),
  /** The names of the others who have the team; absent without any. */
  co_owners: z.array(z.string()).optional(),
}

/** A player by the provider's ID, which is negative for a team defense. */
export const PlayerLink = z.object({ player_id: z.int(), name: z.string(), position: z.string().nullable() })

export const TeamLink = z.object({
  /** The provider's ID. */
  team_id: z.int(),
  name: z.string(),
  logo: z.string().nullable(),
  color: TeamColor,
})

export const OwnedTeam = TeamLink.extend({ owner: z.string().nullable() })
