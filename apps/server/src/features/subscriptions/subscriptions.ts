import {
  createSubscription,
  getCalendar,
  getRecapFeed,
  listSubscriptions,
  revokeSubscription,
  type SubscriptionKind,
} from '@fieldhouse/contract/subscriptions'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/presenters/to-wire.ts'
import { listCalendarEvents } from './calendar-events.ts'
import { formatCalendar, formatRecapFeed } from './feeds.ts'
import * as store from './store.ts'

/** The newest of all leagues together. */
const MAX_RECAPS = 50

/** Addresses for calendar apps and feed readers, which cannot sign in. */
export const subscriptions = [
  operation(listSubscriptions, async ({ ctx, user }) => ({
    subscriptions: toWire(await store.listSubscriptions(ctx.db, user.userId)),
  })),

  operation(createSubscription, async ({ ctx, user, body: { kind }, reply }) => {
    const createdAt = ctx.now()
    const code = await store.createSubscription(ctx.db, user, kind, createdAt)
    reply.header('cache-control', 'no-store')
    return {
      message: "Copy the address now. It won't be shown again.",
      path: `/api/subscriptions/${kind}/${code}/`,
      created: toWire({ kind, createdAt }),
    }
  }),

  operation(revokeSubscription, async ({ ctx, user, body }) => {
    if (!(await store.revokeSubscription(ctx.db, user, body.kind, ctx.now())))
      throw new ApiError('subscription_not_found')
    return { message: "The address is turned off. It doesn't work any more." }
  }),

  operation(getCalendar, async ({ ctx, params, reply }) => {
    const userId = await requireUser(ctx, 'calendar', params.code)
    const leagues = await store.listLeagues(ctx.db, userId)
    const events = await Promise.all(leagues.map((league) => listCalendarEvents(ctx, league, userId)))
    return send(reply, 'text/calendar', formatCalendar(events.flat(), ctx.publicUrl()))
  }),

  operation(getRecapFeed, async ({ ctx, params, reply }) => {
    const userId = await requireUser(ctx, 'recaps', params.code)
    const leagues = await store.listLeagues(ctx.db, userId)
    const leagueIds = leagues.map(({ id }) => id)
    const recaps = await store.listRecaps(ctx.db, leagueIds, MAX_RECAPS)
    return send(reply, 'application/atom+xml', formatRecapFeed(recaps, ctx.publicUrl()))
  }),
]

async function requireUser({ db }: Context, kind: SubscriptionKind, code: string): Promise<number> {
  const userId = await store.findSubscriber(db, kind, code)
  if (userId === null) throw new ApiError('subscription_not_found')
  return userId
}

function send(reply: FastifyReply, type: string, content: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).header('x-robots-tag', 'noindex').send(content)
}
