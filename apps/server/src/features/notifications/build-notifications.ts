import { currentBetWeek } from '@fieldhouse/domain/betting-week'
import {
  commentNotification,
  isNearKickoff,
  type Notification,
  pickReminder,
  proposalNotification,
  starterAlerts,
} from '@fieldhouse/domain/notification'
import { seasonAt } from '@fieldhouse/domain/season'
import { groupBy } from '../../database/group-by.ts'
import type { NflReader } from '../../database/nfl-reader.ts'
import type { FeedActivity, NotificationQueries } from './notification-queries.ts'
import type { LeagueRecipients } from './notification-recipients.ts'
import type { Recipient } from './recipient.ts'

export type DueNotification = { leagueId: number; to: Recipient; notification: Notification }

export type BuildOptions = { queries: NotificationQueries; nfl: NflReader }

/** Everything that members of leagues may be told at a moment, whether they were told already or not. */
export async function buildNotifications(
  options: BuildOptions,
  leagues: readonly LeagueRecipients[],
  newsOf: ReadonlyMap<number, readonly FeedActivity[]>,
  now: Date,
): Promise<DueNotification[]> {
  return [
    ...(await missingPickNotifications(options, leagues, now)),
    ...(await absentStarterNotifications(options, leagues, now)),
    ...feedNotifications(leagues, newsOf),
  ]
}

async function missingPickNotifications(
  { queries }: BuildOptions,
  leagues: readonly LeagueRecipients[],
  now: Date,
): Promise<DueNotification[]> {
  const due: DueNotification[] = []
  const withSlip = leagues.filter(({ hasBetslip }) => hasBetslip)
  for (const [season, some] of groupBy(withSlip, (league) => league.season ?? seasonAt(now))) {
    const week = { season, week: currentBetWeek(season, now) }
    const missing = forEachMember(some, ({ name }, { quiet }) => {
      const notification = pickReminder(week, name, quiet?.timeZone ?? null, now)
      return notification === null ? [] : [notification]
    })
    if (missing.length === 0) continue
    const pickers = await queries.findPickers(some.map(leagueIdOf), week)
    due.push(...missing.filter(({ leagueId, to }) => !pickers.has(`${leagueId} ${to.userId}`)))
  }
  return due
}

async function absentStarterNotifications(
  { queries, nfl }: BuildOptions,
  leagues: readonly LeagueRecipients[],
  now: Date,
): Promise<DueNotification[]> {
  const due: DueNotification[] = []
  for (const some of groupBy(leagues, (league) => `${league.season} ${league.currentWeek}`).values()) {
    const { season, currentWeek: week } = some[0] ?? { season: null, currentWeek: null }
    if (season === null || week === null) continue
    const nflWeek = await nfl.getWeek(season, week)
    if (!isNearKickoff(nflWeek, now)) continue
    const own = await queries.listLineups(some.map(leagueIdOf), { season, week })
    const lineups = new Map(own.map((lineup) => [`${lineup.leagueId} ${lineup.userId}`, lineup]))
    const absent = forEachMember(some, ({ leagueId, name }, { userId }) => {
      const { entries = [], team = '' } = lineups.get(`${leagueId} ${userId}`) ?? {}
      return starterAlerts(entries, nflWeek, { season, week }, { name: team, league: name }, now)
    })
    due.push(...absent)
  }
  return due
}

function feedNotifications(
  leagues: readonly LeagueRecipients[],
  newsOf: ReadonlyMap<number, readonly FeedActivity[]>,
): DueNotification[] {
  return forEachMember(leagues, ({ leagueId, name }, { userId }) =>
    (newsOf.get(leagueId) ?? [])
      .filter(({ forUserId, authorId }) => (forUserId === null ? userId !== authorId : userId === forUserId))
      .map((news) =>
        news.kind === 'proposal' ? proposalNotification(news, name) : commentNotification(news, name),
      ),
  )
}

function forEachMember(
  leagues: readonly LeagueRecipients[],
  due: (league: LeagueRecipients, to: Recipient) => readonly Notification[],
): DueNotification[] {
  return leagues.flatMap((league) =>
    league.members.flatMap((to) =>
      due(league, to).map((notification) => ({ leagueId: league.leagueId, to, notification })),
    ),
  )
}

const leagueIdOf = ({ leagueId }: LeagueRecipients) => leagueId
