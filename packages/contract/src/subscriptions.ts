import { z } from 'zod'
import { Instant, MessageResponse } from './fields.ts'
import { countInMemory, per } from './limits.ts'
import { operationsOf } from './operation.ts'

const { get, post } = operationsOf('accounts')

/** `calendar`: games and Betslip deadlines for a calendar app. `recaps`: weekly recaps for a feed reader. */
export const SUBSCRIPTION_KINDS = ['calendar', 'recaps'] as const

export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number]

/** Apps read a subscription a few times a day, and those of many people from the same address. */
const SUBSCRIBED = countInMemory('subscription', { address: per(300, 60) })

const Kind = z.object({ kind: z.enum(SUBSCRIPTION_KINDS, 'The kind is calendar or recaps.') })

const Subscription = Kind.extend({ created_at: Instant })

export const listSubscriptions = get('/api/account/subscriptions/', {
  summary: "Lists the current user's addresses for calendar apps and feed readers",
  access: 'signed_in',
  response: z.object({ subscriptions: z.array(Subscription) }),
})

export const createSubscription = post('/api/account/subscriptions/', {
  summary: 'Creates an address for calendar apps or feed readers, in place of an earlier one',
  access: 'signed_in',
  stepUp: true,
  body: Kind,
  response: MessageResponse.extend({
    /** The path on this site, with its code, which no other response contains. */
    path: z.string(),
    created: Subscription,
  }),
})

export const revokeSubscription = post('/api/account/subscriptions/revoke/', {
  summary: 'Turns an address off, which stops working immediately',
  access: 'signed_in',
  errors: ['subscription_not_found'],
  body: Kind,
})

const READ = {
  access: 'anyone',
  errors: ['subscription_not_found'],
  limits: SUBSCRIBED,
  params: z.object({ code: z.string().regex(/^[\w-]{1,100}$/, 'That is not a valid code.') }),
  response: z.string(),
} as const

/** The code is the permission to read it. */
export const getCalendar = get('/api/subscriptions/calendar/:code/', {
  summary: "A user's games and Betslip deadlines of the season, as iCalendar",
  ...READ,
  produces: ['text/calendar'],
})

/** The code is the permission to read it. */
export const getRecapFeed = get('/api/subscriptions/recaps/:code/', {
  summary: "The newest recaps of a user's leagues, as an Atom feed",
  ...READ,
  produces: ['application/atom+xml'],
})
