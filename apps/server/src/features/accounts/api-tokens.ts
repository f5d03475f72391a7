import { createApiToken, listApiTokens, revokeApiToken } from '@fieldhouse/contract/accounts/api-tokens'
import { TOKEN_SCOPES } from '@fieldhouse/contract/operation'
import { DAY_MS } from '@fieldhouse/domain/duration'
import { normalizeName } from '@fieldhouse/domain/names'
import type { Selectable } from 'kysely'
import { changeAccount } from '../../auth/account-changes.ts'
import { newApiToken, StoredScopes } from '../../auth/session-store.ts'
import { hashToken } from '../../crypto/crypto.ts'
import type { Db } from '../../database/engine/database.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { changeWithAudit } from '../../repositories/audit.ts'

const MAX_TOKENS_PER_USER = 20

/** Personal API tokens, for scripts. No token can be used to manage tokens. */
export const apiTokens = [
  /** Newest first, with those that expired in the last 30 days. */
  operation(listApiTokens, async ({ ctx, user }) => {
    const rows = await ctx.db
      .selectFrom('api_tokens')
      .selectAll()
      .where('user_id', '=', user.userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const leagues = await ctx.db
      .selectFrom('api_token_leagues')
      .innerJoin('api_tokens', 'api_tokens.id', 'api_token_leagues.token_id')
      .innerJoin('leagues', 'leagues.id', 'api_token_leagues.league_id')
      .select(['api_token_leagues.token_id', 'leagues.name'])
      .where('api_tokens.user_id', '=', user.userId)
      .orderBy('leagues.name_key')
      .execute()
    const namesOf = (id: number) => leagues.filter((each) => each.token_id === id).map(({ name }) => name)
    return { tokens: rows.map((row) => presentToken(row, namesOf(row.id), ctx.now())) }
  }),

  /** Only the hash of the token is stored. */
  operation(createApiToken, async (call) => {
    const { user, body, reply } = call
    const { name, scopes, leagues, days } = body
    const token = newApiToken()
    const uniqueScopes = TOKEN_SCOPES.filter((scope) => scopes.includes(scope))
    const created = await changeAccount(call, async ({ transaction, now, record }) => {
      const ownLeagues = leagues === null ? null : await requireOwnLeagues(transaction, user.userId, leagues)
      const { count } = await transaction
        .selectFrom('api_tokens')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('user_id', '=', user.userId)
        .where('expires_at', '>', now.getTime())
        .executeTakeFirstOrThrow()
      if (Number(count) >= MAX_TOKENS_PER_USER) throw new ApiError('token_limit')
      const row = await transaction
        .insertInto('api_tokens')
        .values({
          user_id: user.userId,
          token_hash: hashToken(token),
          name,
          scopes: JSON.stringify(uniqueScopes),
          is_for_all_leagues: ownLeagues === null ? 1 : 0,
          created_at: now.getTime(),
          expires_at: now.getTime() + days * DAY_MS,
          used_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      if (ownLeagues !== null)
        await transaction
          .insertInto('api_token_leagues')
          .values(ownLeagues.map((league) => ({ token_id: row.id, league_id: league.id })))
          .execute()
      const detail = { name, scopes: uniqueScopes.join(', '), days }
      await record('account.create_token', detail)
      return presentToken(row, ownLeagues?.map((league) => league.name) ?? [], now)
    })
    reply.header('cache-control', 'no-store')
    return { message: "Copy the token now. It won't be shown again.", token, created }
  }),

  operation(revokeApiToken, async (call) => {
    await changeWithAudit(call, async ({ transaction, audit }) => {
      const detail = await transaction
        .deleteFrom('api_tokens')
        .where((eb) => eb.and({ id: call.body.id, user_id: call.user.userId }))
        .returning('name')
        .executeTakeFirstOrThrow(() => new ApiError('token_not_found'))
      await audit('account.revoke_token', detail)
    })
    return { message: 'The token is revoked.' }
  }),
]

/** @param leagues the names of the token's leagues, unless it is for all that its owner is a member of */
function presentToken(row: Selectable<Database['api_tokens']>, leagues: string[], now: Date) {
  return toWire({
    id: row.id,
    name: row.name,
    scopes: StoredScopes.parse(JSON.parse(row.scopes)),
    leagues: row.is_for_all_leagues === 1 ? null : leagues,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    usedAt: row.used_at === null ? null : new Date(row.used_at),
    isExpired: row.expires_at <= now.getTime(),
  })
}

/** The user's leagues with these names. Throws `not_member`. */
async function requireOwnLeagues(db: Db, userId: number, names: readonly string[]) {
  const keys = [...new Set(names.map((name) => normalizeName(name.trim())))]
  const rows = await db
    .selectFrom('leagues')
    .innerJoin('memberships', 'memberships.league_id', 'leagues.id')
    .select(['leagues.id', 'leagues.name'])
    .where('leagues.name_key', 'in', keys)
    .where('memberships.user_id', '=', userId)
    .orderBy('leagues.name_key')
    .execute()
  if (rows.length !== keys.length) throw new ApiError('not_member')
  return rows
}
