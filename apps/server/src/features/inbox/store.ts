import type { VISITED_TABS } from '@fieldhouse/contract/inbox'
import { likeTitle } from '@fieldhouse/domain/notifications/activity-notifications'
import type { NotificationKind, NotificationTarget } from '@fieldhouse/domain/notifications/notification'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { recordEvent } from '../../repositories/events/league-events.ts'
import { loadDisplayNames } from '../../repositories/leagues/display-names.ts'
import { decidableIds, type Reviewer } from '../../repositories/leagues/join-requests.ts'
import { nounOf } from '../../repositories/leagues/posted-nouns.ts'
import { openReports, REPORTED_AUTHOR } from '../../repositories/moderation/moderated-content.ts'
import { isNotMutedBy, selectVisible } from './visible-items-store.ts'

export type StoredItem = {
  id: number
  kind: NotificationKind
  /** null if it concerns none. */
  league: string | null
  title: string
  body: string
  target: NotificationTarget
  at: Date
  isRead: boolean
}

/** The item after which a page begins. */
export type InboxPosition = { at: number; id: number }

export type VisitedTab = (typeof VISITED_TABS)[number]

export interface InboxStore {
  /** Lists up to `limit` items that the user may still see, newest first. */
  list(userId: number, after: InboxPosition | null, limit: number): Promise<StoredItem[]>
  countUnread(userId: number): Promise<number>
  /** Lists the tabs of the user's leagues that have something new by others since their last visit. */
  listNewTabs(userId: number): Promise<{ league: string; tab: VisitedTab }[]>
  /** The number of pending requests that a user can approve or reject. */
  countRequests(user: Reviewer): Promise<number>
  /**
   * The number of posts and comments with open reports in the leagues that a user is admin of, without those that the
   * user wrote.
   */
  countReports(userId: number): Promise<number>
  /** Marks an item, or all items up to a time, as read, and tells the user's other pages. */
  markRead(userId: number, which: { id: number } | { until: Date }, now: Date): Promise<void>
  /** Records that the user has seen a tab, and tells their other pages. */
  recordVisit(userId: number, leagueId: number, tab: VisitedTab, now: Date): Promise<void>
}

