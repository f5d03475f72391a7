import { PROVIDER_NAMES, READ_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { z } from 'zod'
import { MessageResponse, SeasonYear } from '../fields.ts'
import { FIND_LEAGUES } from '../limits.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'

const { get, post } = operationsOf('leagues')

/** A league of a provider: its ID there, or the address of one of its pages. */
export const ProviderLeagueInput = z.object({
  provider: z.enum(READ_PROVIDERS),
  league_id: z.string().trim().max(2000, 'That URL is too long.'),
})

const SourceRange = z.object({
  provider: z.enum(PROVIDER_NAMES),
  league_id: z.string(),
  /** null is an open end. */
  first_season: z.int().nullable(),
  last_season: z.int().nullable(),
})

const Source = SourceRange.extend({
  /** 0 for one that is not saved. */
  id: z.int(),
  /** The stored seasons that were read from it, newest first. */
  seasons: z.array(z.int()),
  /** The seasons that its provider lists and that are not stored, newest first; unknown before any was read from it. */
  missing: z.array(z.int()),
  /** The sources that would have other ranges without this one, with those. */
  gives_back: z.array(SourceRange),
  /** The league's page at the provider. */
  url: z.string(),
})

export const listSources = get('/api/league/:league/sources/', {
  summary: 'Lists where the seasons of a league are read from, oldest seasons first',
  ...MEMBER_READ,
  response: z.object({ sources: z.array(Source) }),
})

const SourcesResponse = MessageResponse.extend({ sources: z.array(Source) })

const Range = {
  /** The first and the last season; open ends without them. */
  from: SeasonYear.nullish(),
  to: SeasonYear.nullish(),
  /** Whether to save nothing, and respond with the sources as they would be. */
  preview: z.boolean().default(false),
}

/**
 * A league that has moved: the other sources leave the seasons of the range to it, except for those that they have stored,
 * which is the error `source_overlaps`.
 */
export const addSource = post('/api/league/:league/sources/', {
  summary: 'Adds a source: the league on another platform, or under another ID, for a range of seasons',
  access: 'league_admin',
  errors: ['league_id_required', 'other_sport', 'source_overlaps', 'job_running'],
  body: ProviderLeagueInput.extend(Range),
  response: SourcesResponse,
})

/** As if the source was removed and added again with this range. */
export const editSource = post('/api/league/:league/sources/edit/', {
  summary: 'Changes for which seasons a source is read',
  access: 'league_admin',
  errors: ['source_not_found', 'source_overlaps', 'job_running'],
  body: z.object({ id: z.int(), ...Range }),
  response: SourcesResponse,
})

/** The seasons that were read from it stay stored. Others that have left seasons to it have them again. */
export const removeSource = post('/api/league/:league/sources/remove/', {
  summary: 'Removes a source, so that its seasons are no longer refreshed',
  access: 'league_admin',
  errors: ['source_not_found', 'job_running'],
  body: z.object({ id: z.int() }),
  response: SourcesResponse,
})

/** Sleeper shows the leagues of everybody to everybody. */
export const listSleeperLeagues = get('/api/providers/sleeper/leagues/', {
  summary: 'Lists the leagues of a Sleeper user in a season, to choose one as a source',
  access: 'any_admin',
  errors: ['provider_user_not_found', 'provider_unavailable'],
  limits: FIND_LEAGUES,
  querystring: z.object({
    /** A username or an account ID. */
    username: z.string().trim().min(1, 'Enter a Sleeper username.').max(60, 'That username is too long.'),
    /** The newest one with leagues by default. */
    season: SeasonYear.optional(),
  }),
  response: z.object({
    /** The season that was looked for; the current one if no season has leagues. */
    season: z.int(),
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
})
