import { getUnread, listInbox, readInbox, type Unread, visitTab } from '@fieldhouse/contract/inbox'
import { currentUser, leagueOf } from '../../auth/access.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { Reviewer } from '../../repositories/leagues/join-requests.ts'
import { parsePosition, presentInbox } from './present.ts'
import type { InboxStore } from './store.ts'

const PAGE_SIZE = 30

export type InboxOptions = { store: InboxStore; now: () => Date }

export const inboxRoutes: Routes<InboxOptions> = (app, { store, now }) => {
  app.route({
    ...listInbox,
    async handler(request) {
      const { userId } = currentUser(request)
      // One more shows whether there is another page.
      const items = await store.list(userId, parsePosition(request.query.after), PAGE_SIZE + 1)
      return presentInbox(items, PAGE_SIZE)
    },
  })

  app.route({
    ...getUnread,
    handler: (request) => readUnread(currentUser(request)),
  })

  app.route({
    ...readInbox,
    async handler(request) {
      const user = currentUser(request)
      const { id, until } = request.body
      // The contract requires one of them.
      const which = until === undefined ? { id: id ?? 0 } : { until: new Date(until) }
      await store.markRead(user.userId, which, now())
      return readUnread(user)
    },
  })

  app.route({
    ...visitTab,
    async handler(request) {
      const user = currentUser(request)
      await store.recordVisit(user.userId, leagueOf(request).id, request.body.tab, now())
      return readUnread(user)
    },
  })

  async function readUnread(user: Reviewer): Promise<Unread> {
    const [count, tabs, requests, reports] = await Promise.all([
      store.countUnread(user.userId),
      store.listNewTabs(user.userId),
      store.countRequests(user),
      store.countReports(user.userId),
    ])
    return { count, tabs, requests, reports }
  }
}
