import { getMoves } from '@fieldhouse/contract/insights/moves'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { getTrade, listTransactions } from '@fieldhouse/contract/transactions'
import {
  countPickups,
  listPickups,
  type Pickup,
  type TradeNet,
  type TradeRecord,
  tradeRecords,
} from '@fieldhouse/domain/insights/moves/move-records'
import { tradeResult } from '@fieldhouse/domain/insights/moves/roster-results'
import { countedTrades, deriveTrades, isUnlisted } from '@fieldhouse/domain/insights/moves/trades'
import {
  effectiveTime,
  isOfTeam,
  isPublic,
  type PublicTransaction,
} from '@fieldhouse/domain/rosters/transactions'
import { hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { scheduleOf } from '@fieldhouse/domain/seasons/season-views'
import type { Context } from '../../context.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { findPlayers } from '../../repositories/player-reader.ts'
import type { StoredSeason } from '../../repositories/stored-seasons.ts'
import {
  completedWeeks,
  listDerived,
  missingWeeks,
  type Players,
  presentPlayer,
  presentTeams,
  presentTransaction,
  readSeasonTeams,
  readTrade,
  type SeasonTeams,
} from './read-trade.ts'

export const transactions = [
  operation(listTransactions, async ({ ctx, league: { id }, query }) => {
    const league = await ctx.leagues.get(id)
    const { season: year = league.currentSeason(ctx.now()), week, team, kind, limit, before } = query
    const schedule = league.schedule(year)
    const teams = await readSeasonTeams(ctx, id, year)
    const none = { season: year, weeks: [], teams: presentTeams(teams), transactions: [], next: null }
    if (schedule === null) return { ...none, unavailable: 'not_stored' as const }
    const stored = await ctx.archive.listTransactionWeeks(id, year)
    if (stored.length === 0) return { ...none, unavailable: 'not_read' as const }
    const all = (await listDerived(ctx, id, year, schedule)).filter(isPublic)
    const matching = all
      .filter((each) => (kind === 'failed') === (each.status === 'failed'))
      .filter((each) => kind === undefined || kind === 'failed' || each.kind === kind)
      .filter((each) => week === undefined || each.week === week)
      .filter((each) => team === undefined || isOfTeam(each, team))
      .toReversed()
    const start = before === undefined ? 0 : indexAfter(matching, before)
    const page = matching.slice(start, start + limit)
    const last = page.at(-1)
    const playerIds = page.flatMap(({ moves }) => moves.map(({ playerId }) => playerId))
    const players = await findPlayers(ctx.db, playerIds)
    return {
      ...none,
      unavailable: null,
      weeks: [...new Set(all.map((each) => each.week))].sort((a, b) => a - b),
      transactions: page.map((each) => presentTransaction(each, teams, players)),
      next: last === undefined || start + limit >= matching.length ? null : cursorOf(last),
    }
  }),

  operation(getTrade, async ({ ctx, league, params }) => {
    const trade = await readTrade(ctx, league.id, params.season, params.trade)
    if (trade === null) throw new ApiError('item_not_found', { message: 'Trade not found.' })
    return trade
  }),

  operation(getMoves, ({ ctx, league, query }) => readMoves(ctx, league.id, query.season)),
]

function cursorOf(transaction: PublicTransaction): string {
  return `${effectiveTime(transaction)}.${transaction.id}`
}

/**
 * Where the page after a cursor begins, also if the transaction of the cursor is gone.
 * @param transactions newest first
 */
function indexAfter(transactions: readonly PublicTransaction[], cursor: string): number {
  const exact = transactions.findIndex((each) => cursorOf(each) === cursor)
  if (exact !== -1) return exact + 1
  const older = transactions.findIndex((each) => effectiveTime(each) < Number(cursor.split('.')[0]))
  return older === -1 ? transactions.length : older
}

const BEST_PICKUPS = 10

type NameOf = (season: number, teamId: number) => string

/** @param asked by default the current season */
async function readMoves(
  ctx: Context,
  leagueId: number,
  asked: number | undefined,
): Promise<ResponseOf<typeof getMoves>> {
  const season = asked ?? (await ctx.leagues.get(leagueId)).currentSeason(ctx.now())
  const all = await listMoves(ctx, leagueId)
  const moves = all.find((each) => each.season === season)
  const teamsOf = new Map<number, SeasonTeams>()
  for (const each of all)
    if (each === moves || each.trades.length > 0)
      teamsOf.set(each.season, await readSeasonTeams(ctx, leagueId, each.season))
  const teams = teamsOf.get(season) ?? { teams: [], findOwner: () => null }
  const scoring = moves?.pickups.filter(({ started }) => started > 0) ?? []
  const bestOfTeams = new Map(scoring.toReversed().map((pickup) => [pickup.teamId, pickup]))
  const best = scoring.slice(0, BEST_PICKUPS)
  const named = [...best, ...bestOfTeams.values()].map(({ playerId }) => playerId)
  const players = await findPlayers(ctx.db, named)
  const counted = all.filter(({ unavailable }) => unavailable === null)
  const nameOf: NameOf = (year, teamId) =>
    teamsOf.get(year)?.teams.find((team) => team.teamId === teamId)?.name ?? `Team ${teamId}`
  const ownerOf: NameOf = (year, teamId) =>
    teamsOf.get(year)?.findOwner(teamId) ?? `${nameOf(year, teamId)} (${year})`
  const allTrades = counted.flatMap(({ trades }) => trades)
  return {
    season,
    scoring_format: moves?.format ?? 'points',
    unavailable: moves === undefined ? 'not_stored' : moves.unavailable,
    through_week: moves?.throughWeek ?? null,
    missing_weeks: moves?.missingWeeks ?? [],
    teams: presentTeams(teams),
    trades: tradeRecords(moves?.trades ?? [], (_, teamId) => teamId).map((record) => ({
      team_id: record.key,
      ...presentRecord(record, nameOf),
    })),
    unlisted_trades: moves?.unlistedTrades ?? 0,
    best_pickups: best.map((pickup) => presentPickup(pickup, players)),
    pickups: moves?.unavailable === null ? teams.teams.map(presentTeamPickups).sort(byPoints) : [],
    all_time: {
      seasons: counted.map((each) => each.season),
      unlisted_trades: counted.reduce((sum, each) => sum + each.unlistedTrades, 0),
      trades: tradeRecords(allTrades, ownerOf).map((record) => ({
        owner: record.key,
        ...presentRecord(record, nameOf),
      })),
    },
  }

  function presentTeamPickups({ teamId }: { teamId: number }) {
    const own = moves?.pickups.filter((pickup) => pickup.teamId === teamId) ?? []
    const bestOfTeam = bestOfTeams.get(teamId)
    return {
      team_id: teamId,
      count: moves?.pickupCounts.get(teamId) ?? 0,
      started: own.reduce((sum, { started }) => sum + started, 0),
      best: bestOfTeam === undefined ? null : presentPickup(bestOfTeam, players),
    }
  }
}

/** Of all stored seasons, newest first. */
function listMoves(ctx: Context, leagueId: number) {
  return ctx.memory.get(leagueId, ['season'], 'moves', async () => {
    const moves = []
    // One after the other, so that other requests are answered in between.
    for (const season of (await ctx.leagues.seasons(leagueId)).seasons.toReversed())
      moves.push(await computeMoves(ctx, leagueId, season))
    return moves
  })
}

async function computeMoves({ archive }: Pick<Context, 'archive'>, leagueId: number, stored: StoredSeason) {
  const { season } = stored
  const schedule = scheduleOf(stored)
  const { format } = schedule
  const isRead = (await archive.listTransactionWeeks(leagueId, season)).length > 0
  const weeks =
    isRead && hasWeeklyPoints(format)
      ? completedWeeks(await archive.listRosterWeeks(leagueId, season), schedule)
      : []
  const reason: 'not_read' | 'format' | 'no_lineups' = !isRead
    ? 'not_read'
    : hasWeeklyPoints(format)
      ? 'no_lineups'
      : 'format'
  const throughWeek = weeks.length === 0 ? null : Math.max(...weeks.map(({ week }) => week))
  const transactions =
    throughWeek === null ? [] : deriveTrades(await archive.listTransactions(leagueId, season), weeks)
  const isOver = ({ week }: { week: number }) => throughWeek !== null && week <= throughWeek
  return {
    season,
    format,
    unavailable: throughWeek === null ? reason : null,
    throughWeek,
    missingWeeks: missingWeeks(weeks, schedule),
    /** Those with a completed week since; without those that were undone. */
    trades: countedTrades(transactions, weeks)
      .filter(isOver)
      .map((trade) => ({ season, id: trade.id, week: trade.week, sides: tradeResult(trade, weeks) })),
    /** How many completed trades do not count, because it is not known which players they moved. */
    unlistedTrades: transactions.filter((each) => isOver(each) && isUnlisted(each)).length,
    /** Most points first. */
    pickups: listPickups({ transactions, lineups: weeks }),
    pickupCounts: countPickups(transactions),
  }
}

function presentRecord({ key: _, best, worst, ...counts }: TradeRecord<unknown>, nameOf: NameOf) {
  return {
    ...counts,
    best: best === null ? null : presentNet(best, nameOf),
    worst: worst === null ? null : presentNet(worst, nameOf),
  }
}

function presentNet({ trade: { season, id, week, sides }, teamId, net }: TradeNet, nameOf: NameOf) {
  const others = sides.filter((side) => side.teamId !== teamId)
  return { season, trade: id, week, with: others.map((side) => nameOf(season, side.teamId)), net }
}

const byPoints = (a: { started: number; team_id: number }, b: { started: number; team_id: number }) =>
  b.started - a.started || a.team_id - b.team_id

function presentPickup({ playerId, firstWeek: _, all: __, ...pickup }: Pickup, players: Players) {
  return { ...toWire(pickup), player: presentPlayer(playerId, players) }
}
