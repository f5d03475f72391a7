import * as contract from '@fieldhouse/contract/inbox'
import { likeTitle } from '@fieldhouse/domain/notifications/activity-notifications'
import type { NotificationTarget } from '@fieldhouse/domain/notifications/notification'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'
import { operation } from '../../http/operation.ts'
import { recordEvent } from '../../repositories/change-league.ts'
import { decidableIds, loadDisplayNames, type Reviewer } from '../../repositories/memberships.ts'
import {
  isNewsToItsUser,
  isNotMuted,
  nounOf,
  openReports,
  REPORTED_AUTHOR,
} from '../../repositories/moderation.ts'

const PAGE_SIZE = 30

export const inbox = [
  operation(contract.listInbox, async ({ ctx, user, query }) => {
    // One more shows whether there is another page.
    const items = await listItems(ctx.db, user.userId, parsePosition(query.after), PAGE_SIZE + 1)
    const page = items.slice(0, PAGE_SIZE)
    const last = items.length > PAGE_SIZE ? page.at(-1) : undefined
    return {
      items: page.map(presentItem),
      next: last === undefined ? null : `${last.created_at}-${last.id}`,
    }
  }),

  operation(contract.getUnread, ({ ctx, user }) => readUnread(ctx, user)),

  operation(contract.readInbox, async ({ ctx, user, body: { id, until } }) => {
    // The contract requires one of them.
    const which = until === undefined ? { id: id ?? 0 } : { until: new Date(until) }
    await markRead(ctx.db, user.userId, which, ctx.now())
    return readUnread(ctx, user)
  }),

  operation(contract.visitTab, async ({ ctx, user, league, body }) => {
    await recordVisit(ctx.db, user.userId, league.id, body.tab, ctx.now())
    return readUnread(ctx, user)
  }),
]

async function readUnread({ db }: Context, user: Reviewer): Promise<contract.Unread> {
  const [count, tabs, requests, reports] = await Promise.all([
    countUnread(db, user.userId),
    listNewTabs(db, user.userId),
    countRequests(db, user),
    countReports(db, user.userId),
  ])
  return { count, tabs, requests, reports }
}

function parsePosition(text: string | undefined): InboxPosition | null {
  const [at, id] = (text ?? '').split('-').map(Number)
  return at === undefined || id === undefined ? null : { at, id }
}

function presentItem(row: Awaited<ReturnType<typeof listItems>>[number]): contract.InboxItem {
  const target = JSON.parse(row.target) as NotificationTarget
  const { tab, season = null, week = null, game = null, view = null, transaction = null, item } = target
  return {
    id: row.id,
    kind: row.kind,
    league: row.name,
    title: row.title,
    body: row.body,
    at: new Date(row.created_at).toISOString(),
    is_read: row.read_at !== null,
    target: {
      tab,
      season,
      week,
      game,
      view,
      post: item === undefined ? transaction : `${item.type}-${item.id}`,
    },
  }
}

type InboxPosition = { at: number; id: number }

type VisitedTab = (typeof contract.VISITED_TABS)[number]

