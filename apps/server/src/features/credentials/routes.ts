import {
  allowServerCookies,
  getLeagueCookieStatus,
  getServerCookieStatus,
  saveEspnCredentials,
  testEspnCredentials,
} from '@fieldhouse/contract/admin'
import { parseCookieFields, parseCookies } from '@fieldhouse/domain/league/provider-input'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { FastifyBaseLogger } from 'fastify'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import { type LeagueArchive, type ProviderCookies, ProviderError } from '../../providers/league-provider.ts'
import { type CookieSource, chooseCookies, leagueCookies } from './cookies.ts'
import { presentCookieStatus, presentServerCookies } from './present.ts'
import type { CredentialParts, CredentialStore } from './store.ts'

export type CredentialsOptions = {
  store: CredentialStore
  serverCookies: ProviderCookies | null
  provider: Pick<LeagueArchive, 'listSeasons'>
  log: FastifyBaseLogger
  now: () => Date
}

export const credentialsRoutes: Routes<CredentialsOptions> = (app, options) => {
  const { store, serverCookies, now } = options

  app.route({
    ...getServerCookieStatus,
    async handler() {
      return presentServerCookies(serverCookies)
    },
  })

  app.route({
    ...getLeagueCookieStatus,
    async handler(request) {
      const { id } = leagueOf(request)
      const [own, { source }, mayUseServer] = await Promise.all([
        store.find(id),
        chooseCookies(id, store, serverCookies),
        store.mayUseServerCookies(id),
      ])
      const refusedAt = source === 'league' ? (own?.refusedAt ?? null) : await store.deniedSince(id)
      return presentCookieStatus(own, { source, mayUseServer, refusedAt })
    },
  })

  app.route({
    ...allowServerCookies,
    async handler(request) {
      const { id, name } = leagueOf(request)
      const { allowed } = request.body
      await store.allowServerCookies(id, allowed, currentUser(request), now())
      return { message: `${name} ${allowed ? 'may' : 'may no longer'} use the server's cookies.` }
    },
  })

  app.route({
    ...saveEspnCredentials,
    async handler(request) {
      const { id, espnLeagueId } = leagueOf(request)
      const user = currentUser(request)
      const { swid, s2, force } = request.body
      if (swid === '' && s2 === '') {
        await store.clear(id, user, now())
        return { message: 'Cookies cleared.', state: 'cleared' as const }
      }
      const parts = requireCookieFields(swid, s2)
      const verdict = isComplete(parts) ? await testCookies(String(espnLeagueId), parts) : 'not tested'
      if (verdict === 'refused' && !force) throw new ApiError('cookies_refused')
      const isTested = verdict === 'accepted'
      await store.save(id, await mergeWithStored(id, parts), isTested, user, now())
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
      const verdict = await testCookies(String(espnLeagueId), cookies)
      if (verdict === 'not tested') {
        return { message: NOT_TESTED_MESSAGE, verdict: 'not_asked' as const }
      }
      await leagueCookies(store, serverCookies, now).recordOutcome(id, cookies, verdict === 'accepted')
      return { message: TEST_MESSAGES[verdict][source], verdict }
    },
  })

  /** Keeps the stored value of a part that was not sent. */
  async function mergeWithStored(leagueId: number, parts: CredentialParts): Promise<CredentialParts> {
    const stored = await store.find(leagueId)
    return { swid: parts.swid ?? stored?.swid ?? null, s2: parts.s2 ?? stored?.s2 ?? null }
  }

  async function testCookies(leagueId: string, cookies: ProviderCookies | null): Promise<Verdict> {
    try {
      const seasons = await options.provider.listSeasons({ leagueId, newest: seasonAt(now()), cookies })
      return seasons === null ? 'not tested' : 'accepted'
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      options.log.warn({ err: error }, 'failed to test cookies')
      return error.failure === 'not_visible' ? 'refused' : 'not tested'
    }
  }
}

type Verdict = 'accepted' | 'refused' | 'not tested'

const SAVED_MESSAGES: Record<Verdict, string> = {
  accepted: 'Saved. ESPN accepted these cookies.',
  refused: 'Saved, but ESPN rejected these cookies.',
  'not tested': "Saved, but not tested. ESPN couldn't be reached, or one of the two values is missing.",
}

const NOT_TESTED_MESSAGE =
  "Cookies not tested. ESPN couldn't be reached or couldn't find this league. Try again later."

const TEST_MESSAGES: Record<'accepted' | 'refused', Record<CookieSource, string>> = {
  accepted: {
    league: "ESPN accepted this league's cookies.",
    env: "ESPN accepted the server's cookies for this league.",
    none: "This league is public, so it doesn't need cookies.",
  },
  refused: {
    league: "ESPN rejected this league's cookies. Save new ones.",
    env: "ESPN rejected the server's cookies for this league. Save a league member's cookies.",
    none: 'This league is private. Add ESPN cookies to read it.',
  },
}

function isComplete(parts: CredentialParts): parts is { swid: string; s2: string } {
  return parts.swid !== null && parts.s2 !== null
}

/**
 * Parses the two fields, even when their values are swapped. Throws `cookies_refused` naming a field
 * that contains no cookie.
 */
function requireCookieFields(swidField: string, s2Field: string): CredentialParts {
  const parts = parseCookieFields(swidField, s2Field)
  const fields = {
    ...(hasNoCookie(swidField) ? { swid: 'No SWID found. It looks like {8-4-4-4-12 characters}.' } : {}),
    ...(hasNoCookie(s2Field) ? { s2: 'No espn_s2 found. It is a few hundred characters long.' } : {}),
  }
  const [message] = Object.values(fields)
  if (message !== undefined) throw new ApiError('cookies_refused', { message, fields })
  return parts
}

function hasNoCookie(field: string): boolean {
  const { swid, s2 } = parseCookies(field)
  return field !== '' && swid === null && s2 === null
}
