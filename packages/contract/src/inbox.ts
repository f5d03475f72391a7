import { NOTIFICATION_KINDS } from '@fieldhouse/domain/notifications/notification'
import { z } from 'zod'
import { Instant } from './fields.ts'
import { operationsOf } from './operation.ts'

const { get, post } = operationsOf('accounts')

/** What an item opens: the account page, Admin Tools, or a tab of the league with what the item is about. */
const InboxTarget = z.object({
  tab: z.enum(['overview', 'roster', 'betslip', 'league social', 'history', 'admin', 'account']),
  season: z.int().nullable(),
  week: z.int().nullable(),
  /** The provider's game ID. */
  game: z.int().nullable(),
  view: z.enum(['trade', 'waivers']).nullable(),
  /** The key of an item of League Social, such as `post-12`, or the provider's ID of a trade. */
  post: z.string().nullable(),
})

export const InboxItem = z.object({
  id: z.int(),
  kind: z.enum(NOTIFICATION_KINDS),
  /** null for a change of the account, and for an answer to a request to join any league, which opens the dashboard. */
  league: z.string().nullable(),
  title: z.string(),
  body: z.string(),
  /** Of several events in one item, the time of the newest. */
  at: Instant,
  is_read: z.boolean(),
  target: InboxTarget,
})

export type InboxItem = z.infer<typeof InboxItem>

export const listInbox = get('/api/inbox/', {
  summary: "A page of the current user's inbox, newest first, without what they may no longer see",
  access: 'signed_in',
  querystring: z.object({
    /** `next` of the page before. */
    after: z
      .string()
      .regex(/^\d{1,15}-\d{1,15}$/, 'That is not a page of the inbox.')
      .optional(),
  }),
  response: z.object({
    items: z.array(InboxItem),
    /** null on the last page. */
    next: z.string().nullable(),
  }),
})

/** The tabs that show whether something is new. */
export const VISITED_TABS = ['league social', 'betslip'] as const

const Unread = z.object({
  /** The unread items of the inbox. */
  count: z.int(),
  /** The tabs with something that is new since the user last saw them. */
  tabs: z.array(z.object({ league: z.string(), tab: z.enum(VISITED_TABS) })),
  /** The pending requests to join a league that the user can approve or reject. */
  requests: z.int(),
  /** What members reported in the leagues that the user is admin of, and nobody has decided about. */
  reports: z.int(),
})

export type Unread = z.infer<typeof Unread>

export const getUnread = get('/api/inbox/unread/', {
  summary: "What is new for the current user: the inbox's unread items, and tabs",
  access: 'signed_in',
  response: Unread,
})

export const readInbox = post('/api/inbox/read/', {
  summary: 'Marks an item of the inbox as read, or all of them up to a time',
  access: 'signed_in',
  body: z
    .object({ id: z.int().min(1).optional(), until: Instant.optional() })
    .refine(({ id, until }) => (id === undefined) !== (until === undefined), {
      message: 'Send an id or a time.',
      path: ['id'],
    }),
  response: Unread,
})

export const visitTab = post('/api/league/:league/visits/', {
  summary: 'Records that the current user has seen what is new on a tab',
  access: 'member',
  body: z.object({ tab: z.enum(VISITED_TABS) }),
  response: Unread,
})
