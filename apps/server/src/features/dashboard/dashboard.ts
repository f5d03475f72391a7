import { type DashboardTask, getDashboard, type LeagueNews } from '@fieldhouse/contract/dashboard'
import {
  type BettingWeek,
  currentBetWeek,
  cutoffOf,
  weekStateAt,
} from '@fieldhouse/domain/betslip/betting-week'
import { DAY_MS } from '@fieldhouse/domain/duration'
import type { NflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { recordTitle } from '@fieldhouse/domain/notifications/activity-notifications'
import { absentStarters, fillableSlots } from '@fieldhouse/domain/notifications/notification'
import { earliestWeekEnd } from '@fieldhouse/domain/notifications/recap'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import { slotOf, type TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import { isDecided, outcomeFor, seasonAt } from '@fieldhouse/domain/seasons/season'
import { findPreviousVisit } from '../../auth/session-store.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { operation } from '../../http/operation.ts'
import type { League } from '../../repositories/league.ts'
import { parseBrokenRecords } from '../../repositories/weekly-results.ts'
import { readMyWeek } from '../matchups/read-matchups.ts'

type CurrentLeague = DashboardLeague & Awaited<ReturnType<typeof readMyWeek>>

export const dashboard = [
  operation(getDashboard, async ({ ctx, user: { userId } }) => {
    const leagues = await listLeagues(ctx.db, userId)
    const current = await Promise.all(
      leagues.map(async (league) => ({ ...league, ...(await readMyWeek(ctx, league.id, userId)) })),
    )
    return {
      games: current.flatMap(({ name, game }) => (game === null ? [] : [{ league: name, game }])),
      tasks: await listTasks(ctx, userId, current),
      since: await listNews(ctx, userId, leagues),
    }
  }),
]

async function listTasks(ctx: Context, userId: number, leagues: readonly CurrentLeague[]) {
  const now = ctx.now()
  const ids = leagues.map(({ id }) => id)
  const nameOf = (leagueId: number | null) => leagues.find(({ id }) => id === leagueId)?.name ?? ''
  const managed = leagues.filter(({ role }) => role === 'admin').map(({ id }) => id)
  const [votes, requests, picks] = await Promise.all([
    listOpenVotes(ctx.db, userId, ids, ctx.voteKeys.voterKey, now),
    countRequests(ctx.db, managed),
    Promise.all(leagues.map((league) => pickTaskOf(ctx, userId, league, now))),
  ])
  const lineups = leagues.map(({ name, lineup, nflWeek }) =>
    lineup === null || nflWeek === null ? null : presentLineupTask(name, lineup, nflWeek, now),
  )
  return [
    ...[...lineups, ...picks].filter((task) => task !== null),
    ...votes.map(({ id, league_id, question, closes_at }) => ({
      kind: 'vote' as const,
      league: nameOf(league_id),
      question,
      post: `proposal-${id}`,
      due: closes_at === null ? null : new Date(closes_at).toISOString(),
    })),
    ...requests.map(({ league_id, count }) => ({
      kind: 'requests' as const,
      league: nameOf(league_id),
      count,
    })),
  ].sort(byUrgency)
}

/** Picks of a week are asked for from the Tuesday before they lock. */
const PICK_LEAD_MS = 5 * DAY_MS

async function pickTaskOf(
  { db }: Context,
  userId: number,
  { id, name, hasBetslip, season }: DashboardLeague,
  now: Date,
): Promise<DashboardTask | null> {
  if (!hasBetslip) return null
  const betSeason = season ?? seasonAt(now)
  const week = { season: betSeason, week: currentBetWeek(betSeason, now) }
  const cutoff = cutoffOf(week)
  if (cutoff.getTime() - now.getTime() > PICK_LEAD_MS || weekStateAt(week, now) !== 'open') return null
  if (await hasPick(db, userId, id, week)) return null
  return { kind: 'pick', league: name, ...week, due: cutoff.toISOString() }
}

function presentLineupTask(
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

const TASK_ORDER: readonly DashboardTask['kind'][] = ['lineup', 'pick', 'requests', 'vote']

function byUrgency(a: DashboardTask, b: DashboardTask): number {
  const dueOf = (task: DashboardTask) => ('due' in task ? (task.due ?? '9') : '')
  return (
    TASK_ORDER.indexOf(a.kind) - TASK_ORDER.indexOf(b.kind) ||
    dueOf(a).localeCompare(dueOf(b)) ||
    a.league.localeCompare(b.league, 'en')
  )
}

async function listNews(ctx: Context, userId: number, leagues: readonly DashboardLeague[]) {
  const since = await findPreviousVisit(ctx.db, userId)
  if (since === null) return null
  const now = ctx.now()
  const news = await Promise.all(
    leagues.map((league) =>
      // Whatever is older than the membership is not news for a new member.
      readLeagueNews(ctx, userId, league, league.joinedAt > since ? league.joinedAt : since, now),
    ),
  )
  return { at: since.toISOString(), leagues: news.filter((each) => each !== null) }
}

async function readLeagueNews(
  ctx: Context,
  userId: number,
  { id, name, season }: DashboardLeague,
  since: Date,
  now: Date,
): Promise<LeagueNews | null> {
  const counts = await countFeedNews(ctx.db, userId, id, since, now)
  const transactions = season === null ? [] : await ctx.archive.listTransactions(id, season)
  const news: LeagueNews = {
    league: name,
    ...counts,
    results: season === null ? [] : listResults(await ctx.leagues.get(id), season, userId, since, now),
    records: season === null ? [] : await listBrokenRecords(ctx.db, id, since),
    trades: transactions.filter(
      ({ kind, status, decidedAt }) =>
        kind === 'trade' && status === 'done' && decidedAt !== null && decidedAt > since,
    ).length,
  }
  const lists = [news.results, news.records, news.closed_votes]
  const hasNews =
    lists.some((list) => list.length > 0) || news.posts + news.comments + news.proposals + news.trades > 0
  return hasNews ? news : null
}

/** A game counts as finished when the last NFL week of its matchup period is over. */
function listResults(league: League, season: number, userId: number, since: Date, now: Date) {
  const schedule = league.schedule(season)
  const teams = league.teams(season)
  const myTeam = league.teamOf(season, userId)
  if (myTeam === null || schedule?.format !== 'points') return []
  return league.games(season).flatMap((game) => {
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

/** The leagues of a user, by name. `season` is the newest stored one; null without one. */
async function listLeagues(db: Db, userId: number) {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
    .leftJoin('seasons', 'seasons.league_id', 'leagues.id')
    .select(['leagues.id', 'leagues.name', 'leagues.has_betslip'])
    .select(['memberships.role', 'memberships.created_at'])
    .select(({ fn }) => fn.max('seasons.season').as('season'))
    .where('memberships.user_id', '=', userId)
    .groupBy(['leagues.id', 'leagues.name', 'leagues.name_key', 'leagues.has_betslip'])
    .groupBy(['memberships.role', 'memberships.created_at'])
    .orderBy('leagues.name_key')
    .execute()
  return rows.map(({ has_betslip, created_at, ...league }) => ({
    ...league,
    hasBetslip: has_betslip === 1,
    joinedAt: new Date(created_at),
  }))
}

type DashboardLeague = Awaited<ReturnType<typeof listLeagues>>[number]

/**
 * The proposals that a user can vote on and has not, those that close first in front.
 * @param voterKey derives the key that replaces a voter in stored anonymous votes
 */
async function listOpenVotes(
  db: Db,
  userId: number,
  leagueIds: readonly number[],
  voterKey: (proposalId: number, userId: number) => string,
  now: Date,
) {
  if (leagueIds.length === 0) return []
  const rows = await db
    .selectFrom('feed_proposals as proposal')
    .innerJoin('feed_items as item', 'item.id', 'proposal.item_id')
    .leftJoin('proposal_votes as vote', (join) =>
      join.onRef('vote.proposal_id', '=', 'item.id').on('vote.user_id', '=', userId),
    )
    .select(['item.id', 'item.league_id', 'proposal.question', 'proposal.closes_at'])
    .where('item.league_id', 'in', leagueIds)
    .where('item.hidden_at', 'is', null)
    .where('vote.user_id', 'is', null)
    .where((eb) =>
      eb.or([eb('proposal.closes_at', 'is', null), eb('proposal.closes_at', '>', now.getTime())]),
    )
    .orderBy('item.id')
    .execute()
  if (rows.length === 0) return []
  const keys = rows.map(({ id }) => voterKey(id, userId))
  const ids = rows.map(({ id }) => id)
  const votes = await db
    .selectFrom('anonymous_votes')
    .select('proposal_id')
    .where('proposal_id', 'in', ids)
    .where('voter_key', 'in', keys)
    .execute()
  const voted = new Set(votes.map(({ proposal_id }) => proposal_id))
  return rows.filter(({ id }) => !voted.has(id))
}

async function hasPick(db: Db, userId: number, leagueId: number, { season, week }: BettingWeek) {
  const pick = await db
    .selectFrom('picks')
    .select('league_id')
    .where((eb) => eb.and({ league_id: leagueId, user_id: userId, season, week }))
    .where('text', '!=', '')
    .executeTakeFirst()
  return pick !== undefined
}

async function countRequests(db: Db, leagueIds: readonly number[]) {
  if (leagueIds.length === 0) return []
  return db
    .selectFrom('join_requests')
    .select(({ fn }) => ['league_id', fn.countAll<number>().as('count')])
    .where('league_id', 'in', leagueIds)
    .where('status', '=', 'pending')
    .groupBy('league_id')
    .execute()
}

async function countFeedNews(db: Db, userId: number, leagueId: number, since: Date, now: Date) {
  const [items, comments, closedVotes] = await Promise.all([
    db
      .selectFrom('feed_items')
      .select(({ fn }) => ['type', fn.countAll<number>().as('count')])
      .where((eb) => eb.and({ league_id: leagueId, is_listed: 1 }))
      .where('created_at', '>', since.getTime())
      .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '!=', userId)]))
      .groupBy('type')
      .execute(),
    db
      .selectFrom('item_comments as comment')
      .innerJoin('feed_items as post', 'post.id', 'comment.post_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where((eb) => eb.and({ 'post.league_id': leagueId, 'post.user_id': userId }))
      .where('comment.user_id', '!=', userId)
      .where('comment.created_at', '>', since.getTime())
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('feed_proposals as proposal')
      .innerJoin('feed_items as item', 'item.id', 'proposal.item_id')
      .select(['item.id', 'proposal.question'])
      .where('item.league_id', '=', leagueId)
      .where('item.hidden_at', 'is', null)
      .where('proposal.closes_at', '>', since.getTime())
      .where('proposal.closes_at', '<=', now.getTime())
      .orderBy('proposal.closes_at')
      .execute(),
  ])
  const countOf = (type: 'post' | 'media' | 'proposal') => items.find((row) => row.type === type)?.count ?? 0
  return {
    posts: countOf('post') + countOf('media'),
    comments: comments.count,
    proposals: countOf('proposal'),
    closed_votes: closedVotes.map(({ id, question }) => ({ question, post: `proposal-${id}` })),
  }
}

async function listBrokenRecords(db: Db, leagueId: number, since: Date) {
  const rows = await db
    .selectFrom('week_records')
    .select(['season', 'broken'])
    .where('league_id', '=', leagueId)
    .where('found_at', '>', since.getTime())
    .orderBy('found_at')
    .execute()
  return rows.flatMap(({ season, broken }) =>
    parseBrokenRecords(broken).map(({ name, gameId }) => ({
      title: recordTitle(name),
      season,
      game_id: gameId,
    })),
  )
}
