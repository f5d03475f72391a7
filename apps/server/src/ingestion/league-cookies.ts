import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { Context } from '../context.ts'
import { type Cipher, createCipher } from '../crypto/crypto.ts'
import type { Db } from '../database/engine/database.ts'
import { upsert } from '../database/engine/queries.ts'
import { type ProviderCookies, ProviderError } from '../providers/league-provider.ts'
import { type Actor, recordAuditEntry } from '../repositories/audit.ts'
import type { Settings } from '../settings.ts'

type KeyContext = Pick<Context, 'db'> & { settings: Pick<Settings, 'secretKey'> }

type CookieContext = KeyContext & Pick<Context, 'serverCookies' | 'now'>

/** A value is null when it is not stored or cannot be decrypted with this server's key. */
export type CookieParts = { swid: string | null; s2: string | null }

/** A league's own cookies. They are stored encrypted and never appear in a response, a log line or the audit log. */
export type StoredCookies = CookieParts & {
  isTested: boolean
  savedAt: Date
  acceptedAt: Date | null
  refusedAt: Date | null
}

export type CookieSource = 'league' | 'env' | 'none'

export type ChosenCookies = { source: CookieSource; cookies: ProviderCookies | null }

export function createCookieCipher(secretKey: string): Cipher {
  return createCipher(secretKey, 'provider cookies')
}

/** Binds an encrypted value to its league and its field. */
export function cookieContext(leagueId: number, part: 'swid' | 's2'): string {
  return `league ${leagueId} ${part}`
}

export async function findCookies(
  { db, settings }: KeyContext,
  leagueId: number,
): Promise<StoredCookies | null> {
  const row = await findRow(db, leagueId)
  if (row === undefined) return null
  return {
    ...decryptParts(settings.secretKey, leagueId, row),
    isTested: row.is_tested === 1,
    savedAt: new Date(row.saved_at),
    acceptedAt: toDate(row.accepted_at),
    refusedAt: toDate(row.refused_at),
  }
}

export async function mayUseServerCookies(db: Db, leagueId: number): Promise<boolean> {
  const row = await db
    .selectFrom('leagues')
    .select('may_use_server_cookies')
    .where('id', '=', leagueId)
    .executeTakeFirst()
  return row?.may_use_server_cookies === 1
}

/**
 * Returns the league's own cookies when both are stored, otherwise the server's cookies if a site admin created or
 * allowed the league, otherwise none. Public leagues can be read without cookies. Source: decisions, 5 "Cookies".
 */
export async function chooseCookies(ctx: CookieContext, leagueId: number): Promise<ChosenCookies> {
  const { db, serverCookies } = ctx
  const own = await findCookies(ctx, leagueId)
  if (own !== null && own.swid !== null && own.s2 !== null)
    return { source: 'league', cookies: { swid: own.swid, s2: own.s2 } }
  return serverCookies === null || !(await mayUseServerCookies(db, leagueId))
    ? { source: 'none', cookies: null }
    : { source: 'env', cookies: serverCookies }
}

/** Since when the league has not been readable without its own cookies; null when it is readable. */
export async function deniedSince(db: Db, leagueId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('refreshes')
    .select('denied_at')
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  return toDate(row?.denied_at ?? null)
}

/** Does nothing when the cookies have been replaced in the meantime. */
export async function recordCookieOutcome(
  ctx: CookieContext,
  leagueId: number,
  usedCookies: ProviderCookies | null,
  wereAccepted: boolean,
): Promise<void> {
  const { db, settings, now } = ctx
  const at = now().getTime()
  const row = usedCookies === null ? undefined : await findRow(db, leagueId)
  if (row !== undefined && isSame(usedCookies, decryptParts(settings.secretKey, leagueId, row)))
    await db
      .updateTable('league_credentials')
      .set(
        wereAccepted
          ? { accepted_at: at, refused_at: null, is_tested: 1 }
          : (eb) => ({ refused_at: eb.fn.coalesce('refused_at', eb.val(at)) }),
      )
      // Encrypting uses a new nonce each time, so these values identify what has just been compared.
      .where((eb) => eb.and({ league_id: leagueId, swid: row.swid, s2: row.s2 }))
      .execute()
  if (usedCookies !== null && !isSame(usedCookies, ctx.serverCookies)) return
  if (wereAccepted)
    await db
      .updateTable('refreshes')
      .set({ denied_at: null })
      .where('league_id', '=', leagueId)
      .where('denied_at', 'is not', null)
      .execute()
  else
    await db
      .insertInto('refreshes')
      .values({ league_id: leagueId, denied_at: at })
      .onConflict((conflict) =>
        conflict.column('league_id').doUpdateSet((eb) => ({
          denied_at: eb.fn.coalesce('refreshes.denied_at', 'excluded.denied_at'),
        })),
      )
      .execute()
}

export type CookieVerdict = 'accepted' | 'refused' | 'not tested'

export async function testCookies(
  { providers, log, now }: Pick<Context, 'providers' | 'log' | 'now'>,
  espnLeagueId: number | null,
  cookies: ProviderCookies | null,
): Promise<CookieVerdict> {
  const request = { leagueId: String(espnLeagueId), newest: seasonAt(now()), cookies }
  try {
    return (await providers.espn.listSeasons(request)) === null ? 'not tested' : 'accepted'
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error }, 'failed to test cookies')
    return error.failure === 'not_visible' ? 'refused' : 'not tested'
  }
}

/** Replaces both stored values. `db` should be a transaction. */
export async function saveCookies(
  db: Db,
  cipher: Cipher,
  leagueId: number,
  parts: CookieParts & { isTested: boolean },
  actor: Actor,
  now: Date,
): Promise<void> {
  const { swid, s2, isTested } = parts
  const encrypted = {
    swid: swid === null ? null : cipher.encrypt(swid, cookieContext(leagueId, 'swid')),
    s2: s2 === null ? null : cipher.encrypt(s2, cookieContext(leagueId, 's2')),
    is_tested: isTested ? 1 : 0,
    saved_at: now.getTime(),
    accepted_at: isTested ? now.getTime() : null,
    refused_at: null,
  }
  await upsert(db, 'league_credentials', { league_id: leagueId }, encrypted)
  await recordAuditEntry(db, {
    at: now,
    actor,
    action: 'league.save-credentials',
    leagueId,
    detail: { swid: swid !== null, s2: s2 !== null, tested: isTested },
  })
}

function findRow(db: Db, leagueId: number) {
  return db.selectFrom('league_credentials').selectAll().where('league_id', '=', leagueId).executeTakeFirst()
}

function decryptParts(secretKey: string, leagueId: number, { swid, s2 }: CookieParts): CookieParts {
  const cipher = createCookieCipher(secretKey)
  return {
    swid: swid === null ? null : cipher.decrypt(swid, cookieContext(leagueId, 'swid')),
    s2: s2 === null ? null : cipher.decrypt(s2, cookieContext(leagueId, 's2')),
  }
}

function isSame(cookies: ProviderCookies | null, other: CookieParts | null): boolean {
  return cookies !== null && cookies.swid === other?.swid && cookies.s2 === other.s2
}

function toDate(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis)
}
