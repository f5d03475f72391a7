import { PROVIDER_NAMES } from '@fieldhouse/domain/league/league-providers'
import { z } from 'zod'
import { EspnLeagueIdInput } from '../fields.ts'
import { PREVIEW_LEAGUE } from '../limits.ts'
import { operationsOf } from '../operation.ts'
import { ProviderLeagueInput } from './sources.ts'

const { post } = operationsOf('leagues')

const PreviewTeam = z.object({
  /** The provider's team ID. */
  team_id: z.int(),
  name: z.string(),
  abbrev: z.string(),
  /** Path of the logo on this site; null without one. */
  logo: z.string().nullable(),
  /** The names of its owners on the provider, the primary owner first. */
  owners: z.array(z.string()),
})

/**
 * A league as the provider has it. A league that needs cookies is `league_private`, and one that the provider doesn't
 * have is `provider_league_not_found`.
 */
export const previewLeague = post('/api/leagues/preview/', {
  summary: 'Reads a league from the provider before it is created, and stores nothing',
  access: 'any_admin',
  limits: PREVIEW_LEAGUE,
  errors: [
    'league_id_required',
    'other_sport',
    'league_private',
    'cookies_refused',
    'provider_league_not_found',
    'provider_unavailable',
  ],
  body: z.object({
    /** Either this or `source`. */
    espn_league_id: EspnLeagueIdInput.optional(),
    source: ProviderLeagueInput.optional(),
    /** Any text that contains both cookies of ESPN. Used for this request only. */
    cookies: z.string().trim().max(20_000, 'That text is too long.').default(''),
  }),
  response: z.object({
    provider: z.enum(PROVIDER_NAMES),
    /** The provider's ID of the league in `season`, which can differ from the requested one. */
    league_id: z.string(),
    /** null for a league of another provider. */
    espn_league_id: z.int().nullable(),
    name: z.string().nullable(),
    /** The newest season that can be read. */
    season: z.int(),
    /** All seasons that the provider lists, newest first. */
    seasons: z.array(z.int()),
    /** Newer seasons to which the provider denied access. */
    denied_seasons: z.array(z.int()),
    is_public: z.boolean().nullable(),
    /** Which cookies were used. Always `none` for a provider without cookies. */
    read_with: z.enum(['given', 'server', 'none']),
    /** By ID. */
    teams: z.array(PreviewTeam),
  }),
})
