import { RECORD_NAMES } from '@fieldhouse/domain/history/league-records'
import { DATE_ORDERS, DECIMAL_MARKS } from '@fieldhouse/domain/interchange/cell-text'
import { PROVIDER_NAMES } from '@fieldhouse/domain/league/league-providers'
import { TABLE_KINDS } from '@fieldhouse/domain/seasons/season-csv'
import { FILE_SOURCES, SEASON_DEPTHS, SEASON_SOURCES } from '@fieldhouse/domain/seasons/season-replacement'
import { OWNER_TEAMS_MEANINGS } from '@fieldhouse/domain/seasons/table-row'
import { z } from 'zod'
import { ImportMark, Instant, MessageResponse, SeasonOrigin, SeasonYear } from '../fields.ts'
import { PlayedGame } from '../history/history.ts'
import { ARCHIVE, UPLOAD_SEASONS } from '../limits.ts'
import { LineupSpot } from '../matchups.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'

const { get, post } = operationsOf('history')
const admin = operationsOf('admin')

const GameTeam = z.object({
  team_id: z.int(),
  logo: z.string().nullable(),
  picture: z.string().nullable(),
})

/** Starters in slot order, then the other players; null if the team's lineup is not stored. */
const WeekLineup = z.array(LineupSpot).nullable()

export const getGame = get('/api/league/:league/games/:season/:game/', {
  summary: 'Returns a finished game of any season, with both lineups if they are stored',
  ...MEMBER_READ,
  errors: ['game_not_found'],
  response: z.object({
    game: PlayedGame,
    home: GameTeam,
    away: GameTeam,
    /** The NFL weeks over which the game was played; some playoff games last several. */
    nfl_weeks: z.array(z.int()),
    /** The weeks for which a lineup is stored, in order. */
    lineups: z.array(z.object({ week: z.int(), home: WeekLineup, away: WeekLineup })),
    records: z.array(z.enum(RECORD_NAMES)),
  }),
})

/** A season of Sleeper consists of up to 45 responses. */
export const MAX_SEASON_FILES = 60
/** In zip files. */
export const MAX_UNPACKED_FILES = 200

const SeasonFinding = z.object({
  code: z.string(),
  detail: z.string(),
  /** NFL week; null if the finding concerns the whole season. */
  week: z.int().nullable(),
  game_id: z.int().nullable(),
})

/** What an admin knows about a season that its files do not contain. Sent as JSON in the form field `answers`. */
export const SeasonAnswers = z
  .array(
    z.object({
      season: z.int(),
      regular_season_periods: z.int().min(1).max(18).nullable().default(null),
      /** Team IDs, the champion first. */
      podium: z.array(z.int()).max(3).default([]),
      /** The mark before the decimals of points that can be read in two ways, such as 1.402. */
      decimal_mark: z.enum(DECIMAL_MARKS).nullable().default(null),
      /** What is first in dates that can be read in two ways, such as 10/9/2014. */
      date_order: z.enum(DATE_ORDERS).nullable().default(null),
      owners: z
        .array(z.object({ owner: z.string().max(1000), meaning: z.enum(OWNER_TEAMS_MEANINGS) }))
        .max(40)
        .default([]),
    }),
  )
  .max(100)

export type SeasonAnswers = z.input<typeof SeasonAnswers>

const StoredSeason = z.object({
  season: z.int(),
  source: z.enum([...PROVIDER_NAMES, ...FILE_SOURCES]),
  /** Whose data it is, read or uploaded; null for a CSV file. */
  provider: z.enum(PROVIDER_NAMES).nullable(),
  /** The league archive that contained the season; absent for one that was stored on this server. */
  imported: ImportMark.optional(),
  /** Absent for a season that was read from its provider, or from its captured responses. */
  origin: SeasonOrigin.optional(),
  depth: z.enum(SEASON_DEPTHS),
  teams: z.int(),
  games: z.int(),
  files: z.array(z.string()),
  findings: z.array(SeasonFinding),
})

const PreviewedTeam = z.object({
  team_id: z.int(),
  name: z.string(),
  owners: z.array(z.string()),
})

const PreviewedSeason = z.object({
  season: z.int(),
  files: z.array(z.string()),
  is_stored: z.boolean(),
  rejection: z.string().optional(),
  /** null if the files only add lineups, a draft or transactions to the stored season. */
  contents: z
    .object({
      source: z.enum(SEASON_SOURCES),
      depth: z.enum(SEASON_DEPTHS),
      replaces: z.object({ depth: z.enum(SEASON_DEPTHS), teams: z.int(), games: z.int() }).optional(),
      archive: z.object({ lineup_weeks: z.int(), draft_picks: z.int(), transactions: z.int() }).optional(),
      games: z.int(),
      regular_season_periods: z.int().nullable(),
      /** By name. */
      teams: z.array(PreviewedTeam),
      /** The champion first; empty if the champion is unknown. */
      podium: z.array(PreviewedTeam),
      findings: z.array(SeasonFinding),
      /**
       * What the files leave open. The season is stored without the answers about the regular season and the podium.
       * Those with `is_answered` have to be answered: otherwise the upload is refused with `questions_open`.
       */
      questions: z.array(
        z.discriminatedUnion('kind', [
          z.object({
            kind: z.literal('decimal_mark'),
            /** Points that can be read in two ways, as in the file. */
            example: z.string(),
            is_answered: z.boolean(),
          }),
          z.object({
            kind: z.literal('owner_teams'),
            owner: z.string(),
            teams: z.array(z.string()),
            choices: z.array(z.enum(OWNER_TEAMS_MEANINGS)),
            is_answered: z.boolean(),
          }),
          z.object({
            kind: z.literal('date_order'),
            /** A date that can be read in two ways, as in the file. */
            example: z.string(),
            is_answered: z.boolean(),
          }),
          z.object({
            kind: z.literal('regular_season'),
            /** The matchup periods with games, each with its NFL weeks, which may be unknown. */
            periods: z.array(z.object({ period: z.int(), weeks: z.array(z.int()) })),
          }),
          z.object({ kind: z.literal('podium') }),
        ]),
      ),
    })
    .nullable(),
})

