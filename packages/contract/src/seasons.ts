import { SEASON_DEPTHS, SEASON_SOURCES } from '@fieldhouse/domain/season-replacement'
import { z } from 'zod'
import { Instant, LeaguePath } from './fields.ts'
import type { Operation } from './operation.ts'

export const MAX_SEASON_FILES = 10

/** Something about a stored season that a person should know. */
const SeasonFinding = z.object({
  /** A word for programs, such as `wins_and_losses`. */
  code: z.string(),
  detail: z.string(),
  /** NFL week; null when it is about the whole season. */
  week: z.int().nullable(),
  game_id: z.int().nullable(),
})

const StoredSeason = z.object({
  season: z.int(),
  source: z.enum(SEASON_SOURCES),
  depth: z.enum(SEASON_DEPTHS),
  teams: z.int(),
  games: z.int(),
  /** The names of the files that it was made of. */
  files: z.array(z.string()),
  findings: z.array(SeasonFinding),
})

/** The form's field is `files`, once for each file. All seasons in them are stored, or none. */
export const uploadSeasons = {
  method: 'POST',
  url: '/api/league/:league/seasons/upload/',
  config: {
    access: 'league_admin',
    errors: [
      'league_not_found',
      'too_large',
      'unsupported_media_type',
      'malformed_body',
      'job_running',
      'poorer_season',
    ],
  },
  schema: {
    summary: `Stores seasons from captured JSON or from CSV, at most ${MAX_SEASON_FILES} files, as the form field \`files\``,
    tags: ['history'],
    params: LeaguePath,
    consumes: ['multipart/form-data'],
    response: { 200: z.object({ seasons: z.array(StoredSeason) }) },
  },
} as const satisfies Operation

/** Why a season could not be read when it was asked for last. */
const SeasonFailure = z.object({ reason: z.string(), at: Instant })

/** Newest first. */
export const listSeasons = {
  method: 'GET',
  url: '/api/league/:league/seasons/',
  config: { access: 'member', errors: ['league_not_found'] },
  schema: {
    summary: 'Which seasons are stored, where each came from and what is known of it',
    tags: ['history'],
    params: LeaguePath,
    response: {
      200: z.object({
        seasons: z.array(
          StoredSeason.omit({ files: true }).extend({
            /** Whether it is over. */
            is_final: z.boolean(),
            fetched_at: Instant,
            /** Since it was stored; null when it could be read, or was not asked for. */
            last_failure: SeasonFailure.nullable(),
          }),
        ),
        /** Seasons that were asked for, could not be read and are not stored. */
        missing: z.array(SeasonFailure.extend({ season: z.int() })),
      }),
    },
  },
} as const satisfies Operation

/** A CSV to fill in and upload: every week's scores, or the final table alone. */
export const getSeasonTemplate = {
  method: 'GET',
  url: '/api/league/:league/seasons/template/',
  config: { access: 'league_admin', errors: ['league_not_found'] },
  schema: {
    summary: 'A CSV with the columns of a season from elsewhere, and rows that show how to fill them',
    tags: ['history'],
    params: LeaguePath,
    querystring: z.object({ kind: z.enum(['scores', 'standings']).default('scores') }),
    produces: ['text/csv'],
    response: { 200: z.string() },
  },
} as const satisfies Operation
