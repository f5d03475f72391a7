import { TOKEN_SCOPES, type TokenScope } from '@fieldhouse/contract/operation'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { AccountDisabledError } from '@fieldhouse/domain/league/roles'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { hashToken, newToken } from '../crypto/crypto.ts'
import type { Db } from '../database/engine/database.ts'
import { isDiskFull, isReadOnly } from '../database/engine/database-errors.ts'

type ApiTokenGrant = {
  id: number
  scopes: readonly TokenScope[]
  /** null for all leagues that its owner is a member of. */
  leagueIds: readonly number[] | null
  expiresAt: Date
}

/** How long a session lasts after its last use. */
export const SESSION_TTL_MS = 14 * DAY_MS

/** A session ends after this long, however much it is used. */
const MAX_SESSION_AGE_MS = 90 * DAY_MS

const SEEN_UPDATE_INTERVAL_MS = HOUR_MS

/** Signing in once more ends the least recently used session. */
const MAX_SESSIONS_PER_USER = 20

const MAX_USER_AGENT_LENGTH = 300

export type CurrentUser = {
  userId: number
  username: string
  firstName: string
  lastName: string
  email: string
  isAdmin: boolean
  isStaff: boolean
  hasSecondFactor: boolean
  /**
   * Whether the account is of site staff or a site admin, which it is treated as only after adding a second
   * factor.
   */
  mustAddSecondFactor: boolean
  /** When the user last proved who they are in this session. */
  verifiedAt: Date
  /** Identifies the session within the user's sessions, or the API token. */
  tokenHash: string
  /** The API token that the request was made with; null for a session. */
  apiToken: ApiTokenGrant | null
}

/** `wasExtended` means that the session's expiry was extended, so the cookie's must be too. */
export async function authenticateSession(
  db: Db,
  token: string,
  address: string,
  now: Date,
): Promise<{ currentUser: CurrentUser; wasExtended: boolean } | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.username', 'users.first_name', 'users.last_name', 'users.email'])
    .select(['users.is_admin', 'users.is_staff', 'sessions.token_hash', 'sessions.seen_at'])
    .select(['sessions.created_at', 'sessions.verified_at'])
    .select((eb) =>
      eb
        .or([
          eb.exists(
            eb.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.user_id', '=', 'users.id'),
          ),
          eb.exists(
            eb
              .selectFrom('totp_secrets')
              .select('totp_secrets.user_id')
              .whereRef('totp_secrets.user_id', '=', 'users.id')
              .where('totp_secrets.secret', 'is not', null),
          ),
        ])
        .as('has_second_factor'),
    )
    .where('sessions.token_hash', '=', hashToken(token))
    .where('users.disabled_at', 'is', null)
    .where('sessions.expires_at', '>', now.getTime())
    .where('sessions.created_at', '>', now.getTime() - MAX_SESSION_AGE_MS)
    .executeTakeFirst()
  if (row === undefined) return null
  const session = { userId: row.id, tokenHash: row.token_hash, createdAt: row.created_at, address }
  const isStale = now.getTime() - row.seen_at >= SEEN_UPDATE_INTERVAL_MS
  return {
    currentUser: {
      userId: row.id,
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      isAdmin: row.is_admin === 1,
      isStaff: row.is_staff === 1,
      hasSecondFactor: Boolean(row.has_second_factor),
      mustAddSecondFactor: false,
      verifiedAt: new Date(row.verified_at ?? row.created_at),
      tokenHash: row.token_hash,
      apiToken: null,
    },
    wasExtended: isStale && (await extendSession(db, session, now)),
  }
}

