import { previewLeague } from '@fieldhouse/contract/league-preview'
import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { parseCookies } from '@fieldhouse/domain/league/provider-input'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { currentUser } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { createOtherSport } from '../../http/requests/provider-league.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { ImagePaths } from '../../images/image-paths.ts'
import { lookupMessageFor } from '../../ingestion/messages.ts'
import {
  type LeaguePreview,
  type LeagueProviders,
  OtherSportError,
  type ProviderCookies,
  ProviderError,
  providerNamed,
} from '../../providers/league-provider.ts'
import { parseSource } from './parse-league-fields.ts'
import { presentPreview } from './present-preview.ts'

/** All requests of a preview together. Somebody waits for it. */
const TIMEOUT_MS = 20_000

export type PreviewOptions = {
  providers: LeagueProviders
  serverCookies: ProviderCookies | null
  images: ImagePaths
  log: FastifyBaseLogger
  now: () => Date
}

type League = ReturnType<typeof parseSource>

/** A look at a league of a provider before it is created. Nothing is stored. */
export const previewRoutes: Routes<PreviewOptions> = (app, options) => {
  const { providers, serverCookies, images, log, now } = options

  app.route({
    ...previewLeague,
    async handler(request) {
      await request.confirmRights()
      const league = parseSource(request.body)
      const { hasCredentials } = LEAGUE_PROVIDERS[league.provider]
      const given = hasCredentials ? parseGivenCookies(request.body.cookies) : null
      // As when the league has been created: those of the server are for the leagues of site admins.
      const own = hasCredentials && currentUser(request).isAdmin ? serverCookies : null
      const cookies = given ?? own
      const preview = await readPreview(request, league, cookies, given !== null)
      if (preview === null) throw createNotFound(league, request.body.source === undefined)
      const readWith = given !== null ? 'given' : cookies !== null ? 'server' : 'none'
      return presentPreview(preview, { provider: league.provider, readWith, images })
    },
  })

  async function readPreview(
    request: FastifyRequest,
    { provider, leagueId }: League,
    cookies: ProviderCookies | null,
    isGiven: boolean,
  ): Promise<LeaguePreview | null> {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)])
    const unavailable = (error: ProviderError) =>
      new ApiError('provider_unavailable', {
        message: lookupMessageFor(provider, error, cookies !== null),
      })
    try {
      return await providerNamed(providers, provider).previewLeague({
        leagueId,
        newest: seasonAt(now()),
        cookies,
        signal,
      })
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
}

function createNotFound({ provider, leagueId }: League, isEspnField: boolean): ApiError {
  const { label } = LEAGUE_PROVIDERS[provider]
  const message = `${label} couldn't find league ${leagueId}. Check the ID, or paste the URL of your league's page.`
  const field = isEspnField ? 'espn_league_id' : 'league_id'
  return new ApiError('provider_league_not_found', { message, fields: { [field]: message } })
}

/** null without any. Throws `cookies_refused` if the text does not contain both. */
function parseGivenCookies(text: string): ProviderCookies | null {
  if (text === '') return null
  const { swid, s2 } = parseCookies(text)
  if (swid !== null && s2 !== null) return { swid, s2 }
  const missing = swid === null ? (s2 === null ? 'SWID or espn_s2' : 'SWID') : 'espn_s2'
  throw cookieError('cookies_refused', `We didn't find ${missing} in this text. Copy both cookies.`)
}

function createDenial(areCookiesGiven: boolean): ApiError {
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
