import type { BettingWeek } from '../betslip/betting-week.ts'
import type { SlipOutcome } from '../betslip/settlement.ts'
import { DAY_MS, HOUR_MS } from '../duration.ts'
import type { RecordName } from '../history/league-records.ts'
import { REPORT_REASON_LABELS, type ReportedKind, type ReportReason } from '../league/moderation.ts'
import { type Cents, formatDollars } from '../money.ts'
import { joinNames, pluralize } from '../pluralize.ts'
import { type Points, pointsToDecimal } from '../points.ts'
import type { Notification, NotificationTarget } from './notification.ts'

export const POST_NOTIFICATION_TTL_MS = 12 * HOUR_MS

const MAX_EXCERPT_LENGTH = 120

type AuthoredText = { id: number; author: string; text: string; at: Date }

export function proposalNotification({ id, author, text, at }: AuthoredText, league: string): Notification {
  return {
    kind: 'proposal',
    key: `proposal ${id}`,
    title: `New proposal in ${league}`,
    body: `${author}: ${truncate(text)}`,
    target: { tab: 'league social', item: { type: 'proposal', id } },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

export type PostedNoun = 'post' | 'proposal' | 'picture' | 'video'

export type Commented =
  | { noun: PostedNoun; id: number }
  | { noun: 'trade'; season: number; transaction: string }

export function commentNotification(
  { id, author, text, at }: AuthoredText,
  on: Commented,
  league: string,
): Notification {
  return {
    kind: 'comment',
    key: `comment ${id}`,
    title: `${author} commented on your ${on.noun}`,
    body: `${league}: ${truncate(text)}`,
    target: { tab: 'league social', ...targetOf(on), commentId: id },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

/** For the author of the comment to which another one replies, in place of the one about the comment. */
export function replyNotification(comment: AuthoredText, on: Commented, league: string): Notification {
  return { ...commentNotification(comment, on, league), title: `${comment.author} replied to your comment` }
}

function targetOf(on: Commented): Partial<NotificationTarget> {
  return on.noun === 'trade'
    ? { view: 'trade', season: on.season, transaction: on.transaction }
    : { item: { type: ITEM_TYPES[on.noun], id: on.id } }
}

/** A text in which somebody was mentioned. `commentId` is null for the text of a post or a proposal itself. */
type MentioningText = Omit<AuthoredText, 'id'> & {
  on: Commented
  commentId: number | null
  /** The name of the mentioned team; null if the person was mentioned. */
  team: string | null
}

/** `at` is when the mention was written, which can be after the text. */
export function mentionNotification(
  { author, text, on, commentId, team, at }: MentioningText,
  league: string,
): Notification {
  const where = commentId === null ? `a ${on.noun}` : 'a comment'
  const id = on.noun === 'trade' ? on.transaction : on.id
  return {
    kind: 'mention',
    key: commentId === null ? `mention item ${id}` : `mention comment ${commentId}`,
    title: `${author} mentioned ${team ?? 'you'} in ${where}`,
    body: `${league}: ${truncate(text)}`,
    target: { tab: 'league social', ...targetOf(on), ...(commentId === null ? {} : { commentId }) },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

const ITEM_TYPES = { post: 'post', proposal: 'proposal', picture: 'media', video: 'media' } as const

export const VOTE_REMINDER_LEAD_MS = 12 * HOUR_MS

export function voteReminder(
  { id, question, closesAt }: { id: number; question: string; closesAt: Date },
  league: string,
): Notification {
  return {
    kind: 'vote',
    key: `vote ${id}`,
    title: `A vote in ${league} closes soon`,
    body: `You haven't voted yet: ${truncate(question)}`,
    target: { tab: 'league social', item: { type: 'proposal', id } },
    expiresAt: closesAt,
  }
}

/** What was liked. `text` is empty for a picture or a video. */
type Liked = { id: number; noun: PostedNoun; likers: readonly string[]; text: string; at: Date }

/** All likes of an item are one notification. */
export function likeNotification({ id, noun, likers, text, at }: Liked, league: string): Notification {
  return {
    kind: 'like',
    key: `like ${id}`,
    title: likeTitle(likers, likers.length, noun),
    body: text === '' ? league : `${league}: ${truncate(text)}`,
    target: { tab: 'league social', item: { type: ITEM_TYPES[noun], id } },
    newestAt: at,
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

/** @param likers the newest ones first, at least the first two */
export function likeTitle(likers: readonly string[], count: number, noun: PostedNoun): string {
  const [first = 'A former member', second] = likers
  if (count <= 1 || second === undefined) return `${first} liked your ${noun}`
  if (count === 2) return `${first} and ${second} liked your ${noun}`
  return `${first} and ${pluralize(count - 1, 'other')} liked your ${noun}`
}

/** What members reported. `text` is empty for a picture or a video. */
type Reported = {
  kind: ReportedKind
  id: number
  author: string
  reason: ReportReason
  text: string
  item?: NotificationTarget['item'] & {}
  at: Date
}

/** All reports of the same content are one notification. */
export function reportNotification(
  { kind, id, author, reason, text, item, at }: Reported,
  league: string,
): Notification {
  const noun = kind === 'media' ? 'photo or video' : kind
  return {
    kind: 'report',
    key: `report ${kind} ${id}`,
    title: `A ${noun} by ${author} was reported in ${league}`,
    body: `${REPORT_REASON_LABELS[reason]}${text === '' ? '' : `: ${truncate(text)}`}`,
    target: {
      tab: 'admin',
      ...(item === undefined ? {} : { item }),
      ...(kind === 'comment' ? { commentId: id } : {}),
    },
    newestAt: at,
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

export function recapNotification(
  recap: { season: number; week: number; postId: number; at: Date },
  league: string,
): Notification {
  return {
    kind: 'recap',
    key: `recap ${recap.season} ${recap.week}`,
    title: `The Week ${recap.week} recap is here`,
    body: `${league}: results, streaks and who left points on the bench.`,
    target: { tab: 'league social', item: { type: 'post', id: recap.postId } },
    expiresAt: new Date(recap.at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

/** In lower case, as in a sentence. */
export const RECORD_LABELS: Readonly<Record<RecordName, string>> = {
  highest_game: 'highest combined score',
  biggest_blowout: 'biggest blowout',
  highest_team_game: 'highest team score',
  highest_loser: 'highest score in a loss',
  lowest_winner: 'lowest score in a win',
  closest_win: 'closest win',
}

export type AnnouncedRecord = {
  name: RecordName
  holder: string
  points: Points
  gameId: number
  period: number
}

export function recordNotification(
  record: AnnouncedRecord & { season: number; at: Date },
  league: string,
): Notification {
  const { name, holder, points, season, period, gameId, at } = record
  return {
    kind: 'record',
    key: `record ${season} ${period} ${name}`,
    title: recordTitle(name),
    body: `${league}: ${holder}, ${pointsToDecimal(points).toFixed(2)} points in Week ${period}.`,
    target: { tab: 'history', season, week: period, game: gameId },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

export function recordTitle(name: RecordName): string {
  return `New record: ${RECORD_LABELS[name]}`
}

/** A refresh or a backfill that has ended, for the admins of its league. `outcome` is text for users. */
type EndedJob = {
  id: number
  kind: 'refresh' | 'backfill'
  hasFailed: boolean
  outcome: string
  at: Date
}

/** A refresh that fails again and again is reported once a day. */
export function jobNotification(
  { id, kind, hasFailed, outcome, at }: EndedJob,
  league: string,
): Notification {
  const noun = kind === 'refresh' ? 'refresh' : 'backfill of the history'
  return {
    kind: 'job',
    key: kind === 'refresh' ? `refresh ${at.toISOString().slice(0, 10)}` : `job ${id}`,
    title: hasFailed ? `A ${noun} of ${league} failed` : `The ${noun} of ${league} is done`,
    body: truncate(outcome),
    target: { tab: 'admin' },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

export function truncate(text: string): string {
  const characters = Array.from(text.replace(/\s+/g, ' '))
  return characters.length <= MAX_EXCERPT_LENGTH
    ? characters.join('')
    : `${characters.slice(0, MAX_EXCERPT_LENGTH - 1).join('')}…`
}

type AnnouncedSlip = BettingWeek & {
  state: SlipOutcome['state']
  staked: Cents
  /** Includes the stake. null if a leg that won has no odds. */
  returned: Cents | null
  /** 1 for the first result, and one more for each correction. */
  revision: number
  at: Date
}

const RESULTS = { won: 'won', lost: 'lost', returned: 'was refunded' } as const

export function slipNotification(slip: AnnouncedSlip, league: string): Notification {
  const { season, week, state, staked, returned, revision, at } = slip
  const payout =
    returned === null
      ? "The return isn't known, because a leg has no odds."
      : `${formatDollars(returned)} returned.`
  return {
    kind: 'slip',
    key: `slip ${season} ${week} ${revision}`,
    title: `${revision === 1 ? 'The' : 'Corrected: the'} Week ${week} slip ${RESULTS[state]}`,
    body: `${league}: ${formatDollars(staked)} staked${returned === null ? '. ' : ', '}${payout}`,
    target: { tab: 'betslip', season, week },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

export const TRANSACTION_NEWS_MS = DAY_MS

const NAMED_CLAIMS = 3

type TradeNews = {
  season: number
  id: string
  sides: readonly { team: string; received: readonly string[] }[]
  at: Date
}

export function tradeNotification({ season, id, sides, at }: TradeNews, league: string): Notification {
  const received = sides
    .filter((side) => side.received.length > 0)
    .map((side) => `${side.team} get ${joinNames(side.received)}.`)
  return {
    kind: 'trade',
    key: `trade ${season} ${id}`,
    title: `Trade in ${league}`,
    body: received.join(' ') || `${joinNames(sides.map(({ team }) => team))} made a trade.`,
    target: { tab: 'league social', view: 'trade', season, transaction: id },
    expiresAt: new Date(at.getTime() + TRANSACTION_NEWS_MS),
  }
}

type WaiverNews = {
  season: number
  /** Of one day; never empty. */
  claims: readonly { team: string; player: string; bid: number | null; at: Date }[]
}

/** All claims of a day are one notification. */
export function waiverNotification({ season, claims }: WaiverNews, league: string): Notification {
  const newestAt = new Date(Math.max(...claims.map(({ at }) => at.getTime())))
  const named = claims
    .slice(0, NAMED_CLAIMS)
    .map(({ team, player, bid }) => `${team} add ${player}${bid === null ? '' : ` for $${bid}`}.`)
  const others = claims.length - named.length
  return {
    kind: 'waiver',
    key: `waivers ${newestAt.toISOString().slice(0, 10)}`,
    title: `${pluralize(claims.length, 'waiver claim')} in ${league}`,
    body: [...named, ...(others > 0 ? [`And ${others} more.`] : [])].join(' '),
    target: { tab: 'league social', view: 'waivers', season },
    newestAt,
    expiresAt: new Date(newestAt.getTime() + TRANSACTION_NEWS_MS),
  }
}
