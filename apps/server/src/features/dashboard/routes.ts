import { type DashboardGame, type DashboardTask, getDashboard } from '@fieldhouse/contract/dashboard'
import type { NflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import type { TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import { currentUser } from '../../auth/access.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { GameReader } from '../../repositories/seasons/game-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import {
  byUrgency,
  openPickWeek,
  presentLeagueNews,
  presentLineupTask,
  presentPickTask,
  presentVoteTask,
  type SeasonNews,
} from './present.ts'
import type { DashboardLeague, DashboardStore } from './store.ts'

/** The current week of a user's team. null: no game, no lineup, an unknown NFL schedule. */
export type MyWeek = { game: DashboardGame | null; lineup: TeamLineup | null; nflWeek: NflWeek | null }

export type DashboardOptions = {
  store: DashboardStore
  weeks: { readMyWeek(leagueId: number, userId: number): Promise<MyWeek> }
  games: Pick<GameReader, 'findSchedule' | 'listGames'>
  teams: Pick<TeamReader, 'listTeams'>
  archive: Pick<ArchiveReader, 'listTransactions'>
  findPreviousVisit: (userId: number) => Promise<Date | null>
  now: () => Date
}

export const dashboardRoutes: Routes<DashboardOptions> = (app, options) => {
  const { store, weeks, games, teams, archive, findPreviousVisit, now } = options

  app.route({
    ...getDashboard,
    async handler(request) {
      const { userId } = currentUser(request)
      const leagues = await store.listLeagues(userId)
      const current = await Promise.all(
        leagues.map(async (league) => ({ league, ...(await weeks.readMyWeek(league.id, userId)) })),
      )
      return {
        games: current.flatMap(({ league, game }) => (game === null ? [] : [{ league: league.name, game }])),
        tasks: await listTasks(userId, current),
        since: await listNews(userId, leagues),
      }
    },
  })

  async function listTasks(
    userId: number,
    current: readonly (MyWeek & { league: DashboardLeague })[],
  ): Promise<DashboardTask[]> {
    const leagues = current.map(({ league }) => league)
    const ids = leagues.map(({ id }) => id)
    const nameOf = new Map(leagues.map(({ id, name }) => [id, name]))
    const managed = leagues.filter(({ role }) => role === 'admin').map(({ id }) => id)
    const [votes, requests, picks] = await Promise.all([
      store.listOpenVotes(userId, ids, now()),
      store.countRequests(managed),
      Promise.all(leagues.map((league) => pickTaskOf(userId, league))),
    ])
    const lineups = current.map(({ league, lineup, nflWeek }) =>
      lineup === null || nflWeek === null ? null : presentLineupTask(league.name, lineup, nflWeek, now()),
    )
    return [
      ...[...lineups, ...picks].filter((task) => task !== null),
      ...votes.map((vote) => presentVoteTask(nameOf.get(vote.leagueId) ?? '', vote)),
      ...[...requests].map(([id, count]) => ({
        kind: 'requests' as const,
        league: nameOf.get(id) ?? '',
        count,
      })),
    ].sort(byUrgency)
  }

  async function pickTaskOf(userId: number, league: DashboardLeague): Promise<DashboardTask | null> {
    const week = openPickWeek(league, now())
    if (week === null || (await store.findPickedLeagues(userId, [league.id], week)).size > 0) return null
    return presentPickTask(league.name, week)
  }

  async function listNews(userId: number, leagues: readonly DashboardLeague[]) {
    const since = await findPreviousVisit(userId)
    if (since === null) return null
    const at = now()
    const news = await Promise.all(
      leagues.map(async (league) => {
        // Whatever is older than the membership is not news for a new member.
        const from = league.joinedAt > since ? league.joinedAt : since
        const [feed, seasonNews] = await Promise.all([
          store.countFeedNews(userId, league.id, from, at),
          readSeasonNews(league, from),
        ])
        return presentLeagueNews(league.name, userId, { feed, seasonNews }, [from, at])
      }),
    )
    return { at: since.toISOString(), leagues: news.filter((each) => each !== null) }
  }

  async function readSeasonNews({ id, season }: DashboardLeague, since: Date): Promise<SeasonNews | null> {
    if (season === null) return null
    const [schedule, seasonGames, seasonTeams, transactions, records] = await Promise.all([
      games.findSchedule(id, season),
      games.listGames(id, season),
      teams.listTeams(id, season),
      archive.listTransactions(id, season),
      store.listBrokenRecords(id, since),
    ])
    return { season, schedule, games: seasonGames, teams: seasonTeams, transactions, records }
  }
}
