import * as contract from '@fieldhouse/contract/accounts/accounts'
import { createApiToken, listApiTokens, revokeApiToken } from '@fieldhouse/contract/accounts/api-tokens'
import { TOKEN_SCOPES } from '@fieldhouse/contract/operation'
import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { normalizeName } from '@fieldhouse/domain/names'
import type { Selectable } from 'kysely'
import { clearSessionCookie, setSessionCookie } from '../../auth/access.ts'
import { changeAccount } from '../../auth/account-changes.ts'
import { hashPassword, NO_PASSWORD, requireOwnPassword } from '../../auth/passwords.ts'
import {
  type CurrentUser,
  endAllSessions,
  endSession,
  listActiveSessions,
  newApiToken,
  StoredScopes,
} from '../../auth/session-store.ts'
import type { Context } from '../../context.ts'
import { hashToken } from '../../crypto/crypto.ts'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError, invalidField, orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { type Actor, changeWithAudit, recordAuditEntry } from '../../repositories/audit.ts'
import { lockLeague } from '../../repositories/change-league.ts'
import { hasOtherAdmin } from '../../repositories/memberships.ts'
import { isEmailTaken } from './email.ts'
import { checkNewPassword, clearFailedLogins, replaceOwnPassword } from './password-store.ts'
import { hasSiteAdmin } from './read-site-admin.ts'
import { type Account, findAccount, presentUser, updateProfile, userAgentOf } from './sign-in.ts'
import { endAccess, lockSiteAdmins } from './users.ts'

type UserAgentPattern = readonly [pattern: RegExp, name: string]

