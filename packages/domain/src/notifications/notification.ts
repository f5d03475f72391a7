import { type BettingWeek, cutoffOf, viewerCutoff } from '../betslip/betting-week.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'
import { type NflWeek, teamWeekOf } from '../nfl/nfl-week.ts'
import { pluralize } from '../pluralize.ts'
import { type LineupEntry, slotOf } from '../rosters/lineup.ts'
import { isOut } from '../rosters/matchup.ts'
import { clockTimeAt, instantAt } from '../time-zones.ts'

/**
 * The kinds of notifications a user can turn on, in display order, with the subjects of their emails. Those say what kind
 * of message it is, never what somebody wrote.
 */
export const EMAIL_SUBJECTS = {
  pick: 'Your pick is missing',
  slip: 'The result of the slip',
  starter: 'Check your lineup',
  proposal: 'New proposal in your league',
  vote: 'A vote closes soon',
  comment: 'New comment for you',
  mention: 'You were mentioned in your league',
  like: 'Someone liked your post',
  recap: 'The recap of your league',
  record: 'New record in your league',
  trade: 'A trade in your league',
  waiver: 'Waiver claims in your league',
  job: "News about your league's data",
  request: 'Someone is waiting for your approval',
  report: 'Something was reported in your league',
  link: 'News about what opens your league',
  access: 'News about your place in a league',
} as const

export type NotificationKind = keyof typeof EMAIL_SUBJECTS

export const NOTIFICATION_KINDS = Object.keys(EMAIL_SUBJECTS) as NotificationKind[]

export const ADMIN_NOTIFICATION_KINDS: readonly NotificationKind[] = ['job', 'request', 'report', 'link']

export type NotificationChoice = { push: boolean; mail: boolean; inbox: boolean }

/** What can wait for the next visit. */
const QUIET_KINDS: readonly NotificationKind[] = ['like', 'recap', 'record', 'waiver', 'job']

/** The default for users who have not chosen: the inbox, push to subscribed browsers for what can't wait, no email. */
export function defaultChoice(kind: NotificationKind): NotificationChoice {
  return { push: !QUIET_KINDS.includes(kind), mail: false, inbox: true }
}

/** The mention says more, unless the other one reaches the user on more channels. */
export function prefersMention(mention: NotificationChoice, other: NotificationChoice): boolean {
  const channels = ['push', 'mail', 'inbox'] as const
  const hasMore = (a: NotificationChoice, b: NotificationChoice) =>
    channels.some((channel) => a[channel] && !b[channel])
  return hasMore(mention, other) || !hasMore(other, mention)
}

export type NotificationTarget = {
  tab: 'overview' | 'roster' | 'betslip' | 'league social' | 'history' | 'admin' | 'account'
  season?: number
  week?: number
  game?: number
  item?: { type: 'post' | 'proposal' | 'media'; id: number }
  view?: 'trade' | 'waivers'
  transaction?: string
  commentId?: number
}

export type Notification = {
  kind: NotificationKind
  /** Identifies the subject within the league, so that no user is notified about it twice. */
  key: string
  title: string
  body: string
  target: NotificationTarget
  /** Of several events in one notification, the newest. A newer one makes the notification unread again. */
  newestAt?: Date
  expiresAt: Date
}

const PICK_REMINDER_LEAD_MS = 3 * HOUR_MS
const STARTER_ALERT_LEAD_MS = 24 * HOUR_MS

/**
 * null outside the three hours before picks lock, which can be earlier in the user's time zone (null: unknown) than in
 * the league's.
 */
export function pickReminder(
  week: BettingWeek,
  league: string,
  timeZone: string | null,
  now: Date,
): Notification | null {
  const lock = timeZone === null ? cutoffOf(week) : viewerCutoff(week, timeZone)
  const remainingMs = lock.getTime() - now.getTime()
  if (remainingMs <= 0 || remainingMs > PICK_REMINDER_LEAD_MS) return null
  return {
    kind: 'pick',
    key: `pick ${week.season} ${week.week}`,
    title: pickReminderTitle(week.week, remainingMs),
    body: `You haven't picked in ${league} yet.`,
    target: { tab: 'betslip', season: week.season, week: week.week },
    expiresAt: lock,
  }
}