/** A user's active sessions, most recently used first, each with the IP address of its last recorded use, if known. */
export async function listActiveSessions(db: Db, userId: number, now: Date) {
  const rows = await db
    .selectFrom('sessions')
    .select(['token_hash as tokenHash', 'user_agent as userAgent', 'address', 'created_at', 'seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.getTime())
    .where('created_at', '>', now.getTime() - MAX_SESSION_AGE_MS)
    .orderBy('seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute()
  return rows.map(({ created_at, seen_at, ...session }) => ({
    ...session,
    createdAt: new Date(created_at),
    seenAt: new Date(seen_at),
  }))
}

export type NewSession = { userId: number; userAgent: string | null; address: string | null; now: Date }

/** Only the hash of the token is stored. Throws an AccountDisabledError for a disabled account. */
export async function startSession(db: Db, session: NewSession): Promise<string> {
  const token = newToken()
  const at = session.now.getTime()
  await requireEnabledAccount(db, session.userId)
  await evictOldestSessions(db, session.userId)
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: session.userId,
      created_at: at,
      seen_at: at,
      expires_at: at + SESSION_TTL_MS,
      verified_at: at,
      address: session.address,
      user_agent: session.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    })
    .execute()
  await recordVisit(db, session.userId, session.now)
  return token
}

async function requireEnabledAccount(db: Db, userId: number): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('disabled_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (user.disabled_at !== null) throw new AccountDisabledError()
}

export async function markSessionVerified(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ verified_at: now.getTime() })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function endSessionWith(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

export async function endSession(db: Db, userId: number, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where((eb) => eb.and({ user_id: userId, token_hash: tokenHash }))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Ends all of a user's sessions, except the one given by its token hash, and sign-ins that wait for a second
 * factor. Returns how many sessions were ended.
 */
export async function endAllSessions(
  db: Db,
  userId: number,
  exceptTokenHash: string | null = null,
): Promise<number> {
  await db.deleteFrom('sign_in_steps').where('user_id', '=', userId).execute()
  let query = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (exceptTokenHash !== null) query = query.where('token_hash', '!=', exceptTokenHash)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

/** Extends a session; false if the database is read-only or full, so that users can still read. */
async function extendSession(
  db: Db,
  session: { userId: number; tokenHash: string; createdAt: number; address: string },
  now: Date,
): Promise<boolean> {
  const { userId, tokenHash, createdAt, address } = session
  const at = now.getTime()
  const expiresAt = Math.min(at + SESSION_TTL_MS, createdAt + MAX_SESSION_AGE_MS)
  try {
    await db
      .updateTable('sessions')
      .set({ seen_at: at, expires_at: expiresAt, address })
      .where('token_hash', '=', tokenHash)
      .execute()
    await recordVisit(db, userId, now)
    return true
  } catch (error) {
    if (isDiskFull(error) || isReadOnly(error)) return false
    throw error
  }
}

async function evictOldestSessions(db: Db, userId: number): Promise<void> {
  const remaining = db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(MAX_SESSIONS_PER_USER - 1)
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', remaining)
    .execute()
}

/** A visit ends when the account has not been used for this long. Reloading a page does not begin another one. */
const VISIT_GAP_MS = 4 * HOUR_MS

/** Records the use of an account. After a break it begins a new visit, and the last use becomes the previous visit. */
async function recordVisit(db: Db, userId: number, now: Date): Promise<void> {
  const seenAt = now.getTime()
  await db
    .insertInto('visits')
    .values({ user_id: userId, seen_at: seenAt })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        previous_at: sql`case when visits.seen_at <= ${seenAt - VISIT_GAP_MS} then visits.seen_at
          else visits.previous_at end`,
        seen_at: seenAt,
      }),
    )
    .execute()
}

/** When the visit before the current one ended; null on the first visit. */
export async function findPreviousVisit(db: Db, userId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('visits')
    .select('previous_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.previous_at == null ? null : new Date(row.previous_at)
}

/** Lets scanners for secrets recognize a token. */
const PREFIX = 'fh_'

const USE_UPDATE_INTERVAL_MS = 5 * MINUTE_MS

export const StoredScopes = z.array(z.enum(TOKEN_SCOPES))

export function newApiToken(): string {
  return PREFIX + newToken()
}

/** Other bearer tokens are none of ours: a proxy that signs people in may add its own. */
export function apiTokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const [, token] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  return token?.startsWith(PREFIX) === true ? token : null
}

/** Whether the token may be used for an operation of this scope in this league; null stands for an operation without one. */
export function isOpenTo(
  grant: ApiTokenGrant,
  scope: TokenScope | undefined,
  leagueId: number | null,
): boolean {
  if (scope === undefined || !grant.scopes.includes(scope)) return false
  return grant.leagueIds === null || (leagueId !== null && grant.leagueIds.includes(leagueId))
}

/**
 * Finds the owner of a token, without any rights of site staff or a site admin. null if the token is unknown or
 * was revoked.
 */
export async function authenticateApiToken(
  db: Db,
  token: string,
  now: Date,
): Promise<CurrentUser | 'expired' | null> {
  const row = await db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .selectAll('api_tokens')
    .select(['users.username', 'users.first_name', 'users.last_name', 'users.email'])
    .where('api_tokens.token_hash', '=', hashToken(token))
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const expiresAt = new Date(row.expires_at)
  if (expiresAt <= now) return 'expired'
  const leagueIds = row.is_for_all_leagues === 1 ? null : await listTokenLeagueIds(db, row.id)
  await recordUse(db, row, now)
  return {
    userId: row.user_id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    isAdmin: false,
    isStaff: false,
    hasSecondFactor: false,
    mustAddSecondFactor: false,
    verifiedAt: new Date(row.created_at),
    tokenHash: row.token_hash,
    apiToken: { id: row.id, scopes: StoredScopes.parse(JSON.parse(row.scopes)), leagueIds, expiresAt },
  }
}

async function listTokenLeagueIds(db: Db, tokenId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('api_token_leagues')
    .select('league_id')
    .where('token_id', '=', tokenId)
    .execute()
  return rows.map((row) => row.league_id)
}

/** Does nothing if the database is read-only or full, so that tokens can still read. */
async function recordUse(db: Db, token: { id: number; used_at: number | null }, now: Date): Promise<void> {
  if (token.used_at !== null && now.getTime() - token.used_at < USE_UPDATE_INTERVAL_MS) return
  try {
    await db.updateTable('api_tokens').set({ used_at: now.getTime() }).where('id', '=', token.id).execute()
  } catch (error) {
    if (!isDiskFull(error) && !isReadOnly(error)) throw error
  }
}
