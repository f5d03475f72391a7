import { getUnread, listInbox, readInbox, type Unread, visitTab } from '@fieldhouse/contract/inbox'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { parsePosition, presentInbox } from './present.ts'
import type { InboxStore } from './store.ts'

const PAGE_SIZE = 30

export type InboxOptions = { store: InboxStore; now: () => Date }

export const inboxRoutes: FastifyPluginAsyncZod<InboxOptions> = async (app, { store, now }) => {
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
    handler: (request) => readUnread(currentUser(request).userId),
  })

  app.route({
    ...readInbox,
    async handler(request) {
      const { userId } = currentUser(request)
      const { id, until } = request.body
      // The contract requires one of them.
      await store.markRead(userId, until === undefined ? { id: id ?? 0 } : { until: new Date(until) }, now())
      return readUnread(userId)
    },
  })

  app.route({
    ...visitTab,
    async handler(request) {
      const { userId } = currentUser(request)
      await store.recordVisit(userId, leagueOf(request).id, request.body.tab, now())
      return readUnread(userId)
    },
  })

  async function readUnread(userId: number): Promise<Unread> {
    const [count, tabs] = await Promise.all([store.countUnread(userId), store.listNewTabs(userId)])
    return { count, tabs }
  }
}
