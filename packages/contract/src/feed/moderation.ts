import { REPORT_REASONS, SLOW_MODE_SECONDS } from '@fieldhouse/domain/league/moderation'
import { z } from 'zod'
import { atMost, Instant, MemberText, PATH_PARAMETERS } from '../fields.ts'
import { operationsOf } from '../operation.ts'
import { Comment, ItemType } from './items.ts'

const { get, post, del } = operationsOf('feed')
const accounts = operationsOf('accounts')

const ReportReason = z.enum(REPORT_REASONS, 'Choose a reason.')

const Report = z.object({ reason: ReportReason, note: z.string(), at: Instant })

export const getModeration = get('/api/league/:league/social/moderation/:kind/:id/', {
  summary:
    "Returns the current user's report of an item or a comment, and whether they have muted its author",
  access: 'member',
  errors: ['item_not_found'],
  response: z.object({
    is_mine: z.boolean(),
    /** Display name of the author; null for what the league itself posted. */
    author: z.string().nullable(),
    is_muted: z.boolean(),
    is_hidden: z.boolean(),
    can_hide: z.boolean(),
    /** The current user's own report; null without one. */
    report: Report.nullable(),
  }),
})

export const reportContent = post('/api/league/:league/social/moderation/:kind/:id/report/', {
  summary: 'Reports an item or a comment to the league admins, once',
  access: 'member',
  errors: ['item_not_found', 'item_hidden', 'already_reported', 'not_allowed', 'too_many_attempts'],
  body: z.object({
    reason: ReportReason,
    note: MemberText.max(...atMost('the note', 500)).default(''),
  }),
})

export const withdrawReport = del('/api/league/:league/social/moderation/:kind/:id/report/', {
  summary: "Withdraws the current user's report",
  access: 'member',
  errors: ['item_not_found'],
})

export const muteAuthor = post('/api/league/:league/social/moderation/:kind/:id/mute/', {
  summary: 'Mutes the author of an item or a comment in this league, for the current user only',
  access: 'member',
  errors: ['item_not_found', 'not_allowed'],
})

export const unmuteAuthor = del('/api/league/:league/social/moderation/:kind/:id/mute/', {
  summary: 'Unmutes the author of an item or a comment in this league',
  access: 'member',
  errors: ['item_not_found', 'not_allowed'],
})

export const hideContent = post('/api/league/:league/social/moderation/:kind/:id/hide/', {
  summary: 'Hides an item or a comment from members, who see the reason instead, or changes the reason',
  access: 'league_admin',
  errors: ['item_not_found'],
  body: z.object({
    reason: MemberText.min(1, 'Enter a reason. Members see it.').max(...atMost('the reason', 200)),
  }),
})

export const unhideContent = del('/api/league/:league/social/moderation/:kind/:id/hide/', {
  summary: 'Shows a hidden item or comment to members again',
  access: 'league_admin',
  errors: ['item_not_found'],
})

export const dismissReports = post('/api/league/:league/social/moderation/:kind/:id/dismissal/', {
  summary: 'Dismisses all reports of an item or a comment',
  access: 'league_admin',
  errors: ['item_not_found'],
})

export const reopenReports = del('/api/league/:league/social/moderation/:kind/:id/dismissal/', {
  summary: 'Reopens the dismissed reports of an item or a comment',
  access: 'league_admin',
  errors: ['item_not_found'],
})

export const ReportedContent = z.object({
  kind: PATH_PARAMETERS.kind,
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
export const listReports = get('/api/league/:league/social/reports/', {
  summary: 'Lists what members of the league have reported, the newest report first',
  access: 'league_admin',
  querystring: z.object({
    /** `closed`: what was dismissed or hidden, the newest 100. */
    state: z.enum(['open', 'closed'], 'The state is open or closed.').default('open'),
  }),
  response: z.object({
    reported: z.array(ReportedContent),
    /** The seconds of slow mode; 0 while it is off. */
    slow_mode_seconds: z.int(),
  }),
})

export const MutedPerson = z.object({
  id: z.int(),
  league: z.string(),
  /** Their display name in that league. */
  name: z.string(),
  muted_at: Instant,
})

export type MutedPerson = z.infer<typeof MutedPerson>

export const listMutes = accounts.get('/api/account/mutes/', {
  summary: 'Lists whom the current user has muted in which league',
  access: 'signed_in',
  response: z.object({ mutes: z.array(MutedPerson) }),
})

export const removeMute = accounts.del('/api/account/mutes/:id/', {
  summary: 'Unmutes a person',
  access: 'signed_in',
  errors: ['mute_not_found'],
})

/** Slow mode: the shortest time between two posts, proposals, uploads or comments of a member. Admins are exempt. */
export const SlowModeState = z.object({
  seconds: z.int(),
  /** When the current user may write again; null if they may now. */
  next_at: Instant.nullable(),
})

export const saveSlowMode = post('/api/league/:league/social/slow-mode/', {
  summary: 'Sets how long members wait between two posts or comments; 0 turns slow mode off',
  access: 'league_admin',
  body: z.object({
    seconds: z
      .int('Choose one of the times.')
      .refine((seconds) => SLOW_MODE_SECONDS.some((each) => each === seconds), 'Choose one of the times.'),
  }),
})
