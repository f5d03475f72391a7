import { PROVIDER_NAMES, READ_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { z } from 'zod'
import { LeaguePath, MessageResponse, SeasonYear } from '../fields.ts'
import { FIND_LEAGUES, WRITE } from '../limits.ts'
import { MEMBER_READ, type Operation } from '../operation.ts'

/** A league of a provider: its ID there, or the address of one of its pages. */
export const ProviderLeagueInput = z.object({
  provider: z.enum(READ_PROVIDERS),
  league_id: z.string().trim().max(2000, 'That URL is too long.'),
})

const Source = z.object({
  id: z.int(),
  provider: z.enum(PROVIDER_NAMES),
  /** The provider's ID that an admin entered. */
  league_id: z.string(),
  /** The stored seasons that were read from it, newest first. */
  seasons: z.array(z.int()),
  /** null is an open end. */
  first_season: z.int().nullable(),
  last_season: z.int().nullable(),
  /** The league's page at the provider. */
  url: z.string(),
})

export const listSources = {
  method: 'GET',
  url: '/api/league/:league/sources/',
  config: MEMBER_READ,
  schema: {
    summary: 'Lists where the seasons of a league are read from, oldest seasons first',
    tags: ['leagues'],
    params: LeaguePath,
    response: { 200: z.object({ sources: z.array(Source) }) },
  },
} as const satisfies Operation

/**
 * A league that has moved: an earlier source without an end ends with the season before `from`. With `from` and `to`, an
 * open source that has stored none of these seasons leaves them: the error `source_cut` says what it keeps until `cut` is
 * sent.
 */
export const addSource = {
  method: 'POST',
  url: '/api/league/:league/sources/',
  config: {
    access: 'league_admin',
    errors: [
      'league_not_found',
      'league_id_required',
      'other_sport',
      'source_overlaps',
      'source_cut',
      'job_running',
    ],
    limits: WRITE,
  },
  schema: {
    summary: 'Adds a source: the league on another platform, or under another ID, for a range of seasons',
    tags: ['leagues'],
    params: LeaguePath,
    body: ProviderLeagueInput.extend({
      /** The first and the last season; open ends without them. */
      from: SeasonYear.nullish(),
      to: SeasonYear.nullish(),
      /** Whether another source may be read for fewer seasons. */
      cut: z.boolean().optional(),
    }),
    response: { 200: MessageResponse.extend({ sources: z.array(Source) }) },
  },
} as const satisfies Operation

/** The seasons that were read from it stay stored. */
export const removeSource = {
  method: 'POST',
  url: '/api/league/:league/sources/remove/',
  config: {
    access: 'league_admin',
    errors: ['league_not_found', 'source_not_found', 'job_running'],
    limits: WRITE,
  },
  schema: {
    summary: 'Removes a source, so that its seasons are no longer refreshed',
    tags: ['leagues'],
    params: LeaguePath,
    body: z.object({ id: z.int() }),
    response: { 200: MessageResponse.extend({ sources: z.array(Source) }) },
  },
} as const satisfies Operation

/** Sleeper shows the leagues of everybody to everybody. */
export const listSleeperLeagues = {
  method: 'GET',
  url: '/api/providers/sleeper/leagues/',
  config: {
    access: 'any_admin',
    errors: ['provider_user_not_found', 'provider_unavailable'],
    limits: FIND_LEAGUES,
  },
  schema: {
    summary: 'Lists the leagues of a Sleeper user in a season, to choose one as a source',
    tags: ['leagues'],
    querystring: z.object({
      /** A username or an account ID. */
      username: z.string().trim().min(1, 'Enter a Sleeper username.').max(60, 'That username is too long.'),
      season: SeasonYear,
    }),
    response: {
      200: z.object({
        leagues: z.array(
          z.object({
            league_id: z.string(),
            name: z.string(),
            season: z.int(),
            total_rosters: z.int(),
            /** The league of the season before; null if there is none. */
            previous_league_id: z.string().nullable(),
          }),
        ),
      }),
    },
  },
} as const satisfies Operation
