import {
  getUnread,
  type InboxItem,
  listInbox,
  readInbox,
  type Unread,
  visitTab,
} from '@fieldhouse/contract/inbox'
import type { NotificationTarget } from '@fieldhouse/domain/notifications/notification'
import type { Context } from '../../context.ts'
import { operation } from '../../http/operation.ts'
import type { Reviewer } from '../../repositories/leagues/join-requests.ts'
import * as store from './store.ts'

const PAGE_SIZE = 30

export const inbox = [
  operation(listInbox, async ({ ctx, user, query }) => {
    // One more shows whether there is another page.
    const items = await store.listItems(ctx.db, user.userId, parsePosition(query.after), PAGE_SIZE + 1)
    const page = items.slice(0, PAGE_SIZE)
    const last = items.length > PAGE_SIZE ? page.at(-1) : undefined
    return {
      items: page.map(presentItem),
      next: last === undefined ? null : `${last.created_at}-${last.id}`,
    }
  }),

  operation(getUnread, ({ ctx, user }) => readUnread(ctx, user)),

  operation(readInbox, async ({ ctx, user, body: { id, until } }) => {
    // The contract requires one of them.
    const which = until === undefined ? { id: id ?? 0 } : { until: new Date(until) }
    await store.markRead(ctx.db, user.userId, which, ctx.now())
    return readUnread(ctx, user)
  }),

  operation(visitTab, async ({ ctx, user, league, body }) => {
    await store.recordVisit(ctx.db, user.userId, league.id, body.tab, ctx.now())
    return readUnread(ctx, user)
  }),
]

async function readUnread({ db }: Context, user: Reviewer): Promise<Unread> {
  const [count, tabs, requests, reports] = await Promise.all([
    store.countUnread(db, user.userId),
    store.listNewTabs(db, user.userId),
    store.countRequests(db, user),
    store.countReports(db, user.userId),
  ])
  return { count, tabs, requests, reports }
}

function parsePosition(text: string | undefined): store.InboxPosition | null {
  const [at, id] = (text ?? '').split('-').map(Number)
  return at === undefined || id === undefined ? null : { at, id }
}

function presentItem(row: Awaited<ReturnType<typeof store.listItems>>[number]): InboxItem {
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
