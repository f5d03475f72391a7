import {
  createSubscription,
  getCalendar,
  getRecapFeed,
  listSubscriptions,
  revokeSubscription,
  type SubscriptionKind,
} from '@fieldhouse/contract/subscriptions'
import { currentUser } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { CalendarReader } from './calendar-reader.ts'
import { presentCalendar, presentRecapFeed, presentSubscription } from './present.ts'
import type { SubscriptionStore } from './store.ts'

/** The newest of all leagues together. */
const MAX_RECAPS = 50

export type SubscriptionsOptions = {
  store: SubscriptionStore
  calendars: CalendarReader
  /** The URL of the site, without a slash at the end. */
  publicUrl: () => string
  now: () => Date
}

/** Addresses for calendar apps and feed readers, which cannot sign in. */
export const subscriptionsRoutes: Routes<SubscriptionsOptions> = (app, options) => {
  const { store, calendars, publicUrl, now } = options

  app.route({
    ...listSubscriptions,
    async handler(request) {
      const subscriptions = await store.list(currentUser(request).userId)
      return { subscriptions: subscriptions.map(presentSubscription) }
    },
  })

  app.route({
    ...createSubscription,
    async handler(request, reply) {
      const { kind } = request.body
      const createdAt = now()
      const code = await store.create(currentUser(request), kind, createdAt)
      reply.header('cache-control', 'no-store')
      return {
        message: "Copy the address now. It won't be shown again.",
        path: `/api/subscriptions/${kind}/${code}/`,
        created: presentSubscription({ kind, createdAt }),
      }
    },
  })

  app.route({
    ...revokeSubscription,
    async handler(request) {
      if (!(await store.revoke(currentUser(request), request.body.kind, now())))
        throw new ApiError('subscription_not_found')
      return { message: "The address is turned off. It doesn't work any more." }
    },
  })

  app.route({
    ...getCalendar,
    async handler(request, reply) {
      const userId = await requireUser('calendar', request.params.code)
      const leagues = await store.listLeagues(userId)
      const events = await Promise.all(leagues.map((league) => calendars.listEvents(league, userId)))
      return reply
        .type('text/calendar; charset=utf-8')
        .header('x-robots-tag', 'noindex')
        .send(presentCalendar(events.flat(), publicUrl()) as never)
    },
  })

  app.route({
    ...getRecapFeed,
    async handler(request, reply) {
      const userId = await requireUser('recaps', request.params.code)
      const leagues = await store.listLeagues(userId)
      const recaps = await store.listRecaps(
        leagues.map(({ id }) => id),
        MAX_RECAPS,
      )
      return reply
        .type('application/atom+xml; charset=utf-8')
        .header('x-robots-tag', 'noindex')
        .send(presentRecapFeed(recaps, publicUrl()) as never)
    },
  })

  async function requireUser(kind: SubscriptionKind, code: string): Promise<number> {
    const userId = await store.findUser(kind, code)
    if (userId === null) throw new ApiError('subscription_not_found')
    return userId
  }
}
