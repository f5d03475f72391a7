import { type BettingWeek, cutoffOf, viewerCutoff } from './betting-week.ts'
import type { LineupEntry } from './lineup.ts'
import { type NflWeek, teamWeekOf } from './nfl-week.ts'
import { slotOf } from './slots.ts'

/** What a person may want to be told, in the order in which it is shown. */
export const NOTIFICATION_KINDS = ['pick', 'starter', 'proposal', 'comment'] as const

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** By which ways a person is told of one kind. */
export type NotificationChoice = { push: boolean; mail: boolean }

/** For whoever has not chosen: what a browser was let do it does, and no letters. */
export const DEFAULT_CHOICE: NotificationChoice = { push: true, mail: false }

/** Something that one person is told once. */
export type Notification = {
  kind: NotificationKind
  /** Names what it is about within the league: nobody is told of the same twice. */
  key: string
  title: string
  body: string
  /** After this it says nothing new. */
  expiresAt: Date
}

const HOUR_MS = 3_600_000
const PICK_REMINDER_LEAD_MS = 3 * HOUR_MS
const STARTER_ALERT_LEAD_MS = 24 * HOUR_MS

/** How long it is news that somebody wrote something. */
export const POST_NOTIFICATION_TTL_MS = 12 * HOUR_MS

const MAX_EXCERPT_LENGTH = 120

/**
 * That a week locks within three hours, for a person without a pick; null at any other time. A
 * viewer's own Saturday may lock before the league's; where it is unknown, `timeZone` is null.
 */
export function pickReminder(
  week: BettingWeek,
  league: string,
  timeZone: string | null,
  now: Date,
): Notification | null {
  const lock = timeZone === null ? cutoffOf(week) : viewerCutoff(week, timeZone)
  const left = lock.getTime() - now.getTime()
  if (left <= 0 || left > PICK_REMINDER_LEAD_MS) return null
  return {
    kind: 'pick',
    key: `pick ${week.season} ${week.week}`,
    title: `Week ${week.week} locks ${formatTimeLeft(left)}`,
    body: `You have no pick in ${league} yet.`,
    expiresAt: lock,
  }
}

function formatTimeLeft(ms: number): string {
  const hours = Math.round(ms / HOUR_MS)
  if (hours > 1) return `in ${hours} hours`
  const minutes = Math.max(1, Math.round(ms / 60_000))
  if (minutes >= 60) return 'in an hour'
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

/** The provider's words for a player who does not play. */
const OUT_STATUSES: ReadonlySet<string> = new Set(['OUT', 'INJURY_RESERVE', 'SUSPENSION'])

/**
 * The starters who will not play, for as long as their team can be changed: those who are out within a
 * day of their kickoff, those with a bye within a day of the week's first game still to come.
 */
export function starterAlerts(
  entries: readonly LineupEntry[],
  nfl: NflWeek,
  week: BettingWeek,
  team: { name: string; league: string },
  now: Date,
): Notification[] {
  return entries.flatMap((entry) => {
    if (!slotOf(entry.slotId).isStarter || entry.nflTeamId === null) return []
    const { isBye, kickoff } = teamWeekOf(nfl, entry.nflTeamId)
    const isOut = entry.injuryStatus !== null && OUT_STATUSES.has(entry.injuryStatus)
    const until = isBye ? nextKickoff(nfl, now) : kickoff
    if ((!isBye && !isOut) || until === null) return []
    const left = until.getTime() - now.getTime()
    if (left <= 0 || left > STARTER_ALERT_LEAD_MS) return []
    return [
      {
        kind: 'starter' as const,
        key: `starter ${week.season} ${week.week} ${entry.playerId}`,
        title: `${entry.name} ${isBye ? 'has a bye' : 'is out'}`,
        body: `Starts at ${slotOf(entry.slotId).name} for ${team.name} in ${team.league}, week ${week.week}.`,
        expiresAt: until,
      },
    ]
  })
}

/** Whether a game begins within a day: at any other moment no starter is told of. */
export function isNearKickoff({ games }: Pick<NflWeek, 'games'>, now: Date): boolean {
  return games.some(({ kickoff }) => {
    const left = kickoff.getTime() - now.getTime()
    return left > 0 && left <= STARTER_ALERT_LEAD_MS
  })
}

/** The first game whose time is set and that has not begun. */
function nextKickoff({ games }: NflWeek, now: Date): Date | null {
  const waiting = games.filter(
    ({ isTimeSet, state, kickoff }) => isTimeSet && state !== 'off' && kickoff > now,
  )
  return waiting.map(({ kickoff }) => kickoff).sort((a, b) => a.getTime() - b.getTime())[0] ?? null
}

/** Something that somebody wrote. */
export type AuthoredText = { id: number; author: string; text: string; at: Date }

export function proposalNotification({ id, author, text, at }: AuthoredText, league: string): Notification {
  return {
    kind: 'proposal',
    key: `proposal ${id}`,
    title: `A new proposal in ${league}`,
    body: `${author}: ${truncate(text)}`,
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

export function commentNotification({ id, author, text, at }: AuthoredText, league: string): Notification {
  return {
    kind: 'comment',
    key: `comment ${id}`,
    title: `${author} commented on your post`,
    body: `${league}: ${truncate(text)}`,
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

function truncate(text: string): string {
  const letters = Array.from(text.replace(/\s+/g, ' '))
  return letters.length <= MAX_EXCERPT_LENGTH
    ? letters.join('')
    : `${letters.slice(0, MAX_EXCERPT_LENGTH - 1).join('')}…`
}
