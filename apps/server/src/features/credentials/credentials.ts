import * as contract from '@fieldhouse/contract/admin'
import { parseCookieFields, parseCookies } from '@fieldhouse/domain/league/provider-input'
import { type Cipher, reencrypt } from '../../crypto/crypto.ts'
import { type Db, inTransaction } from '../../database/engine/database.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import {
  type CookieParts,
  type CookieSource,
  type CookieVerdict,
  chooseCookies,
  cookieContext,
  createCookieCipher,
  deniedSince,
  findCookies,
  mayUseServerCookies,
  recordCookieOutcome,
  saveCookies,
  testCookies,
} from '../../ingestion/league-cookies.ts'
import type { ProviderCookies } from '../../providers/league-provider.ts'
import { changeLeague } from '../../repositories/change-league.ts'

export const credentials = [
  operation(contract.getServerCookieStatus, ({ ctx }) => {
    const hasCookies = ctx.serverCookies !== null
    return { has_swid: hasCookies, has_s2: hasCookies }
  }),

  operation(contract.getLeagueCookieStatus, async ({ ctx, league }) => {
    const [own, { source }, mayUseServer] = await Promise.all([
      findCookies(ctx, league.id),
      chooseCookies(ctx, league.id),
      mayUseServerCookies(ctx.db, league.id),
    ])
    const refusedAt = source === 'league' ? (own?.refusedAt ?? null) : await deniedSince(ctx.db, league.id)
    return {
      has_swid: own !== null && own.swid !== null,
      has_s2: own !== null && own.s2 !== null,
      source,
      may_use_server: mayUseServer,
      tested: own?.isTested ?? null,
      saved_at: own?.savedAt.toISOString() ?? null,
      accepted_at: own?.acceptedAt?.toISOString() ?? null,
      refused_at: refusedAt?.toISOString() ?? null,
    }
  }),

  operation(contract.allowServerCookies, async (call) => {
    const { league } = call
    const { allowed } = call.body
    await changeLeague(call, async ({ transaction, audit }) => {
      await transaction
        .updateTable('leagues')
        .set({ may_use_server_cookies: allowed ? 1 : 0 })
        .where('id', '=', league.id)
        .execute()
      await audit(allowed ? 'cookies.allow_server' : 'cookies.forbid_server')
    })
    return { message: `${league.name} ${allowed ? 'may' : 'may no longer'} use the server's cookies.` }
  }),

  operation(contract.saveEspnCredentials, async (call) => {
    const { ctx, league, user } = call
    const { swid, s2, force } = call.body
    if (swid === '' && s2 === '') {
      await changeLeague(call, async ({ transaction, audit }) => {
        await transaction.deleteFrom('league_credentials').where('league_id', '=', league.id).execute()
        await audit('league.clear-credentials')
      })
      return { message: 'Cookies cleared.', state: 'cleared' as const }
    }
    const parts = requireCookieFields(swid, s2)
    const verdict = isComplete(parts) ? await testCookies(ctx, league.espnLeagueId, parts) : 'not tested'
    if (verdict === 'refused' && !force) throw new ApiError('cookies_refused')
    const isTested = verdict === 'accepted'
    // The stored value of a part that was not sent stays.
    const stored = await findCookies(ctx, league.id)
    const saved = { swid: parts.swid ?? stored?.swid ?? null, s2: parts.s2 ?? stored?.s2 ?? null, isTested }
    const cipher = createCookieCipher(ctx.settings.secretKey)
    await inTransaction(ctx.db, (transaction) =>
      saveCookies(transaction, cipher, league.id, saved, user, ctx.now()),
    )
    return {
      message: SAVED_MESSAGES[verdict],
      state: isTested ? ('tested' as const) : ('untested' as const),
    }
  }),

  operation(contract.testEspnCredentials, async ({ ctx, league }) => {
    const { source, cookies } = await chooseCookies(ctx, league.id)
    const verdict = await testCookies(ctx, league.espnLeagueId, cookies)
    if (verdict === 'not tested') return { message: NOT_TESTED_MESSAGE, verdict: 'not_asked' as const }
    await recordCookieOutcome(ctx, league.id, cookies, verdict === 'accepted')
    return { message: TEST_MESSAGES[verdict][source], verdict }
  }),
]

const SAVED_MESSAGES: Record<CookieVerdict, string> = {
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

function isComplete(parts: CookieParts): parts is ProviderCookies {
  return parts.swid !== null && parts.s2 !== null
}

/** Also if the values are swapped. Throws `cookies_refused` naming a field that contains no cookie. */
function requireCookieFields(swidField: string, s2Field: string): CookieParts {
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

/** In one transaction. Values that neither key can decrypt stay unchanged. Returns the number of changed leagues. */
export function reencryptCookies(db: Db, cipher: Cipher, previous: Cipher): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const rows = await transaction
      .selectFrom('league_credentials')
      .select(['league_id', 'swid', 's2'])
      .execute()
    const changed = rows.flatMap(({ league_id: leagueId, ...parts }) => {
      const convert = (part: 'swid' | 's2') => {
        const encrypted = parts[part]
        return encrypted && reencrypt(cipher, previous, encrypted, cookieContext(leagueId, part))
      }
      const set = { swid: convert('swid'), s2: convert('s2') }
      return set.swid === parts.swid && set.s2 === parts.s2 ? [] : [{ leagueId, set }]
    })
    for (const { leagueId, set } of changed)
      await transaction.updateTable('league_credentials').set(set).where('league_id', '=', leagueId).execute()
    return changed.length
  })
}