/** The first match wins, because most browsers also name the browsers they derive from. */
const BROWSERS: readonly UserAgentPattern[] = [
  [/\b(?:Edg|EdgA|EdgiOS|Edge)\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/^(?=.*\bVersion\/\d).*\bSafari\//, 'Safari'],
]

const OPERATING_SYSTEMS: readonly UserAgentPattern[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** How long after a sign-in people without a password may set one. */
const RECENT_SIGN_IN_MS = 10 * MINUTE_MS

export const ownAccount = [
  operation(contract.updateAccount, async ({ ctx, user, body }) => {
    const account = await requireOwnAccount(ctx, user)
    const { first_name: firstName, last_name: lastName, email, current_password } = body
    const changes = {
      ...(firstName === undefined || firstName === account.firstName ? {} : { firstName }),
      ...(lastName === undefined || lastName === account.lastName ? {} : { lastName }),
      ...(email === undefined || email === account.email ? {} : { email }),
    }
    if (changes.email !== undefined) {
      if (!current_password)
        throw invalidField('current_password', 'Enter your current password to change your email.')
      await requireOwnPassword(ctx, user, current_password)
      if (await isEmailTaken(ctx.db, changes.email, account.id, ctx.now())) throw new ApiError('email_taken')
    }
    if (Object.keys(changes).length === 0) return presentUser(account)
    const { sendsMail } = ctx
    const updated = await updateProfile(ctx.db, account, changes, { sendsMail, now: ctx.now() })
    if (changes.email !== undefined && sendsMail) ctx.jobs.wake()
    return presentUser(updated)
  }),

  operation(contract.changePassword, async ({ ctx, user, body, request, reply }) => {
    const account = await requireOwnAccount(ctx, user)
    if (account.passwordHash === NO_PASSWORD) await requireRecentSignIn(ctx, user)
    else await requireOwnPassword(ctx, user, body.current_password)
    await checkNewPassword(ctx, body.new_password, account, 'new_password')
    const hash = await hashPassword(body.new_password, String(account.id))
    const password = { hash, keepsTokens: body.keep_tokens }
    const session = { userAgent: userAgentOf(request), address: request.ip, now: ctx.now() }
    const token = orThrow(await replaceOwnPassword(ctx.db, account, password, session), 'password_incorrect')
    setSessionCookie(reply, token, ctx.isSecure)
    return { message: "Password updated. You're signed out everywhere else." }
  }),

  operation(contract.listSessions, async ({ ctx, user }) => {
    const sessions = await listActiveSessions(ctx.db, user.userId, ctx.now())
    return {
      sessions: sessions.map((session) => ({
        // The hash of the session token cannot be used to sign in.
        id: session.tokenHash,
        device: describeDevice(session.userAgent),
        address: session.address,
        created_at: session.createdAt.toISOString(),
        seen_at: session.seenAt.toISOString(),
        is_current: session.tokenHash === user.tokenHash,
      })),
    }
  }),

  operation(contract.endSessions, async ({ ctx, user, body: { id = null }, reply }) => {
    const { userId, tokenHash } = user
    const at = ctx.now()
    const ended = await inTransaction(ctx.db, async (transaction) => {
      const count =
        id === null
          ? await endAllSessions(transaction, userId, tokenHash)
          : Number(await endSession(transaction, userId, id))
      const entry = { at, actor: user, action: 'account.end_sessions', detail: { ended: count } } as const
      if (count > 0) await recordAuditEntry(transaction, entry)
      return count
    })
    if (id === null)
      return {
        message: ended === 0 ? "You're not signed in anywhere else." : "You're signed out everywhere else.",
      }
    if (ended === 0) throw new ApiError('session_not_found')
    if (id === tokenHash) clearSessionCookie(reply)
    return { message: 'Session ended.' }
  }),

  operation(contract.deleteAccount, async ({ ctx, user, body, reply }) => {
    if (body.username.trim() !== user.username)
      throw new ApiError('name_not_confirmed', { message: "Type your username exactly as it's shown." })
    const now = ctx.now()
    await inTransaction(ctx.db, (transaction) => closeAccount(transaction, user, now))
    clearSessionCookie(reply)
    return { message: 'Your account is deleted.' }
  }),
]

async function requireOwnAccount(ctx: Context, { userId }: CurrentUser): Promise<Account> {
  return orThrow(await findAccount(ctx.db, userId), 'not_signed_in')
}

async function requireRecentSignIn(ctx: Context, { userId, tokenHash }: CurrentUser): Promise<void> {
  const sessions = await listActiveSessions(ctx.db, userId, ctx.now())
  const signedInAt = sessions.find((each) => each.tokenHash === tokenHash)?.createdAt.getTime() ?? 0
  if (ctx.now().getTime() - signedInAt >= RECENT_SIGN_IN_MS) throw new ApiError('sign_in_again')
}

/** The browser and operating system, such as 'Firefox on Android'; null when neither is recognized. */
export function describeDevice(userAgent: string | null): string | null {
  if (userAgent === null) return null
  const browser = matchName(userAgent, BROWSERS)
  const system = matchName(userAgent, OPERATING_SYSTEMS)
  if (browser === null && system === null) return null
  return system === null ? browser : `${browser ?? 'A browser'} on ${system}`
}

function matchName(userAgent: string, patterns: readonly UserAgentPattern[]): string | null {
  return patterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}

/** What only the owner of an account needs, and what leads to it. Posts, comments, reactions, votes, uploads, picks and the audit log stay. */
const PERSONAL_TABLES = [
  'identities',
  'passkeys',
  'passkey_challenges',
  'totp_secrets',
  'recovery_codes',
  'subscriptions',
  'notification_choices',
  'quiet_hours',
  'notifications',
  'visits',
  'tab_visits',
  'post_keys',
  'media_drafts',
  'item_mentions',
  'comment_mentions',
  'content_reports',
  'mutes',
  'join_requests',
  'invite_uses',
  'league_documents',
  'team_assignments',
  'memberships',
] as const

/**
 * Deletes a user's account. Its row stays, without anything personal, as the author of what they have posted. Throws
 * `last_site_admin`, and `last_league_admin` if nobody else could manage a league.
 */
async function closeAccount(transaction: DbTransaction, user: Actor, now: Date) {
  const { userId } = user
  await lockSiteAdmins(transaction)
  if (!(await hasSiteAdmin(transaction, userId))) {
    const message = "You're the only site admin. Create another one before you delete your account."
    throw new ApiError('last_site_admin', { message })
  }
  const leagues = await listOnlyManagedLeagues(transaction, userId)
  if (leagues.length > 0) {
    const message = `You're the only admin of ${leagues.join(', ')}. Make somebody else an admin, or delete the league, before you delete your account.`
    throw new ApiError('last_league_admin', { message })
  }
  await clearFailedLogins(transaction, userId)
  await endAccess(transaction, userId)
  for (const table of PERSONAL_TABLES)
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute()
  await recordAuditEntry(transaction, { at: now, actor: user, action: 'account.delete' })
  // No username that somebody can register contains an @.
  const username = `former@${userId}`
  await forgetImports(transaction, user, username)
  await transaction
    .updateTable('users')
    .set({
      username,
      username_key: normalizeName(username),
      first_name: 'Former',
      last_name: 'member',
      email: '',
      email_key: null,
      email_verified_at: null,
      email_claim_key: null,
      email_claimed_at: null,
      password_hash: NO_PASSWORD,
      is_admin: 0,
      is_staff: 0,
      disabled_at: now.getTime(),
      deleted_at: now.getTime(),
    })
    .where('id', '=', userId)
    .execute()
}

/** Removes the user's name from imported archives, and their requests, which would pass on with the username. */
async function forgetImports(transaction: DbTransaction, user: Actor, formerName: string) {
  await transaction
    .updateTable('imported_people')
    .set({ username: formerName, username_key: normalizeName(formerName) })
    .where((eb) => eb.or([eb('linked_id', '=', user.userId), eb('user_id', '=', user.userId)]))
    .execute()
  await transaction
    .updateTable('imported_people')
    .set({ claimed_at: null })
    .where('linked_id', 'is', null)
    .where('username_key', '=', normalizeName(user.username))
    .execute()
}

/** The leagues whose only admin the user is. They are locked until the transaction ends. */
async function listOnlyManagedLeagues(transaction: DbTransaction, userId: number): Promise<string[]> {
  const managed = await transaction
    .selectFrom('memberships')
    .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
    .select(['leagues.id', 'leagues.name'])
    .where((eb) => eb.and({ 'memberships.user_id': userId, 'memberships.role': 'admin' }))
    .orderBy('leagues.id')
    .execute()
  const names: string[] = []
  for (const { id, name } of managed) {
    await lockLeague(transaction, id)
    if (!(await hasOtherAdmin(transaction, id, userId))) names.push(name)
  }
  return names
}

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
