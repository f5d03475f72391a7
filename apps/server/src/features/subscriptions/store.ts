import type { SubscriptionKind } from '@fieldhouse/contract/subscriptions'
import { hashToken, newLinkCode } from '../../crypto/tokens.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { recordAccountChange } from '../../repositories/accounts/account-changes.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'

export type Subscription = { kind: SubscriptionKind; createdAt: Date }

export type SubscribedLeague = { id: number; name: string; hasBetslip: boolean }

export type PublishedRecap = {
  league: string
  season: number
  week: number
  text: string
  postedAt: Date
}

/** The addresses of users for calendar apps and feed readers, and what only these read. */
export interface SubscriptionStore {
  list(userId: number): Promise<Subscription[]>
  /** Replaces the address of that kind. Of its code, only the hash is stored. */
  create(owner: Actor, kind: SubscriptionKind, now: Date): Promise<string>
  /** Returns false if the user has no address of that kind. */
  revoke(owner: Actor, kind: SubscriptionKind, now: Date): Promise<boolean>
  /** The user whose address has the code; null for an unknown code and a disabled account. */
  findUser(kind: SubscriptionKind, code: string): Promise<number | null>
  /** The leagues that a user is a member of, by name. */
  listLeagues(userId: number): Promise<SubscribedLeague[]>
  /** Of these leagues, newest first. Without recaps whose posts were deleted or hidden. */
  listRecaps(leagueIds: readonly number[], limit: number): Promise<PublishedRecap[]>
}

export function subscriptionStore(db: Db): SubscriptionStore {
  return {
    async list(userId) {
      const rows = await db
        .selectFrom('subscriptions')
        .select(['kind', 'created_at'])
        .where('user_id', '=', userId)
        .orderBy('kind')
        .execute()
      return rows.map(({ kind, created_at }) => ({ kind, createdAt: new Date(created_at) }))
    },

    create(owner, kind, now) {
      return inTransaction(db, async (transaction) => {
        const code = newLinkCode()
        const values = { code_hash: hashToken(code), created_at: now.getTime() }
        await transaction
          .insertInto('subscriptions')
          .values({ user_id: owner.userId, kind, ...values })
          .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(values))
          .execute()
        const entry = {
          at: now,
          actor: owner,
          action: 'account.create_subscription',
          detail: { kind },
        } as const
        await recordAccountChange(transaction, owner.userId, entry)
        return code
      })
    },

    revoke(owner, kind, now) {
      return inTransaction(db, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('subscriptions')
          .where('user_id', '=', owner.userId)
          .where('kind', '=', kind)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return false
        const action = 'account.revoke_subscription'
        await recordAuditEntry(transaction, { at: now, actor: owner, action, detail: { kind } })
        return true
      })
    },

    async findUser(kind, code) {
      const row = await db
        .selectFrom('subscriptions')
        .innerJoin('users', 'users.id', 'subscriptions.user_id')
        .select('subscriptions.user_id')
        .where('subscriptions.kind', '=', kind)
        .where('subscriptions.code_hash', '=', hashToken(code))
        .where('users.disabled_at', 'is', null)
        .executeTakeFirst()
      return row?.user_id ?? null
    },

    async listLeagues(userId) {
      const rows = await db
        .selectFrom('memberships')
        .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
        .select(['leagues.id', 'leagues.name', 'leagues.has_betslip'])
        .where('memberships.user_id', '=', userId)
        .orderBy('leagues.name')
        .execute()
      return rows.map(({ id, name, has_betslip }) => ({ id, name, hasBetslip: has_betslip === 1 }))
    },

    async listRecaps(leagueIds, limit) {
      if (leagueIds.length === 0) return []
      const rows = await db
        .selectFrom('recaps')
        .innerJoin('feed_posts', 'feed_posts.item_id', 'recaps.post_id')
        .innerJoin('feed_items as post', 'post.id', 'recaps.post_id')
        .innerJoin('leagues', 'leagues.id', 'recaps.league_id')
        .select(['leagues.name', 'recaps.season', 'recaps.week', 'feed_posts.content', 'recaps.posted_at'])
        .where('recaps.league_id', 'in', leagueIds)
        .where('post.hidden_at', 'is', null)
        .orderBy('recaps.posted_at', 'desc')
        .orderBy('recaps.league_id')
        .limit(limit)
        .execute()
      return rows.map(({ name, season, week, content, posted_at }) => ({
        league: name,
        season,
        week,
        text: content,
        postedAt: new Date(posted_at),
      }))
    },
  }
}
