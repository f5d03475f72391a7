import { REPORT_REASONS, REPORTED_KINDS } from '@fieldhouse/domain/league/moderation'
import { z } from 'zod'
import { Instant, LeaguePath, MemberText, MessageResponse } from '../fields.ts'
import { READ, WRITE } from '../limits.ts'
import type { Operation } from '../operation.ts'
import { Comment, ItemId, ItemType } from './items.ts'

/** An item of the feed, or a comment on one or on a trade. */
const ContentPath = LeaguePath.extend({
  kind: z.enum(REPORTED_KINDS, 'The kind is post, proposal, media or comment.'),
  id: ItemId,
})

const CONTENT_CHANGE = {
  tags: ['feed'],
  params: ContentPath,
  response: { 200: MessageResponse },
} as const

const ReportReason = z.enum(REPORT_REASONS, 'Choose a reason.')

const Report = z.object({ reason: ReportReason, note: z.string(), at: Instant })

export const getModeration = {
  method: 'GET',
  url: '/api/league/:league/social/moderation/:kind/:id/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found'], limits: READ },
  schema: {
    summary:
      "Returns the current user's report of an item or a comment, and whether they have muted its author",
    tags: ['feed'],
    params: ContentPath,
    response: {
      200: z.object({
        is_mine: z.boolean(),
        /** Display name of the author; null for what the league itself posted. */
        author: z.string().nullable(),
        is_muted: z.boolean(),
        is_hidden: z.boolean(),
        can_hide: z.boolean(),
        /** The current user's own report; null without one. */
        report: Report.nullable(),
      }),
    },
  },
} as const satisfies Operation

export const reportContent = {
  method: 'POST',
  url: '/api/league/:league/social/moderation/:kind/:id/report/',
  config: {
    access: 'member',
    errors: [
      'league_not_found',
      'item_not_found',
      'item_hidden',
      'already_reported',
      'not_allowed',
      'too_many_attempts',
    ],
    limits: WRITE,
  },
  schema: {
    summary: 'Reports an item or a comment to the league admins, once',
    ...CONTENT_CHANGE,
    body: z.object({
      reason: ReportReason,
      note: MemberText.max(500, 'Keep the note to 500 characters or fewer.').default(''),
    }),
  },
} as const satisfies Operation

export const withdrawReport = {
  method: 'DELETE',
  url: '/api/league/:league/social/moderation/:kind/:id/report/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found'], limits: WRITE },
  schema: { ...CONTENT_CHANGE, summary: "Withdraws the current user's report" },
} as const satisfies Operation

export const muteAuthor = {
  method: 'POST',
  url: '/api/league/:league/social/moderation/:kind/:id/mute/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'not_allowed'], limits: WRITE },
  schema: {
    ...CONTENT_CHANGE,
    summary: 'Mutes the author of an item or a comment in this league, for the current user only',
  },
} as const satisfies Operation

export const unmuteAuthor = {
  method: 'DELETE',
  url: '/api/league/:league/social/moderation/:kind/:id/mute/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'not_allowed'], limits: WRITE },
  schema: { ...CONTENT_CHANGE, summary: 'Unmutes the author of an item or a comment in this league' },
} as const satisfies Operation

export const hideContent = {
  method: 'POST',
  url: '/api/league/:league/social/moderation/:kind/:id/hide/',
  config: { access: 'league_admin', errors: ['league_not_found', 'item_not_found'], limits: WRITE },
  schema: {
    summary: 'Hides an item or a comment from members, who see the reason instead, or changes the reason',
    ...CONTENT_CHANGE,
    body: z.object({
      reason: MemberText.min(1, 'Enter a reason. Members see it.').max(
        200,
        'Keep the reason to 200 characters or fewer.',
      ),
    }),
  },
} as const satisfies Operation

export const unhideContent = {
  method: 'DELETE',
  url: '/api/league/:league/social/moderation/:kind/:id/hide/',
  config: { access: 'league_admin', errors: ['league_not_found', 'item_not_found'], limits: WRITE },
  schema: { ...CONTENT_CHANGE, summary: 'Shows a hidden item or comment to members again' },
} as const satisfies Operation

export const dismissReports = {
  method: 'POST',
  url: '/api/league/:league/social/moderation/:kind/:id/dismissal/',
  config: { access: 'league_admin', errors: ['league_not_found', 'item_not_found'], limits: WRITE },
  schema: { ...CONTENT_CHANGE, summary: 'Dismisses all reports of an item or a comment' },
} as const satisfies Operation

export const reopenReports = {
  method: 'DELETE',
  url: '/api/league/:league/social/moderation/:kind/:id/dismissal/',
  config: { access: 'league_admin', errors: ['league_not_found', 'item_not_found'], limits: WRITE },
  schema: { ...CONTENT_CHANGE, summary: 'Reopens the dismissed reports of an item or a comment' },
} as const satisfies Operation

export const ReportedContent = z.object({
  kind: ContentPath.shape.kind,
  id: z.int(),
  /** Display name of the author. */
  author: z.string(),
  /** The text of a post or a comment, the question of a proposal; empty for media. */
  text: z.string(),
  created_at: Instant,
  file: z.object({ kind: z.enum(['image', 'video']), url: z.string() }).nullable(),
  /** Where it is: the item itself, or the one of the comment; null for a comment on a trade. */
  item: z.object({ type: ItemType, id: z.int() }).nullable(),
  /** The trade of a comment: its season, and the provider's ID; null for others. */
  trade: z.object({ season: z.int(), id: z.string() }).nullable(),
  hidden: Comment.shape.hidden.unwrap(),
  /** `open` until an admin dismisses the reports or hides the content. */
  state: z.enum(['open', 'dismissed', 'hidden']),
  /** The newest first. */
  reports: z.array(Report.extend({ reporter: z.string() })),
})

export type ReportedContent = z.infer<typeof ReportedContent>

/** Without reports of what the current user wrote: other admins, or the site's staff, decide about them. */
export const listReports = {
  method: 'GET',
  url: '/api/league/:league/social/reports/',
  config: { access: 'league_admin', errors: ['league_not_found'], limits: READ },
  schema: {
    summary: 'Lists what members of the league have reported, the newest report first',
    tags: ['feed'],
    params: LeaguePath,
    querystring: z.object({
      /** `closed`: what was dismissed or hidden, the newest 100. */
      state: z.enum(['open', 'closed'], 'The state is open or closed.').default('open'),
    }),
    response: {
      200: z.object({
        reported: z.array(ReportedContent),
        /** The seconds of slow mode; 0 while it is off. */
        slow_mode_seconds: z.int(),
      }),
    },
  },
} as const satisfies Operation

export const MutedPerson = z.object({
  id: z.int(),
  league: z.string(),
  /** Their display name in that league. */
  name: z.string(),
  muted_at: Instant,
})

export type MutedPerson = z.infer<typeof MutedPerson>

export const listMutes = {
  method: 'GET',
  url: '/api/account/mutes/',
  config: { access: 'signed_in', errors: [], limits: READ },
  schema: {
    summary: 'Lists whom the current user has muted in which league',
    tags: ['accounts'],
    response: { 200: z.object({ mutes: z.array(MutedPerson) }) },
  },
} as const satisfies Operation

export const removeMute = {
  method: 'DELETE',
  url: '/api/account/mutes/:id/',
  config: { access: 'signed_in', errors: ['mute_not_found'], limits: WRITE },
  schema: {
    summary: 'Unmutes a person',
    tags: ['accounts'],
    params: z.object({ id: ItemId }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
