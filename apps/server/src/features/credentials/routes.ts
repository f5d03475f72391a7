import {
  getLeagueCookieStatus,
  getServerCookieStatus,
  saveEspnCredentials,
  testEspnCredentials,
} from '@fieldhouse/contract/admin'
import { parseCookieFields, parseCookies } from '@fieldhouse/domain/provider-cookies'
import { seasonAt } from '@fieldhouse/domain/season'
import type { FastifyBaseLogger } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, leagueOf } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import { type LeagueArchive, type ProviderCookies, ProviderError } from '../../providers/league-provider.ts'
import { type CookieSource, chooseCookies, leagueCookies } from './cookies.ts'
import type { CredentialParts, CredentialStore } from './store.ts'

export type CredentialsOptions = {
  store: CredentialStore
  serverCookies: ProviderCookies | null
  provider: Pick<LeagueArchive, 'listSeasons'>
  log: FastifyBaseLogger
  now: () => Date
}

export const credentialsRoutes: FastifyPluginAsyncZod<CredentialsOptions> = async (app, options) => {
  const { store, serverCookies, now } = options

  app.route({
    ...getServerCookieStatus,
    async handler() {
      return { has_swid: serverCookies !== null, has_s2: serverCookies !== null }
    },
  })

  app.route({
    ...getLeagueCookieStatus,
    async handler(request) {
      const { id } = leagueOf(request)
      const [own, { source }] = await Promise.all([store.find(id), chooseCookies(id, store, serverCookies)])
      const refusedAt = source === 'league' ? (own?.refusedAt ?? null) : await store.deniedSince(id)
      return {
        has_swid: own !== null && own.swid !== null,
        has_s2: own !== null && own.s2 !== null,
        source,
        tested: own?.isTested ?? null,
        saved_at: own?.savedAt.toISOString() ?? null,
        accepted_at: own?.acceptedAt?.toISOString() ?? null,
        refused_at: refusedAt?.toISOString() ?? null,
      }
    },
  })

  app.route({
    ...saveEspnCredentials,
    async handler(request) {
      const { id, espnLeagueId } = leagueOf(request)
      const caller = currentUser(request)
      const { swid, s2, force } = request.body
      if (swid === '' && s2 === '') {
        await store.clear(id, caller, now())
        return { message: 'The cookies of this league are cleared.', state: 'cleared' as const }
      }
      const given = requireCookieFields(swid, s2)
      const verdict = isComplete(given) ? await testCookies(espnLeagueId, given) : 'not asked'
      if (verdict === 'refused' && !force) throw new ApiError('cookies_refused')
      const isTested = verdict === 'accepted'
      await store.save(id, await mergeWithStored(id, given), isTested, caller, now())
      return {
        message: SAVED_MESSAGES[verdict],
        state: isTested ? ('tested' as const) : ('untested' as const),
      }
    },
  })

  app.route({
    ...testEspnCredentials,
    async handler(request) {
      const { id, espnLeagueId } = leagueOf(request)
      const { source, cookies } = await chooseCookies(id, store, serverCookies)
      const verdict = await testCookies(espnLeagueId, cookies)
      if (verdict === 'not asked') {
        return { message: 'ESPN could not be asked, or has no such league.', verdict: 'not_asked' as const }
      }
      await leagueCookies(store, serverCookies, now).recordOutcome(id, verdict === 'accepted')
      return { message: TEST_MESSAGES[verdict][source], verdict }
    },
  })

  /** A part that was not given stays as it is stored. */
  async function mergeWithStored(leagueId: number, given: CredentialParts): Promise<CredentialParts> {
    const stored = await store.find(leagueId)
    return { swid: given.swid ?? stored?.swid ?? null, s2: given.s2 ?? stored?.s2 ?? null }
  }

  async function testCookies(leagueId: number, cookies: ProviderCookies | null): Promise<Verdict> {
    try {
      const seasons = await options.provider.listSeasons({ leagueId, newest: seasonAt(now()), cookies })
      return seasons === null ? 'not asked' : 'accepted'
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      options.log.warn({ err: error }, 'cookies could not be tried')
      return error.failure === 'not_visible' ? 'refused' : 'not asked'
    }
  }
}

type Verdict = 'accepted' | 'refused' | 'not asked'

const SAVED_MESSAGES: Record<Verdict, string> = {
  accepted: 'Saved. ESPN accepted these cookies.',
  refused: 'Saved, although ESPN refused these cookies.',
  'not asked': 'Saved, but not tried: ESPN could not be asked, or one of the two is missing.',
}

const TEST_MESSAGES: Record<'accepted' | 'refused', Record<CookieSource, string>> = {
  accepted: {
    league: 'ESPN accepts the cookies of this league.',
    env: 'ESPN shows this league for the server’s cookies.',
    none: 'ESPN shows this league without cookies: it is public.',
  },
  refused: {
    league: 'ESPN refuses the cookies of this league. Save fresh ones.',
    env: 'ESPN does not show this league for the server’s cookies. Save cookies of a member.',
    none: 'ESPN shows this league to nobody without cookies. Save cookies of a member.',
  },
}

function isComplete(parts: CredentialParts): parts is { swid: string; s2: string } {
  return parts.swid !== null && parts.s2 !== null
}

/** What the two fields hold, swapped or not. Throws `cookies_refused` that names a field without any cookie. */
function requireCookieFields(swidField: string, s2Field: string): CredentialParts {
  const found = parseCookieFields(swidField, s2Field)
  const fields = {
    ...(hasNoCookie(swidField)
      ? { swid: 'There is no SWID in that. It has the form {8-4-4-4-12 characters}.' }
      : {}),
    ...(hasNoCookie(s2Field)
      ? { s2: 'There is no espn_s2 in that. It is a few hundred characters long.' }
      : {}),
  }
  const [sentence] = Object.values(fields)
  if (sentence !== undefined) throw new ApiError('cookies_refused', { message: sentence, fields })
  return found
}

function hasNoCookie(field: string): boolean {
  const { swid, s2 } = parseCookies(field)
  return field !== '' && swid === null && s2 === null
}
