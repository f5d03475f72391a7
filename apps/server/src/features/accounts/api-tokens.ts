import { createApiToken, listApiTokens, revokeApiToken } from '@fieldhouse/contract/api-tokens'
import { TOKEN_SCOPES, type TokenScope } from '@fieldhouse/contract/operation'
import { DAY_MS } from '@fieldhouse/domain/duration'
import { normalizeName } from '@fieldhouse/domain/names'
import type { Kysely } from 'kysely'
import { newApiToken, StoredScopes } from '../../auth/api-tokens.ts'
import { hashToken } from '../../crypto/tokens.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/presenters/to-wire.ts'
import { recordAccountChange } from '../../repositories/accounts/account-changes.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'

const MAX_TOKENS_PER_USER = 20

type ApiToken = {
  id: number
  name: string
  scopes: TokenScope[]
  /** The names of its leagues; null for all leagues that its owner is a member of. */
  leagues: string[] | null
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

/** Personal API tokens, for scripts. No token can be used to manage tokens. */
export const apiTokens = [
  operation(listApiTokens, async ({ ctx, user }) => ({
    tokens: (await listTokens(ctx.db, user.userId)).map((token) => presentToken(token, ctx.now())),
  })),

  operation(createApiToken, async ({ ctx, user, body, reply }) => {
    const result = await createToken(ctx.db, user, body, ctx.now())
    if (typeof result === 'string') throw new ApiError(result)
    reply.header('cache-control', 'no-store')
    return {
      message: "Copy the token now. It won't be shown again.",
      token: result.token,
      created: presentToken(result.created, ctx.now()),
    }
  }),

  operation(revokeApiToken, async ({ ctx, user, body }) => {
    if (!(await revokeToken(ctx.db, user, body.id, ctx.now()))) throw new ApiError('token_not_found')
    return { message: 'The token is revoked.' }
  }),
]

function presentToken(token: ApiToken, now: Date) {
  return toWire({ ...token, isExpired: token.expiresAt <= now })
}

/** Newest first, with those that expired in the last 30 days. */
async function listTokens(db: Db, userId: number): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const leagues = await db
    .selectFrom('api_token_leagues')
    .innerJoin('api_tokens', 'api_tokens.id', 'api_token_leagues.token_id')
    .innerJoin('leagues', 'leagues.id', 'api_token_leagues.league_id')
    .select(['api_token_leagues.token_id', 'leagues.name'])
    .where('api_tokens.user_id', '=', userId)
    .orderBy('leagues.name_key')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: StoredScopes.parse(JSON.parse(row.scopes)),
    leagues:
      row.is_for_all_leagues === 1
        ? null
        : leagues.filter((each) => each.token_id === row.id).map(({ name }) => name),
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    usedAt: row.used_at === null ? null : new Date(row.used_at),
  }))
}

/** Creates a token, of which only the hash is stored. `not_member`: the user is not a member of one of the leagues. */
function createToken(
  db: Db,
  owner: Actor,
  { name, scopes, leagues, days }: Pick<ApiToken, 'name' | 'scopes' | 'leagues'> & { days: number },
  now: Date,
): Promise<{ token: string; created: ApiToken } | 'token_limit' | 'not_member'> {
  return inTransaction(db, async (transaction) => {
    const leagueRows = leagues === null ? null : await findOwnLeagues(transaction, owner.userId, leagues)
    if (leagueRows === 'not_member') return 'not_member'
    const { count } = await transaction
      .selectFrom('api_tokens')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('user_id', '=', owner.userId)
      .where('expires_at', '>', now.getTime())
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_TOKENS_PER_USER) return 'token_limit'
    const token = newApiToken()
    const expiresAt = new Date(now.getTime() + days * DAY_MS)
    const uniqueScopes = TOKEN_SCOPES.filter((scope) => scopes.includes(scope))
    const { id } = await transaction
      .insertInto('api_tokens')
      .values({
        user_id: owner.userId,
        token_hash: hashToken(token),
        name,
        scopes: JSON.stringify(uniqueScopes),
        is_for_all_leagues: leagueRows === null ? 1 : 0,
        created_at: now.getTime(),
        expires_at: expiresAt.getTime(),
        used_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (leagueRows !== null)
      await transaction
        .insertInto('api_token_leagues')
        .values(leagueRows.map((league) => ({ token_id: id, league_id: league.id })))
        .execute()
    await recordAccountChange(transaction, owner.userId, {
      at: now,
      actor: owner,
      action: 'account.create_token',
      detail: { name, scopes: uniqueScopes.join(', '), days },
    })
    const leagueNames = leagueRows?.map((league) => league.name) ?? null
    const created = { id, name, scopes: uniqueScopes, leagues: leagueNames, createdAt: now, expiresAt }
    return { token, created: { ...created, usedAt: null } }
  })
}

/** Deletes a token; false if the user has none with this ID. */
function revokeToken(db: Db, owner: Actor, id: number, now: Date): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const token = await transaction
      .deleteFrom('api_tokens')
      .where('id', '=', id)
      .where('user_id', '=', owner.userId)
      .returning('name')
      .executeTakeFirst()
    if (token === undefined) return false
    await recordAuditEntry(transaction, {
      at: now,
      actor: owner,
      action: 'account.revoke_token',
      detail: { name: token.name },
    })
    return true
  })
}

/** The user's leagues with these names. */
async function findOwnLeagues(
  db: Kysely<Database>,
  userId: number,
  names: readonly string[],
): Promise<{ id: number; name: string }[] | 'not_member'> {
  const keys = [...new Set(names.map((name) => normalizeName(name.trim())))]
  const rows = await db
    .selectFrom('leagues')
    .innerJoin('memberships', 'memberships.league_id', 'leagues.id')
    .select(['leagues.id', 'leagues.name'])
    .where('leagues.name_key', 'in', keys)
    .where('memberships.user_id', '=', userId)
    .orderBy('leagues.name_key')
    .execute()
  return rows.length === keys.length ? rows : 'not_member'
}
