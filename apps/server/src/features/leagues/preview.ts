import { previewLeague } from '@fieldhouse/contract/leagues/leagues'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { parseCookies } from '@fieldhouse/domain/league/provider-input'
import { type SeasonTeam, seasonAt } from '@fieldhouse/domain/seasons/season'
import type { Context } from '../../context.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { messageFor } from '../../ingestion/fetch-league.ts'
import { createOtherSport } from '../../ingestion/league-fields.ts'
import {
  type LeaguePreview,
  OtherSportError,
  type ProviderCookies,
  ProviderError,
  providerNamed,
} from '../../providers/league-provider.ts'
import { parseSource } from './parse-league-fields.ts'

/** All requests of a preview together. Somebody waits for it. */
const TIMEOUT_MS = 20_000

type League = ReturnType<typeof parseSource>

/** A look at a league of a provider before it is created. Nothing is stored. */
export const leaguePreview = [
  operation(previewLeague, async ({ ctx, user, body, request }) => {
    await request.confirmRights()
    const league = parseSource(body)
    const { provider } = league
    const { hasCredentials } = LEAGUE_PROVIDERS[provider]
    const given = hasCredentials ? parseGivenCookies(body.cookies) : null
    // As when the league has been created: those of the server are for the leagues of site admins.
    const own = hasCredentials && user.isAdmin ? ctx.serverCookies : null
    const cookies = given ?? own
    const preview = await readPreview(ctx, league, cookies, given !== null, request.signal)
    if (preview === null) throw createNotFound(league, body.source === undefined)
    const { season, knownSeasons } = preview
    const readWith: ResponseOf<typeof previewLeague>['read_with'] =
      given !== null ? 'given' : cookies !== null ? 'server' : 'none'
    const names = new Map(season.members.map(({ memberId, name }) => [memberId, name]))
    return {
      provider,
      league_id: season.providerLeagueId,
      espn_league_id: provider === 'espn' ? Number(season.providerLeagueId) : null,
      name: season.name,
      season: season.season,
      seasons: knownSeasons.seasons,
      denied_seasons: knownSeasons.denied,
      is_public: season.isPublic,
      read_with: readWith,
      teams: season.teams
        .toSorted((a, b) => a.teamId - b.teamId)
        .map((team) => ({
          team_id: team.teamId,
          name: team.name,
          abbrev: team.abbrev,
          logo: ctx.images.ofLogo(team.logo),
          owners: primaryOwnerFirst(team).flatMap((id) => names.get(id) ?? []),
        })),
    }
  }),
]

async function readPreview(
  { providers, log, now }: Context,
  { provider, leagueId }: League,
  cookies: ProviderCookies | null,
  isGiven: boolean,
  requestSignal: AbortSignal,
): Promise<LeaguePreview | null> {
  const signal = AbortSignal.any([requestSignal, AbortSignal.timeout(TIMEOUT_MS)])
  const unavailable = (error: ProviderError) =>
    new ApiError('provider_unavailable', { message: messageFor(provider, error, cookies !== null, '') })
  try {
    const league = { leagueId, newest: seasonAt(now()), cookies, signal }
    return await providerNamed(providers, provider).previewLeague(league)
  } catch (error) {
    if (signal.aborted) throw unavailable(new ProviderError('unavailable', 'no response in time'))
    if (!(error instanceof ProviderError)) throw error
    if (error instanceof OtherSportError) throw createOtherSport(error.reason)
    if (error.failure === 'not_visible' && LEAGUE_PROVIDERS[provider].hasCredentials)
      throw createDenial(isGiven)
    log.warn({ err: error }, 'failed to preview league')
    throw unavailable(error)
  }
}

function primaryOwnerFirst({ primaryOwnerId, ownerIds }: SeasonTeam): string[] {
  return ownerIds.toSorted((a, b) => Number(b === primaryOwnerId) - Number(a === primaryOwnerId))
}

function createNotFound({ provider, leagueId }: League, isEspnField: boolean): ApiError {
  const { label } = LEAGUE_PROVIDERS[provider]
  const message = `${label} couldn't find league ${leagueId}. Check the ID, or paste the URL of your league's page.`
  const field = isEspnField ? 'espn_league_id' : 'league_id'
  return new ApiError('provider_league_not_found', { message, fields: { [field]: message } })
}

/** null without any. Throws `cookies_refused` if the text does not contain both. */
export function parseGivenCookies(text: string): ProviderCookies | null {
  if (text === '') return null
  const { swid, s2 } = parseCookies(text)
  if (swid !== null && s2 !== null) return { swid, s2 }
  const missing = swid === null ? (s2 === null ? 'SWID or espn_s2' : 'SWID') : 'espn_s2'
  throw cookieError('cookies_refused', `We didn't find ${missing} in this text. Copy both cookies.`)
}

export function createDenial(areCookiesGiven: boolean): ApiError {
  return areCookiesGiven
    ? cookieError(
        'cookies_refused',
        'ESPN rejected these cookies for this league. Copy them again, signed in to ESPN as a member of the league.',
      )
    : cookieError('league_private', 'This league is private. Add ESPN cookies to read it.')
}

function cookieError(code: 'cookies_refused' | 'league_private', message: string): ApiError {
  return new ApiError(code, { message, fields: { cookies: message } })
}
