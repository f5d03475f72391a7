import { currentBetWeek } from '@fieldhouse/domain/betslip/betting-week'
import {
  isNearKickoff,
  type Notification,
  pickReminder,
  prefersMention,
  starterAlerts,
} from '@fieldhouse/domain/notifications/notification'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { NflReader } from '../../repositories/nfl/nfl-reader.ts'
import type { Activity } from './activity-store.ts'
import type { LineupStore } from './lineup-store.ts'
import type { DueNotification, LeagueRecipients, Recipient } from './recipient-store.ts'

export type BuildOptions = { lineups: LineupStore; nfl: NflReader }

/**
 * Builds all notifications that are relevant at `now`, including those that were already sent.
 * @param outsiders whom the activities concern although they may not be members, by user ID
 */
export async function buildNotifications(
  options: BuildOptions,
  leagues: readonly LeagueRecipients[],
  activityByLeague: ReadonlyMap<number, readonly Activity[]>,
  outsiders: ReadonlyMap<number, Recipient>,
  now: Date,
): Promise<DueNotification[]> {
  return [
    ...(await missingPickNotifications(options, leagues, now)),
    ...(await absentStarterNotifications(options, leagues, now)),
    ...activityNotifications(leagues, activityByLeague, outsiders),
  ]
}

async function missingPickNotifications(
  { lineups }: BuildOptions,
  leagues: readonly LeagueRecipients[],
  now: Date,
): Promise<DueNotification[]> {
  const due: DueNotification[] = []
  const betslipLeagues = leagues.filter(({ hasBetslip }) => hasBetslip)
  for (const [season, seasonLeagues] of Map.groupBy(
    betslipLeagues,
    (league) => league.season ?? seasonAt(now),
  )) {
    const week = { season, week: currentBetWeek(season, now) }
    const reminders = notificationsForMembers(seasonLeagues, ({ name }, { quiet }) => {
      const notification = pickReminder(week, name, quiet?.timeZone ?? null, now)
      return notification === null ? [] : [notification]
    })
    if (reminders.length === 0) continue
    const pickers = await lineups.findPickers(seasonLeagues.map(leagueIdOf), week)
    due.push(...reminders.filter(({ leagueId, to }) => !pickers.has(`${leagueId} ${to.userId}`)))
  }
  return due
}

async function absentStarterNotifications(
  { lineups, nfl }: BuildOptions,
  leagues: readonly LeagueRecipients[],
  now: Date,
): Promise<DueNotification[]> {
  const due: DueNotification[] = []
  for (const weekLeagues of Map.groupBy(
    leagues,
    (league) => `${league.season} ${league.currentWeek}`,
  ).values()) {
    const { season, currentWeek: week } = weekLeagues[0] ?? { season: null, currentWeek: null }
    if (season === null || week === null) continue
    const nflWeek = await nfl.getWeek(season, week)
    if (!isNearKickoff(nflWeek, now)) continue
    const stored = await lineups.listLineups(weekLeagues.map(leagueIdOf), { season, week })
    const lineupByMember = new Map(stored.map((lineup) => [`${lineup.leagueId} ${lineup.userId}`, lineup]))
    const alerts = notificationsForMembers(weekLeagues, ({ leagueId, name }, { userId }) => {
      const { entries = [], team = '' } = lineupByMember.get(`${leagueId} ${userId}`) ?? {}
      return starterAlerts(entries, nflWeek, { season, week }, { name: team, league: name }, now)
    })
    due.push(...alerts)
  }
  return due
}

function activityNotifications(
  leagues: readonly LeagueRecipients[],
  activityByLeague: ReadonlyMap<number, readonly Activity[]>,
  outsiders: ReadonlyMap<number, Recipient>,
): DueNotification[] {
  return leagues.flatMap(({ leagueId, name, members }) => {
    const memberIds = new Set(members.map(({ userId }) => userId))
    const due = (activityByLeague.get(leagueId) ?? []).flatMap((activity) => {
      const { isFor, outsiderId, toNotification, text } = activity
      const outsider = outsiders.get(outsiderId ?? 0)
      const people = members.filter(isFor)
      if (outsider !== undefined && !memberIds.has(outsider.userId)) people.push(outsider)
      return people.map((to) => ({ leagueId, to, notification: toNotification(name), text }))
    })
    return withoutRepeatedTexts(due)
  })
}

type DueAboutText = DueNotification & { text: string | undefined }

/**
 * Of the notifications about a mention and about the text with the mention, such as a comment on a post of the
 * mentioned user, each user gets one.
 */
function withoutRepeatedTexts(due: readonly DueAboutText[]): DueNotification[] {
  const about = Map.groupBy(due, ({ to, text }) => (text === undefined ? undefined : `${to.userId} ${text}`))
  return due.flatMap(({ text, ...each }) => {
    const { to, notification } = each
    const same = text === undefined ? [] : (about.get(`${to.userId} ${text}`) ?? [])
    const mention = same.find((other) => other.notification.kind === 'mention')?.notification
    const other = same.find(({ notification: { kind } }) => kind !== 'mention')?.notification
    if (mention === undefined || other === undefined) return [each]
    const isPreferred =
      prefersMention(to.choices.mention, to.choices[other.kind]) === (notification.kind === 'mention')
    // The other one may have been sent before an edit added the mention.
    return isPreferred ? [{ ...each, unless: notification.kind === 'mention' ? other.key : mention.key }] : []
  })
}

function notificationsForMembers(
  leagues: readonly LeagueRecipients[],
  build: (league: LeagueRecipients, to: Recipient) => readonly Notification[],
): DueNotification[] {
  return leagues.flatMap((league) =>
    league.members.flatMap((to) =>
      build(league, to).map((notification) => ({ leagueId: league.leagueId, to, notification })),
    ),
  )
}

const leagueIdOf = ({ leagueId }: LeagueRecipients) => leagueId
