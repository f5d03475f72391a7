import type { SubscriptionKind } from '@fieldhouse/contract/subscriptions'
import { hashToken } from '../../crypto/crypto.ts'
import type { Db } from '../../database/engine/database.ts'

export async function listSubscriptions(db: Db, userId: number) {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['kind', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('kind')
    .execute()
  return rows.map(({ kind, created_at }) => ({ kind, createdAt: new Date(created_at) }))
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
