import { currentBetWeek } from '@fieldhouse/domain/betslip/betting-week'
import {
  commentNotification,
  isNearKickoff,
  type Notification,
  pickReminder,
  proposalNotification,
  starterAlerts,
} from '@fieldhouse/domain/notifications/notification'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { NflReader } from '../../repositories/nfl/nfl-reader.ts'
import type { ActivityStore, FeedActivity } from './activity-store.ts'
import type { LeagueRecipients, Recipient } from './recipient-store.ts'

export type DueNotification = { leagueId: number; to: Recipient; notification: Notification }

export type BuildOptions = { activity: ActivityStore; nfl: NflReader }

/** Builds all notifications that are relevant at `now`, including those that were already sent. */
export async function buildNotifications(
  options: BuildOptions,
  leagues: readonly LeagueRecipients[],
  activityByLeague: ReadonlyMap<number, readonly FeedActivity[]>,
  now: Date,
): Promise<DueNotification[]> {
  return [
    ...(await missingPickNotifications(options, leagues, now)),
    ...(await absentStarterNotifications(options, leagues, now)),
    ...feedNotifications(leagues, activityByLeague),
  ]
}

async function missingPickNotifications(
  { activity }: BuildOptions,
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
    const pickers = await activity.findPickers(seasonLeagues.map(leagueIdOf), week)
    due.push(...reminders.filter(({ leagueId, to }) => !pickers.has(`${leagueId} ${to.userId}`)))
  }
  return due
}

async function absentStarterNotifications(
  { activity, nfl }: BuildOptions,
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
    const lineups = await activity.listLineups(weekLeagues.map(leagueIdOf), { season, week })
    const lineupByMember = new Map(lineups.map((lineup) => [`${lineup.leagueId} ${lineup.userId}`, lineup]))
    const alerts = notificationsForMembers(weekLeagues, ({ leagueId, name }, { userId }) => {
      const { entries = [], team = '' } = lineupByMember.get(`${leagueId} ${userId}`) ?? {}
      return starterAlerts(entries, nflWeek, { season, week }, { name: team, league: name }, now)
    })
    due.push(...alerts)
  }
  return due
}

function feedNotifications(
  leagues: readonly LeagueRecipients[],
  activityByLeague: ReadonlyMap<number, readonly FeedActivity[]>,
): DueNotification[] {
  return notificationsForMembers(leagues, ({ leagueId, name }, { userId }) =>
    (activityByLeague.get(leagueId) ?? [])
      .filter(({ forUserId, authorId }) => (forUserId === null ? userId !== authorId : userId === forUserId))
      .map((activity) =>
        activity.kind === 'proposal'
          ? proposalNotification(activity, name)
          : commentNotification(activity, name),
      ),
  )
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
