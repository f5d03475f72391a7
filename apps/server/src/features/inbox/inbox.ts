import {
  getUnread,
  type InboxItem,
  listInbox,
  readInbox,
  type Unread,
  visitTab,
} from '@fieldhouse/contract/inbox'
import type { Context } from '../../context.ts'
import { operation } from '../../http/operation.ts'
import type { Reviewer } from '../../repositories/leagues/join-requests.ts'
import {
  countReports,
  countRequests,
  countUnread,
  type InboxPosition,
  listItems,
  listNewTabs,
  markRead,
  recordVisit,
  type StoredItem,
} from './store.ts'

const PAGE_SIZE = 30

export const inbox = [
  operation(listInbox, async ({ ctx, user, query }) => {
    // One more shows whether there is another page.
    const items = await listItems(ctx.db, user.userId, parsePosition(query.after), PAGE_SIZE + 1)
    const page = items.slice(0, PAGE_SIZE)
    const last = items.length > PAGE_SIZE ? page.at(-1) : undefined
    return {
      items: page.map(presentItem),
      next: last === undefined ? null : `${last.at.getTime()}-${last.id}`,
    }
  }),

  operation(getUnread, ({ ctx, user }) => readUnread(ctx, user)),

  operation(readInbox, async ({ ctx, user, body: { id, until } }) => {
    // The contract requires one of them.
    const which = until === undefined ? { id: id ?? 0 } : { until: new Date(until) }
    await markRead(ctx.db, user.userId, which, ctx.now())
    return readUnread(ctx, user)
  }),

  operation(visitTab, async ({ ctx, user, league, body }) => {
    await recordVisit(ctx.db, user.userId, league.id, body.tab, ctx.now())
    return readUnread(ctx, user)
  }),
]

async function readUnread({ db }: Context, user: Reviewer): Promise<Unread> {
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

function presentItem({ at, isRead, target, ...stored }: StoredItem): InboxItem {
  const { tab, season = null, week = null, game = null, view = null, transaction = null, item } = target
  const post = item === undefined ? transaction : `${item.type}-${item.id}`
  return {
    ...stored,
    at: at.toISOString(),
    is_read: isRead,
    target: { tab, season, week, game, view, post },
  }
}
