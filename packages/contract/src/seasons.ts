import { SEASON_DEPTHS, SEASON_SOURCES } from '@fieldhouse/domain/seasons/season-replacement'
import { z } from 'zod'
import { Instant, LeaguePath } from './fields.ts'
import type { Operation } from './operation.ts'

export const MAX_SEASON_FILES = 10

/** An inconsistency in a stored season that an admin should know about. */
const SeasonFinding = z.object({
  /** A machine-readable code, such as `wins_and_losses`. */
  code: z.string(),
  detail: z.string(),
  /** NFL week; null if the finding concerns the whole season. */
  week: z.int().nullable(),
  game_id: z.int().nullable(),
})

const StoredSeason = z.object({
  season: z.int(),
  source: z.enum(SEASON_SOURCES),
  depth: z.enum(SEASON_DEPTHS),
  teams: z.int(),
  games: z.int(),
  /** The names of the files the season was built from. */
  files: z.array(z.string()),
  findings: z.array(SeasonFinding),
})

/** The form has one `files` field per file. Either all seasons in the files are stored or none. */
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
    summary: `Stores seasons from captured JSON or CSV: at most ${MAX_SEASON_FILES} files in the form field \`files\``,
    tags: ['history'],
    params: LeaguePath,
    consumes: ['multipart/form-data'],
    response: { 200: z.object({ seasons: z.array(StoredSeason) }) },
  },
} as const satisfies Operation

/** Why the last attempt to read a season failed. */
const SeasonFailure = z.object({ reason: z.string(), at: Instant })

/** Newest first. */
export const listSeasons = {
  method: 'GET',
  url: '/api/league/:league/seasons/',
  config: { access: 'member', errors: ['league_not_found'] },
  schema: {
    summary: 'Stored seasons with their source, depth and findings',
    tags: ['history'],
    params: LeaguePath,
    response: {
      200: z.object({
        seasons: z.array(
          StoredSeason.omit({ files: true }).extend({
            /** Whether the season is over. */
            is_final: z.boolean(),
            fetched_at: Instant,
            /** The last failure since the season was stored; null if no later attempt failed. */
            last_failure: SeasonFailure.nullable(),
          }),
        ),
        /** Seasons that were requested but could not be read and are not stored. */
        missing: z.array(SeasonFailure.extend({ season: z.int() })),
      }),
    },
  },
} as const satisfies Operation

/** A CSV template to fill in and upload: the scores of every week, or only the final standings. */
export const getSeasonTemplate = {
  method: 'GET',
  url: '/api/league/:league/seasons/template/',
  config: { access: 'league_admin', errors: ['league_not_found'] },
  schema: {
    summary: 'CSV template for uploading a season, with example rows',
    tags: ['history'],
    params: LeaguePath,
    querystring: z.object({ kind: z.enum(['scores', 'standings']).default('scores') }),
    produces: ['text/csv'],
    response: { 200: z.string() },
  },
} as const satisfies Operation
