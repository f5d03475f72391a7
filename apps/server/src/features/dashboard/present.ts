import type { DashboardTask, LeagueNews } from '@fieldhouse/contract/dashboard'
import { currentBetWeek, cutoffOf, weekStateAt } from '@fieldhouse/domain/betslip/betting-week'
import { DAY_MS } from '@fieldhouse/domain/duration'
import type { NflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { recordTitle } from '@fieldhouse/domain/notifications/activity-notifications'
import { absentStarters, fillableSlots } from '@fieldhouse/domain/notifications/notification'
import { earliestWeekEnd } from '@fieldhouse/domain/notifications/recap'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import { slotOf, type TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import type { LeagueTransaction } from '@fieldhouse/domain/rosters/transactions'
import { isDecided, outcomeFor, seasonAt } from '@fieldhouse/domain/seasons/season'
import type { SeasonSchedule, StoredGame } from '../../repositories/seasons/game-reader.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'
import type { DashboardLeague, FeedNews, OpenVote } from './store.ts'

/** Picks of a week are asked for from the Tuesday before they lock. */
const PICK_LEAD_MS = 5 * DAY_MS

/** The betting week whose pick a league asks for now; null without one. */
export function openPickWeek({ hasBetslip, season }: DashboardLeague, now: Date) {
  if (!hasBetslip) return null
  const betSeason = season ?? seasonAt(now)
  const week = { season: betSeason, week: currentBetWeek(betSeason, now) }
  const isNear = cutoffOf(week).getTime() - now.getTime() <= PICK_LEAD_MS
  return isNear && weekStateAt(week, now) === 'open' ? week : null
}

export function presentPickTask(league: string, week: { season: number; week: number }): DashboardTask {
  return { kind: 'pick', league, ...week, due: cutoffOf(week).toISOString() }
}

/** Returns null if the lineup is complete or can't be changed any more. */
export function presentLineupTask(
  league: string,
  lineup: TeamLineup,
  nflWeek: NflWeek,
  now: Date,
): DashboardTask | null {
  const absent = absentStarters(lineup.entries, nflWeek, now)
  const empty = fillableSlots(lineup.emptySlots, nflWeek, now)
  if (absent.length === 0 && empty.length === 0) return null
  return {
    kind: 'lineup',
    league,
    empty_slots: empty.map((slotId) => slotOf(slotId).name),
    players: absent.map(({ entry, reason }) => ({ player: entry.name, reason })),
  }
}

export function presentVoteTask(league: string, { id, question, closesAt }: OpenVote): DashboardTask {
  return { kind: 'vote', league, question, post: `proposal-${id}`, due: closesAt?.toISOString() ?? null }
}

const TASK_ORDER: readonly DashboardTask['kind'][] = ['lineup', 'pick', 'requests', 'vote']

/** By kind, and by when they are due. */
export function byUrgency(a: DashboardTask, b: DashboardTask): number {
  const dueOf = (task: DashboardTask) => ('due' in task ? (task.due ?? '9') : '')
  return (
    TASK_ORDER.indexOf(a.kind) - TASK_ORDER.indexOf(b.kind) ||
    dueOf(a).localeCompare(dueOf(b)) ||
    a.league.localeCompare(b.league, 'en')
  )
}

export type SeasonNews = {
  season: number
  schedule: SeasonSchedule | null
  games: readonly StoredGame[]
  teams: readonly LeagueTeam[]
  transactions: readonly LeagueTransaction[]
  records: Parameters<typeof presentRecords>[0]
}

/** What has happened in a league between two times; null if nothing has. */
export function presentLeagueNews(
  league: string,
  userId: number,
  { feed, seasonNews }: { feed: FeedNews; seasonNews: SeasonNews | null },
  [since, now]: readonly [since: Date, now: Date],
): LeagueNews | null {
  const { closedVotes, ...counts } = feed
  const news: LeagueNews = {
    league,
    ...counts,
    closed_votes: closedVotes.map(({ id, question }) => ({ question, post: `proposal-${id}` })),
    results: seasonNews === null ? [] : presentResults(seasonNews, userId, [since, now]),
    records: presentRecords(seasonNews?.records ?? []),
    trades: (seasonNews?.transactions ?? []).filter(
      ({ kind, status, decidedAt }) =>
        kind === 'trade' && status === 'done' && decidedAt !== null && decidedAt > since,
    ).length,
  }
  const lists = [news.results, news.records, news.closed_votes]
  const hasNews =
    lists.some((list) => list.length > 0) || news.posts + news.comments + news.proposals + news.trades > 0
  return hasNews ? news : null
}

function presentRecords(
  records: readonly { name: Parameters<typeof recordTitle>[0]; season: number; gameId: number }[],
): LeagueNews['records'] {
  return records.map(({ name, season, gameId }) => ({ title: recordTitle(name), season, game_id: gameId }))
}

/** A game counts as finished when the last NFL week of its matchup period is over. */
function presentResults(
  { season, schedule, games, teams }: SeasonNews,
  userId: number,
  [since, now]: readonly [Date, Date],
): LeagueNews['results'] {
  const myTeam = teams.find((team) => team.assignment?.userId === userId)
  if (myTeam === undefined || schedule?.format !== 'points') return []
  return games.flatMap((game) => {
    const { away, home, period, result } = game
    if (away === null || !isDecided(result)) return []
    const side = home.teamId === myTeam.teamId ? 'home' : away.teamId === myTeam.teamId ? 'away' : null
    const lastWeek = schedule.periods.find((each) => each.period === period)?.weeks.at(-1)
    if (side === null || lastWeek === undefined) return []
    const endedAt = earliestWeekEnd(season, lastWeek)
    if (endedAt <= since || endedAt > now) return []
    const [mine, other] = side === 'home' ? [home, away] : [away, home]
    return [
      {
        season,
        week: period,
        game_id: game.gameId,
        outcome: ({ wins: 'win', losses: 'loss', ties: 'tie' } as const)[outcomeFor(side, result)],
        score: pointsToDecimal(mine.points),
        opponent_score: pointsToDecimal(other.points),
        opponent: teams.find(({ teamId }) => teamId === other.teamId)?.name ?? `Team ${other.teamId}`,
      },
    ]
  })
}
