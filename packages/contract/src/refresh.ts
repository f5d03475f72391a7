import { z } from 'zod'
import { Instant, SeasonYear } from './fields.ts'
import type { Operation } from './operation.ts'

/** How the last refresh of a league ended; `running` while one is under way, `never` before the first. */
export const RefreshStatus = z.enum(['never', 'running', 'ok', 'skipped', 'error'])

export const LeagueStatusRow = z.object({
  name: z.string(),
  /** The season that the last refresh was about; null before the first. */
  season: z.int().nullable(),
  /** How the last refresh that ended did; null before the first. */
  last_status: z.enum(['ok', 'skipped', 'error']).nullable(),
  status: RefreshStatus,
  /** When the status was written. */
  updated_at: Instant.nullable(),
  /** When good data was last stored. */
  last_updated: Instant.nullable(),
  /** What a person should do about it; null after a good refresh. */
  last_error: z.string().nullable(),
  /** What is being done with the league now; null while nothing is. */
  progress: z
    .object({
      job: z.enum(['refresh', 'backfill']),
      /** For people; '' before it has begun. */
      step: z.string(),
      done: z.int(),
      /** How many steps there are; null while that is unknown. */
      total: z.int().nullable(),
    })
    .nullable(),
})

export const listLeagueStatus = {
  method: 'GET',
  url: '/api/leagues/status/',
  config: { access: 'any_admin', errors: [] },
  schema: {
    summary: 'How the last refresh of each league went; league admins see their own leagues',
    tags: ['refresh'],
    response: { 200: z.object({ leagues: z.array(LeagueStatusRow) }) },
  },
} as const satisfies Operation

export const refreshLeagues = {
  method: 'POST',
  url: '/api/refresh-espn/',
  config: { access: 'any_admin', errors: ['league_not_found', 'not_league_admin', 'not_staff'] },
  schema: {
    summary: 'Reads a season from the provider, for one league or (staff) for all',
    tags: ['refresh'],
    body: z.object({
      /** Without a name: all leagues. */
      name: z.string().max(400, 'That is too long for a league.').nullish(),
      season: SeasonYear.nullish(),
    }),
    response: {
      200: z.object({
        ok: z.boolean(),
        /** A line a step. */
        log: z.string(),
        /** null when every league went well. */
        error: z.string().nullable(),
      }),
    },
  },
} as const satisfies Operation
