import { previewLeague } from '@fieldhouse/contract/league-preview'
import { parseCookies } from '@fieldhouse/domain/league/provider-input'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { currentUser } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { ImagePaths } from '../../images/image-paths.ts'
import { messageFor } from '../../ingestion/messages.ts'
import {
  type LeagueArchive,
  type LeaguePreview,
  type ProviderCookies,
  ProviderError,
} from '../../providers/league-provider.ts'
import { parseEspnLeagueId } from './parse-league-fields.ts'
import { presentPreview } from './present-preview.ts'

/** All requests of a preview together. Somebody waits for it. */
const TIMEOUT_MS = 20_000

export type PreviewOptions = {
  provider: Pick<LeagueArchive, 'previewLeague'>
  serverCookies: ProviderCookies | null
  images: ImagePaths
  log: FastifyBaseLogger
  now: () => Date
}

/** A look at a league of the provider before it is created. Nothing is stored. */
export const previewRoutes: Routes<PreviewOptions> = (app, options) => {
  const { provider, serverCookies, images, log, now } = options

  app.route({
    ...previewLeague,
    async handler(request) {
      await request.confirmRights()
      const leagueId = String(parseEspnLeagueId(request.body.espn_league_id))
      const given = parseGivenCookies(request.body.cookies)
      // As when the league has been created: those of the server are for the leagues of site admins.
      const cookies = given ?? (currentUser(request).isAdmin ? serverCookies : null)
      const preview = await readPreview(request, leagueId, cookies, given !== null)
      if (preview === null) {
        const message = `ESPN couldn't find league ${leagueId}. Check the ID, or paste the URL of your league's page.`
        throw new ApiError('provider_league_not_found', { message, fields: { espn_league_id: message } })
      }
      const readWith = given !== null ? 'given' : cookies !== null ? 'server' : 'none'
      return presentPreview(preview, { readWith, images })
    },
  })

  async function readPreview(
    request: FastifyRequest,
    leagueId: string,
    cookies: ProviderCookies | null,
    isGiven: boolean,
  ): Promise<LeaguePreview | null> {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)])
    try {
      return await provider.previewLeague({ leagueId, newest: seasonAt(now()), cookies, signal })
    } catch (error) {
      if (signal.aborted) throw new ApiError('provider_unavailable')
      if (!(error instanceof ProviderError)) throw error
      if (error.failure === 'not_visible') throw createDenial(isGiven)
      log.warn({ err: error }, 'failed to preview league')
      throw new ApiError('provider_unavailable', {
        message: messageFor('espn', error.failure, cookies !== null),
      })
    }
  }
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
