import { z } from 'zod'
import { Instant, MessageResponse } from './fields.ts'
import { type Limits, READ, WRITE } from './limits.ts'
import type { Operation } from './operation.ts'

/** `calendar`: games and Betslip deadlines for a calendar app. `recaps`: weekly recaps for a feed reader. */
export const SUBSCRIPTION_KINDS = ['calendar', 'recaps'] as const

export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number]

/** Apps read a subscription a few times a day, and those of many people from the same address. */
const SUBSCRIBED = {
  name: 'subscription',
  isShared: false,
  address: { requests: 300, seconds: 60 },
} as const satisfies Limits

const Kind = z.object({ kind: z.enum(SUBSCRIPTION_KINDS, 'The kind is calendar or recaps.') })

const Subscription = Kind.extend({ created_at: Instant })

export const listSubscriptions = {
  method: 'GET',
  url: '/api/account/subscriptions/',
  config: { access: 'signed_in', errors: [], limits: READ },
  schema: {
    summary: "Lists the current user's addresses for calendar apps and feed readers",
    tags: ['accounts'],
    response: { 200: z.object({ subscriptions: z.array(Subscription) }) },
  },
} as const satisfies Operation

export const createSubscription = {
  method: 'POST',
  url: '/api/account/subscriptions/',
  config: { access: 'signed_in', stepUp: true, errors: [], limits: WRITE },
  schema: {
    summary: 'Creates an address for calendar apps or feed readers, in place of an earlier one',
    tags: ['accounts'],
    body: Kind,
    response: {
      200: MessageResponse.extend({
        /** The path on this site, with its code, which no other response contains. */
        path: z.string(),
        created: Subscription,
      }),
    },
  },
} as const satisfies Operation

export const revokeSubscription = {
  method: 'POST',
  url: '/api/account/subscriptions/revoke/',
  config: { access: 'signed_in', errors: ['subscription_not_found'], limits: WRITE },
  schema: {
    summary: 'Turns an address off, which stops working immediately',
    tags: ['accounts'],
    body: Kind,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

const read = {
  params: z.object({ code: z.string().regex(/^[\w-]{1,100}$/, 'That is not a valid code.') }),
  response: { 200: z.string() },
} as const

/** The code is the permission to read it. */
export const getCalendar = {
  method: 'GET',
  url: '/api/subscriptions/calendar/:code/',
  config: { access: 'anyone', errors: ['subscription_not_found'], limits: SUBSCRIBED },
  schema: {
    ...read,
    summary: "A user's games and Betslip deadlines of the season, as iCalendar",
    tags: ['accounts'],
    produces: ['text/calendar'],
  },
} as const satisfies Operation

/** The code is the permission to read it. */
export const getRecapFeed = {
  method: 'GET',
  url: '/api/subscriptions/recaps/:code/',
  config: { access: 'anyone', errors: ['subscription_not_found'], limits: SUBSCRIBED },
  schema: {
    ...read,
    summary: "The newest recaps of a user's leagues, as an Atom feed",
    tags: ['accounts'],
    produces: ['application/atom+xml'],
  },
} as const satisfies Operation
