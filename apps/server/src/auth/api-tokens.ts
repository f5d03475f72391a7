import { TOKEN_SCOPES, type TokenScope } from '@fieldhouse/contract/operation'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hashToken, newToken } from '../crypto/tokens.ts'
import type { Db } from '../database/engine/database.ts'
import { isDiskFull, isReadOnly } from '../database/engine/database-errors.ts'
import type { ApiTokenGrant, CurrentUser } from './session-store.ts'

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