/** Lists up to `limit` items that the user may still see, newest first. */
async function listItems(db: Db, userId: number, after: InboxPosition | null, limit: number) {
  const rows = await selectVisible(db, userId)
    .select(['item.id', 'item.kind', 'item.title', 'item.body', 'item.target', 'item.created_at'])
    .select(['item.read_at', 'item.item_id', 'item.league_id', 'leagues.name'])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(item.created_at, item.id) < (${after?.at}, ${after?.id})`),
    )
    .orderBy('item.created_at', 'desc')
    .orderBy('item.id', 'desc')
    .limit(limit)
    .execute()
  const likes = rows.filter(({ kind }) => kind === 'like')
  const titles = await summarizeLikes(db, userId, likes)
  return rows.map((row) => ({
    ...row,
    title: (row.kind === 'like' ? titles.get(row.item_id ?? 0) : undefined) ?? row.title,
  }))
}

async function countUnread(db: Db, userId: number): Promise<number> {
  const unread = selectVisible(db, userId).where('item.read_at', 'is', null)
  return (await unread.select(COUNT).executeTakeFirstOrThrow()).count
}

const COUNT = sql<number>`count(*)`.as('count')

async function countRequests(db: Db, user: Reviewer): Promise<number> {
  const requests = db.selectFrom('join_requests').where('id', 'in', decidableIds(db, user))
  return (await requests.select(COUNT).executeTakeFirstOrThrow()).count
}

/**
 * The number of posts and comments with open reports in the leagues that a user is admin of, without those that the user
 * wrote.
 */
async function countReports(db: Db, userId: number): Promise<number> {
  const reported = openReports(db)
    .innerJoin('memberships', 'memberships.league_id', 'report.league_id')
    .select(['report.item_id', 'report.comment_id'])
    .distinct()
    .where((eb) => eb.and({ 'memberships.user_id': userId, 'memberships.role': 'admin' }))
    .where(sql<boolean>`coalesce(${REPORTED_AUTHOR}, 0) != ${userId}`)
  return (await db.selectFrom(reported.as('reported')).select(COUNT).executeTakeFirstOrThrow()).count
}

async function listNewTabs(db: Db, userId: number) {
  const social = selectLeaguesOf(db, userId, 'league social').where((eb) =>
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
  const betslip = selectLeaguesOf(db, userId, 'betslip')
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
  return (await Promise.all([social.execute(), betslip.execute()])).flat()
}

/** The later of joining the league and of the last visit: what was there before is not new to a new member. */
const SEEN_AT = sql<number>`coalesce(visit.seen_at, memberships.created_at)`

function selectLeaguesOf(db: Db, userId: number, tab: VisitedTab) {
  return db
    .selectFrom('memberships')
    .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
    .leftJoin('tab_visits as visit', (join) =>
      join
        .onRef('visit.league_id', '=', 'memberships.league_id')
        .onRef('visit.user_id', '=', 'memberships.user_id')
        .on('visit.tab', '=', tab),
    )
    .select((eb) => ['leagues.name as league', eb.val(tab).as('tab')])
    .where('memberships.user_id', '=', userId)
    .orderBy('leagues.name_key')
}

async function markRead(db: Db, userId: number, which: { id: number } | { until: Date }, now: Date) {
  await inTransaction(db, async (transaction) => {
    const rows = await transaction
      .updateTable('notifications')
      .set({ read_at: now.getTime() })
      .where((eb) => eb.and({ user_id: userId, in_inbox: 1 }))
      .where('read_at', 'is', null)
      .where((eb) =>
        'id' in which ? eb('id', '=', which.id) : eb('created_at', '<=', which.until.getTime()),
      )
      .returning('league_id')
      .execute()
    for (const leagueId of new Set(rows.flatMap(({ league_id }) => league_id ?? [])))
      await announce(transaction, leagueId, userId, now)
  })
}

async function recordVisit(db: Db, userId: number, leagueId: number, tab: VisitedTab, now: Date) {
  await inTransaction(db, async (transaction) => {
    const row = { seen_at: now.getTime() }
    await upsert(transaction, 'tab_visits', { user_id: userId, league_id: leagueId, tab }, row)
    await announce(transaction, leagueId, userId, now)
  })
}

function announce(transaction: DbTransaction, leagueId: number, userId: number, now: Date): Promise<void> {
  return recordEvent(transaction, leagueId, { name: 'inbox', data: { user: userId } }, now)
}

async function summarizeLikes(
  db: Db,
  userId: number,
  items: readonly { league_id: number | null; item_id: number | null }[],
): Promise<Map<number, string>> {
  const titles = new Map<number, string>()
  for (const [leagueId, ofLeague] of Map.groupBy(items, (item) => item.league_id)) {
    if (leagueId === null) continue
    const itemIds = ofLeague.map(({ item_id }) => item_id ?? 0)
    const likes = await db
      .selectFrom('item_likes as liked')
      .innerJoin('feed_items as item', 'item.id', 'liked.post_id')
      .leftJoin('feed_media as media', 'media.item_id', 'item.id')
      .select(['liked.post_id', 'liked.user_id', 'item.type', 'media.kind'])
      .where('liked.post_id', 'in', itemIds)
      .where('liked.user_id', '!=', userId)
      .where(isNotMutedBy(userId, sql.ref('liked.user_id'), sql.ref('item.league_id')))
      .orderBy(sql`coalesce(liked.created_at, 0)`, 'desc')
      .orderBy('liked.user_id')
      .execute()
    const likers = likes.map(({ user_id }) => user_id)
    const names = await loadDisplayNames(db, leagueId, likers)
    for (const [itemId, ofItem] of Map.groupBy(likes, ({ post_id }) => post_id)) {
      const newest = ofItem.slice(0, 2).map(({ user_id }) => names.get(user_id) ?? '')
      for (const item of ofItem.slice(0, 1))
        titles.set(itemId, likeTitle(newest, ofItem.length, nounOf(item)))
    }
  }
  return titles
}

/**
 * The items of leagues that the user is still in, and those about their access to any. An item about likes is gone
 * while there are none, one about a request once it is decided.
 */
function selectVisible(db: Db, userId: number) {
  return db
    .selectFrom('notifications as item')
    .leftJoin('leagues', 'leagues.id', 'item.league_id')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.league_id', '=', 'item.league_id')
        .onRef('memberships.user_id', '=', 'item.user_id'),
    )
    .where((eb) => eb.and({ 'item.user_id': userId, 'item.in_inbox': 1 }))
    .where(isNewsToItsUser('item'))
    .where((eb) => eb.or([eb('item.kind', '=', 'access'), eb('memberships.role', 'is not', null)]))
    .where((eb) =>
      eb.or([
        eb('item.kind', 'not in', ['job', 'request', 'report', 'link']),
        eb('memberships.role', '=', 'admin'),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('item.kind', '!=', 'request'),
        eb.exists(
          eb
            .selectFrom('join_requests as request')
            .select('request.id')
            .whereRef('request.league_id', '=', 'item.league_id')
            .where('request.status', '=', 'pending')
            .where(sql<boolean>`item.key = 'request ' || request.id`),
        ),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('item.kind', '!=', 'like'),
        eb.exists(
          eb
            .selectFrom('item_likes')
            .select('item_likes.post_id')
            .whereRef('item_likes.post_id', '=', 'item.item_id')
            .where('item_likes.user_id', '!=', userId)
            .where(isNotMutedBy(userId, sql.ref('item_likes.user_id'), sql.ref('item.league_id'))),
        ),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('item.kind', '!=', 'report'),
        eb.exists(
          openReports(db)
            .select('report.id')
            .where(
              sql<boolean>`item.key = 'report ' || case when report.comment_id is null
                then content.type || ' ' || report.item_id else 'comment ' || report.comment_id end`,
            ),
        ),
      ]),
    )
}

function isNotMutedBy(userId: number, person: RawBuilder<unknown>, league: RawBuilder<unknown>) {
  return isNotMuted({ league, by: sql`${userId}`, person })
}