const UPLOAD_ERRORS = ['too_large', 'unsupported_media_type', 'malformed_body', 'poorer_season'] as const

/**
 * The same form as for the upload. Stores nothing, and rejects what the upload would reject. Of several seasons, those
 * that the upload would reject have a `rejection`, unless it would reject them all.
 */
export const previewSeasons = post('/api/league/:league/seasons/preview/', {
  summary: 'Shows what an upload of these files would store, with its findings and open questions',
  access: 'league_admin',
  errors: UPLOAD_ERRORS,
  limits: UPLOAD_SEASONS,
  consumes: ['multipart/form-data'],
  response: z.object({ seasons: z.array(PreviewedSeason) }),
})

/**
 * The form has one `files` field per file and, before them, two optional fields: `answers`, and `seasons`, a JSON array
 * of the seasons to store. Either all of these seasons are stored or none. Files are captured responses of ESPN, league
 * files (`GET /api/league-file-schema/`), tables as CSV, or zip files of them.
 */
export const uploadSeasons = post('/api/league/:league/seasons/upload/', {
  summary: `Stores seasons from league files, captured JSON or CSV: at most ${MAX_SEASON_FILES} files in the form field \`files\``,
  access: 'league_admin',
  errors: [...UPLOAD_ERRORS, 'questions_open', 'job_running'],
  limits: UPLOAD_SEASONS,
  consumes: ['multipart/form-data'],
  response: z.object({ seasons: z.array(StoredSeason) }),
})

const SeasonFailure = z.object({ reason: z.string(), at: Instant })

/** Newest first. */
export const listSeasons = get('/api/league/:league/seasons/', {
  summary: 'Stored seasons with their source, depth and findings',
  ...MEMBER_READ,
  response: z.object({
    seasons: z.array(
      StoredSeason.omit({ files: true }).extend({
        is_final: z.boolean(),
        fetched_at: Instant,
        /** The last failure since the season was stored; null if no later attempt failed. */
        last_failure: SeasonFailure.nullable(),
      }),
    ),
    /** Seasons that were requested but could not be read and are not stored. */
    missing: z.array(SeasonFailure.extend({ season: z.int() })),
  }),
})

/** The zip of tables leaves out what has no column, such as logos and corrections. */
export const exportSeasons = get('/api/league/:league/seasons/export/', {
  summary: 'Exports stored seasons as a file that any Fieldhouse can import',
  access: 'league_admin',
  errors: ['season_not_found'],
  limits: ARCHIVE,
  querystring: z.object({
    format: z.enum(['json', 'csv']).default('json'),
    /** Without it, all stored seasons. */
    season: SeasonYear.optional(),
  }),
  produces: ['application/json', 'application/zip'],
  response: z.file(),
})

export const getLeagueFileSchema = get('/api/league-file-schema/', {
  summary: 'The JSON Schema of files with seasons of a league',
  access: 'anyone',
  response: z.record(z.string(), z.unknown()),
})

/** A CSV template to fill in and upload. `scores` or `standings` are enough for a season; the others add to them. */
export const getSeasonTemplate = get('/api/league/:league/seasons/template/', {
  summary: 'CSV template for uploading a season, with example rows',
  access: 'league_admin',
  querystring: z.object({ kind: z.enum(TABLE_KINDS).default('scores') }),
  produces: ['text/csv'],
  response: z.string(),
})

/** Returns a zip file, streamed while it is being written. */
export const exportLeague = admin.get('/api/league/:league/export/', {
  summary: 'Exports all data of a league as one archive, without secrets',
  access: 'league_admin',
  stepUp: true,
  limits: ARCHIVE,
  produces: ['application/zip'],
  response: z.file(),
})

/** The form has an optional `name` field, which renames the league, followed by `file`. */
export const importLeague = admin.post('/api/import-league/', {
  summary: 'Creates a league from an archive in the form field `file`, optionally under another `name`',
  access: 'staff',
  stepUp: true,
  limits: ARCHIVE,
  errors: [
    'archive_unreadable',
    'league_name_required',
    'league_name_taken',
    'too_large',
    'unsupported_media_type',
    'malformed_body',
  ],
  consumes: ['multipart/form-data'],
  response: MessageResponse.extend({
    league: z.string(),
    /** People whose username an account on this server already has. What they wrote is not linked to it. */
    matched: z.array(z.string()),
    /** Usernames of new accounts; they can sign in after a password reset. */
    created: z.array(z.string()),
  }),
})
