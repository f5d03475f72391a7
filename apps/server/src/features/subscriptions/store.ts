import type { SubscriptionKind } from '@fieldhouse/contract/subscriptions'
import { hashToken, newLinkCode } from '../../crypto/tokens.ts'
import type { Db } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/upsert.ts'
import { changeAccount } from '../../repositories/accounts/account-changes.ts'
import { type AuditedRequest, changeWithAudit } from '../../repositories/audit/audit.ts'

export async function listSubscriptions(db: Db, userId: number) {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['kind', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('kind')
    .execute()
  return rows.map(({ kind, created_at }) => ({ kind, createdAt: new Date(created_at) }))
}

/** Replaces the address of that kind. Of its code, only the hash is stored. */
export function createSubscription(call: AuditedRequest, kind: SubscriptionKind) {
  return changeAccount(call, async ({ transaction, now, record }) => {
    const code = newLinkCode()
    const values = { code_hash: hashToken(code), created_at: now.getTime() }
    await upsert(transaction, 'subscriptions', { user_id: call.user.userId, kind }, values)
    await record('account.create_subscription', { kind })
    return { code, createdAt: now }
  })
}

/** Returns false if there is none. */
export function revokeSubscription(call: AuditedRequest, kind: SubscriptionKind): Promise<boolean> {
  return changeWithAudit(call, async ({ transaction, audit }) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('subscriptions')
      .where((eb) => eb.and({ user_id: call.user.userId, kind }))
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return false
    await audit('account.revoke_subscription', { kind })
    return true
  })
}

/** The user whose address has the code; null for an unknown code and a disabled account. */
export async function findSubscriber(db: Db, kind: SubscriptionKind, code: string): Promise<number | null> {
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select('subscriptions.user_id')
    .where((eb) => eb.and({ 'subscriptions.kind': kind, 'subscriptions.code_hash': hashToken(code) }))
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  return row?.user_id ?? null
}

export function listLeagues(db: Db, userId: number) {
  return db
    .selectFrom('memberships')
    .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
    .select(['leagues.id', 'leagues.name', 'leagues.has_betslip'])
    .where('memberships.user_id', '=', userId)
    .orderBy('leagues.name')
    .execute()
}

export type SubscribedLeague = Awaited<ReturnType<typeof listLeagues>>[number]

/** Of these leagues, newest first. Without recaps whose posts were deleted or hidden. */
export async function listRecaps(db: Db, leagueIds: readonly number[], limit: number) {
  if (leagueIds.length === 0) return []
  const rows = await db
    .selectFrom('recaps')
    .innerJoin('feed_posts', 'feed_posts.item_id', 'recaps.post_id')
    .innerJoin('feed_items as post', 'post.id', 'recaps.post_id')
    .innerJoin('leagues', 'leagues.id', 'recaps.league_id')
    .select(['leagues.name as league', 'recaps.season', 'recaps.week'])
    .select(['feed_posts.content as text', 'recaps.posted_at'])
    .where('recaps.league_id', 'in', leagueIds)
    .where('post.hidden_at', 'is', null)
    .orderBy('recaps.posted_at', 'desc')
    .orderBy('recaps.league_id')
    .limit(limit)
    .execute()
  return rows.map(({ posted_at, ...recap }) => ({ ...recap, postedAt: new Date(posted_at) }))
}

export type PublishedRecap = Awaited<ReturnType<typeof listRecaps>>[number]