function pickReminderTitle(week: number, remainingMs: number): string {
  const minutes = Math.max(1, Math.round(remainingMs / MINUTE_MS))
  const remaining =
    minutes < 60 ? pluralize(minutes, 'minute') : pluralize(Math.round(remainingMs / HOUR_MS), 'hour')
  return `Week ${week} picks lock in ${remaining}`
}

type AbsentStarter = { entry: LineupEntry; reason: 'out' | 'bye'; deadline: Date }

/** Those who are out before their kickoff, those on bye before the week's last one. */
export function absentStarters(entries: readonly LineupEntry[], nfl: NflWeek, now: Date): AbsentStarter[] {
  return entries.flatMap((entry) => {
    if (!slotOf(entry.slotId).isStarter || entry.nflTeamId === null) return []
    const { isBye, kickoff } = teamWeekOf(nfl, entry.nflTeamId)
    const deadline = isBye ? nextKickoff(nfl, now) : kickoff
    if ((!isBye && !isOut(entry.injuryStatus)) || deadline === null || deadline <= now) return []
    return [{ entry, reason: isBye ? 'bye' : 'out', deadline }]
  })
}

export function fillableSlots(emptySlots: readonly number[], nfl: NflWeek, now: Date): readonly number[] {
  return nextKickoff(nfl, now) === null ? [] : emptySlots
}

/**
 * Players who are out, in the 24 hours before their kickoff; on bye, in the 24 hours before the week's next kickoff.
 */
export function starterAlerts(
  entries: readonly LineupEntry[],
  nfl: NflWeek,
  week: BettingWeek,
  team: { name: string; league: string },
  now: Date,
): Notification[] {
  return absentStarters(entries, nfl, now)
    .filter(({ deadline }) => deadline.getTime() - now.getTime() <= STARTER_ALERT_LEAD_MS)
    .map(({ entry, reason, deadline }) => ({
      kind: 'starter' as const,
      key: `starter ${week.season} ${week.week} ${entry.playerId}`,
      title: reason === 'bye' ? `${entry.name} is on bye` : `${entry.name} is out`,
      body: `Starting at ${slotOf(entry.slotId).name} for ${team.name} in ${team.league}, Week ${week.week}. Check your lineup.`,
      target: { tab: 'roster' } as const,
      expiresAt: deadline,
    }))
}

/** Whether a game kicks off within 24 hours. `starterAlerts` returns nothing at any other time. */
export function isNearKickoff({ games }: Pick<NflWeek, 'games'>, now: Date): boolean {
  return games.some(({ kickoff }) => {
    const remainingMs = kickoff.getTime() - now.getTime()
    return remainingMs > 0 && remainingMs <= STARTER_ALERT_LEAD_MS
  })
}

function nextKickoff({ games }: NflWeek, now: Date): Date | null {
  const upcoming = games.filter(
    ({ isTimeSet, state, kickoff }) => isTimeSet && state !== 'off' && kickoff > now,
  )
  return upcoming.map(({ kickoff }) => kickoff).sort((a, b) => a.getTime() - b.getTime())[0] ?? null
}

export type QuietHours = {
  /** Minutes after midnight in the user's time zone. An end before the start is on the next day. */
  begins: number
  ends: number
  timeZone: string
}

export function nextDeliveryTime(quiet: QuietHours | null, now: Date): Date {
  if (quiet === null) return now
  const { day, minute } = clockTimeAt(now, quiet.timeZone)
  if (!isQuietAt(quiet, minute)) return now
  const endsTomorrow = quiet.ends <= minute
  const endDay = new Date(day.getTime() + (endsTomorrow ? DAY_MS : 0))
  const end = instantAt(endDay, quiet.ends / 60, quiet.timeZone)
  // When clocks are set back, the hour of the end occurs twice, and the first one may be in the past.
  return end > now ? end : now
}

/** The minute of the end is not quiet. Equal start and end mean no quiet hours at all. */
function isQuietAt({ begins, ends }: QuietHours, minute: number): boolean {
  return begins <= ends ? minute >= begins && minute < ends : minute >= begins || minute < ends
}