export function inboxStore(db: Db): InboxStore {
  return {
    async list(userId, after, limit) {
      const rows = await selectVisible(db, userId)
        .select(['item.id', 'item.kind', 'item.title', 'item.body', 'item.target', 'item.created_at'])
        .select(['item.read_at', 'item.item_id', 'item.league_id', 'leagues.name'])
        .$if(after !== null, (query) =>
          query.where((eb) =>
            eb.or([
              eb('item.created_at', '<', after?.at ?? 0),
              eb.and([eb('item.created_at', '=', after?.at ?? 0), eb('item.id', '<', after?.id ?? 0)]),
            ]),
          ),
        )
        .orderBy('item.created_at', 'desc')
        .orderBy('item.id', 'desc')
        .limit(limit)
        .execute()
      const likes = await summarizeLikes(
        userId,
        rows.filter(({ kind }) => kind === 'like'),
      )
      return rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        league: row.name,
        title: (row.kind === 'like' ? likes.get(row.item_id ?? 0) : undefined) ?? row.title,
        body: row.body,
        target: JSON.parse(row.target) as NotificationTarget,
        at: new Date(row.created_at),
        isRead: row.read_at !== null,
      }))
    },

    async countUnread(userId) {
      const { count } = await selectVisible(db, userId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('item.read_at', 'is', null)
        .executeTakeFirstOrThrow()
      return count
    },

    async countRequests(user) {
      const { count } = await db
        .selectFrom('join_requests')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('id', 'in', decidableIds(db, user))
        .executeTakeFirstOrThrow()
      return count
    },

    async listNewTabs(userId) {
      const [social, betslip] = await Promise.all([
        listLeaguesOf(userId, 'league social')
          .where((eb) =>
            eb.exists(
              eb
                .selectFrom('feed_items')
                .select('feed_items.id')
                .whereRef('feed_items.league_id', '=', 'leagues.id')
                .where('feed_items.is_listed', '=', 1)
                .where('feed_items.hidden_at', 'is', null)
                .where(sql<boolean>`coalesce(feed_items.user_id, 0) != ${userId}`)
                .where(isNotMutedBy(userId, sql.ref('feed_items.user_id'), sql.ref('leagues.id')))
                .where(sql<boolean>`feed_items.created_at > ${SEEN_AT}`),
            ),
          )
          .execute(),
        listLeaguesOf(userId, 'betslip')
          .where('leagues.has_betslip', '=', 1)
          .where((eb) =>
            eb.exists(
              eb
                .selectFrom('picks')
                .select('picks.week')
                .whereRef('picks.league_id', '=', 'leagues.id')
                .where(sql<boolean>`coalesce(picks.user_id, 0) != ${userId}`)
                .where('picks.text', '!=', '')
                .where(sql<boolean>`picks.updated_at > ${SEEN_AT}`),
            ),
          )
          .execute(),
      ])
      return [
        ...social.map(({ name }) => ({ league: name, tab: 'league social' as const })),
        ...betslip.map(({ name }) => ({ league: name, tab: 'betslip' as const })),
      ]
    },

    async countReports(userId) {
      const reported = openReports(db)
        .innerJoin('memberships', 'memberships.league_id', 'report.league_id')
        .select(['report.item_id', 'report.comment_id'])
        .distinct()
        .where('memberships.user_id', '=', userId)
        .where('memberships.role', '=', 'admin')
        .where(sql<boolean>`coalesce(${REPORTED_AUTHOR}, 0) != ${userId}`)
      const { count } = await db
        .selectFrom(reported.as('reported'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },

    async markRead(userId, which, now) {
      await inTransaction(db, async (transaction) => {
        const rows = await transaction
          .updateTable('notifications')
          .set({ read_at: now.getTime() })
          .where('user_id', '=', userId)
          .where('in_inbox', '=', 1)
          .where('read_at', 'is', null)
          .where((eb) =>
            'id' in which ? eb('id', '=', which.id) : eb('created_at', '<=', which.until.getTime()),
          )
          .returning('league_id')
          .execute()
        await announce(
          transaction,
          userId,
          rows.flatMap((row) => row.league_id ?? []),
          now,
        )
      })
    },

    async recordVisit(userId, leagueId, tab, now) {
      await inTransaction(db, async (transaction) => {
        const row = { seen_at: now.getTime() }
        await transaction
          .insertInto('tab_visits')
          .values({ user_id: userId, league_id: leagueId, tab, ...row })
          .onConflict((conflict) => conflict.columns(['user_id', 'league_id', 'tab']).doUpdateSet(row))
          .execute()
        await announce(transaction, userId, [leagueId], now)
      })
    },
  }

  /** The leagues of a user, with their last visit to a tab. */
  function listLeaguesOf(userId: number, tab: VisitedTab) {
    return db
      .selectFrom('memberships')
      .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
      .leftJoin('tab_visits as visit', (join) =>
        join
          .onRef('visit.league_id', '=', 'memberships.league_id')
          .onRef('visit.user_id', '=', 'memberships.user_id')
          .on('visit.tab', '=', tab),
      )
      .select('leagues.name')
      .where('memberships.user_id', '=', userId)
      .orderBy('leagues.name_key')
  }

  /** The titles of items about likes, by item, for the likes that there are now. */
  async function summarizeLikes(
    userId: number,
    items: readonly { league_id: number | null; item_id: number | null }[],
  ): Promise<Map<number, string>> {
    const titles = new Map<number, string>()
    for (const [leagueId, ofLeague] of Map.groupBy(items, (item) => item.league_id)) {
      if (leagueId === null) continue
      const likes = await db
        .selectFrom('post_likes as liked')
        .innerJoin('feed_items as item', 'item.id', 'liked.post_id')
        .leftJoin('feed_media as media', 'media.item_id', 'item.id')
        .select(['liked.post_id', 'liked.user_id', 'item.type', 'media.kind'])
        .where(
          'liked.post_id',
          'in',
          ofLeague.map(({ item_id }) => item_id ?? 0),
        )
        .where('liked.user_id', '!=', userId)
        .where(isNotMutedBy(userId, sql.ref('liked.user_id'), sql.ref('item.league_id')))
        .orderBy(sql`coalesce(liked.created_at, 0)`, 'desc')
        .orderBy('liked.user_id')
        .execute()
      const names = await loadDisplayNames(
        db,
        leagueId,
        likes.map(({ user_id }) => user_id),
      )
      for (const [itemId, ofItem] of Map.groupBy(likes, ({ post_id }) => post_id)) {
        const likers = ofItem.slice(0, 2).map(({ user_id }) => names.get(user_id) ?? '')
        for (const item of ofItem.slice(0, 1))
          titles.set(itemId, likeTitle(likers, ofItem.length, nounOf(item)))
      }
    }
    return titles
  }
}

/** The later of joining the league and of the last visit: what was there before is not new to a new member. */
const SEEN_AT = sql<number>`coalesce(visit.seen_at, memberships.created_at)`

async function announce(
  transaction: Kysely<Database>,
  userId: number,
  leagueIds: readonly number[],
  now: Date,
): Promise<void> {
  for (const leagueId of new Set(leagueIds))
    await recordEvent(transaction, leagueId, { name: 'inbox', data: { user: userId } }, now)
}
