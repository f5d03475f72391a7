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
import { groupedBy } from '../../database/grouped-by.ts'
import type { NflReader } from '../../database/nfl-reader.ts'
import type { Happenings, News } from './happenings.ts'
import type { Recipient } from './recipient.ts'
import type { ToldLeague } from './told-leagues.ts'

export type Due = { leagueId: number; to: Recipient; notification: Notification }

export type DueOptions = { happenings: Happenings; nfl: NflReader }

/** Everything that members of leagues may be told at a moment, whether they were told already or not. */
export async function dueInLeagues(
  options: DueOptions,
  leagues: readonly ToldLeague[],
  newsOf: ReadonlyMap<number, readonly News[]>,
  now: Date,
): Promise<Due[]> {
  return [
    ...(await duePicks(options, leagues, now)),
    ...(await dueStarters(options, leagues, now)),
    ...dueNews(leagues, newsOf),
  ]
}

async function duePicks(
  { happenings }: DueOptions,
  leagues: readonly ToldLeague[],
  now: Date,
): Promise<Due[]> {
  const due: Due[] = []
  const withSlip = leagues.filter(({ hasBetslip }) => hasBetslip)
  for (const [season, some] of groupedBy(withSlip, (league) => league.season ?? seasonAt(now))) {
    const week = { season, week: currentBetWeek(season, now) }
    const missing = ofMembers(some, ({ name }, { quiet }) => {
      const notification = pickReminder(week, name, quiet?.timeZone ?? null, now)
      return notification === null ? [] : [notification]
    })
    if (missing.length === 0) continue
    const pickers = await happenings.pickersOf(some.map(numberOf), week)
    due.push(...missing.filter(({ leagueId, to }) => !pickers.has(`${leagueId} ${to.userId}`)))
  }
  return due
}

async function dueStarters(
  { happenings, nfl }: DueOptions,
  leagues: readonly ToldLeague[],
  now: Date,
): Promise<Due[]> {
  const due: Due[] = []
  for (const some of groupedBy(leagues, (league) => `${league.season} ${league.currentWeek}`).values()) {
    const { season, currentWeek: week } = some[0] ?? { season: null, currentWeek: null }
    if (season === null || week === null) continue
    const nflWeek = await nfl.weekOf(season, week)
    if (!isNearKickoff(nflWeek, now)) continue
    const own = await happenings.lineupsOf(some.map(numberOf), { season, week })
    const lineups = new Map(own.map((lineup) => [`${lineup.leagueId} ${lineup.userId}`, lineup]))
    const absent = ofMembers(some, ({ leagueId, name }, { userId }) => {
      const { entries = [], team = '' } = lineups.get(`${leagueId} ${userId}`) ?? {}
      return starterAlerts(entries, nflWeek, { season, week }, { name: team, league: name }, now)
    })
    due.push(...absent)
  }
  return due
}

function dueNews(leagues: readonly ToldLeague[], newsOf: ReadonlyMap<number, readonly News[]>): Due[] {
  return ofMembers(leagues, ({ leagueId, name }, { userId }) =>
    (newsOf.get(leagueId) ?? [])
      .filter(({ forUserId, authorId }) => (forUserId === null ? userId !== authorId : userId === forUserId))
      .map((news) =>
        news.kind === 'proposal' ? proposalNotification(news, name) : commentNotification(news, name),
      ),
  )
}

function ofMembers(
  leagues: readonly ToldLeague[],
  due: (league: ToldLeague, to: Recipient) => readonly Notification[],
): Due[] {
  return leagues.flatMap((league) =>
    league.members.flatMap((to) =>
      due(league, to).map((notification) => ({ leagueId: league.leagueId, to, notification })),
    ),
  )
}

const numberOf = ({ leagueId }: ToldLeague) => leagueId
