import { getMoves } from '@fieldhouse/contract/insights/moves'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { getTrade, listTransactions, type Transaction } from '@fieldhouse/contract/transactions'
import {
  countPickups,
  listPickups,
  type Pickup,
  type TradeNet,
  type TradeRecord,
  tradeRecords,
} from '@fieldhouse/domain/insights/moves/move-records'
import { playerSeasons, tradeResult } from '@fieldhouse/domain/insights/moves/roster-results'
import {
  countedTrades,
  deriveTrades,
  findUsedPick,
  isReversed,
  isUnlisted,
} from '@fieldhouse/domain/insights/moves/trades'
import type { NflPlayer } from '@fieldhouse/domain/nfl/player'
import type { DraftPick } from '@fieldhouse/domain/rosters/archive'
import { fallbackPlayerName } from '@fieldhouse/domain/rosters/lineup'
import type { RosterWeek } from '@fieldhouse/domain/rosters/matchup'
import {
  effectiveTime,
  isOfTeam,
  isPublic,
  type LeagueTransaction,
  type PublicTransaction,
  type TradedPick,
  teamsOf,
} from '@fieldhouse/domain/rosters/transactions'
import { hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { type LeagueTeam, type SeasonSchedule, scheduleOf } from '@fieldhouse/domain/seasons/season-views'
import type { Context } from '../../context.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { nflAbbrev } from '../../http/present-roster.ts'
import { presentTeamLink } from '../../http/present-team.ts'
import { toWire } from '../../http/to-wire.ts'
import { findPlayers } from '../../repositories/player-reader.ts'
import type { StoredSeason } from '../../repositories/stored-seasons.ts'

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

type Players = ReadonlyMap<number, NflPlayer>

type SeasonTeams = { teams: readonly LeagueTeam[]; findOwner: (teamId: number) => string | null }

type TradeContext = Pick<Context, 'db' | 'archive' | 'leagues'>

/** What a traded pick became, with the points of the player in that season; null if they are unknown. */
type UsedPick = { pick: DraftPick; points: number | null }

export async function readTrade(
  ctx: TradeContext,
  leagueId: number,
  year: number,
  id: string,
): Promise<ResponseOf<typeof getTrade> | null> {
  const schedule = (await ctx.leagues.seasons(leagueId)).schedule(year)
  if (schedule === null) return null
  const all = await listDerived(ctx, leagueId, year, schedule)
  const trade = all.filter(isPublic).find((each) => each.id === id && each.kind === 'trade')
  if (trade === undefined) return null
  const lineups = completedWeeks(await ctx.archive.listRosterWeeks(leagueId, year), schedule)
  const weeks = lineups.filter(({ week }) => week >= trade.week)
  const unavailable = whyNoResult(trade, schedule, weeks)
  const sides = unavailable === null ? tradeResult(trade, weeks) : []
  const firstWeeks = sides.flatMap(({ received }) => received.flatMap(({ firstWeek }) => firstWeek ?? []))
  const used = await findUsedPicks(ctx.archive, leagueId, trade.picks ?? [])
  const players = await findPlayers(ctx.db, [
    ...trade.moves.map(({ playerId }) => playerId),
    ...used.flatMap((each) => each?.pick.playerId ?? []),
  ])
  const teams = await readSeasonTeams(ctx, leagueId, year)
  return {
    season: year,
    scoring_format: schedule.format,
    teams: teamsOf(trade).map((teamId) => presentTeam(teamId, teams)),
    trade: {
      ...presentTransaction(trade, teams, players),
      picks: (trade.picks ?? []).map((pick, index) => ({
        ...presentPick(pick, teams),
        became: presentUsedPick(used[index] ?? null, players),
      })),
    },
    is_reversed: isReversed(trade, all),
    unavailable,
    from_week: firstWeeks.length === 0 ? null : Math.min(...firstWeeks),
    through_week: unavailable === null ? Math.max(...weeks.map(({ week }) => week)) : null,
    missing_weeks: unavailable === null ? missingWeeks(weeks, schedule, trade.week) : [],
    sides: sides.map(({ received, ...side }) => ({
      ...toWire(side),
      received: received.map(({ firstWeek: _, ...player }) => toWire(player)),
    })),
  }
}

function whyNoResult(
  { status }: PublicTransaction,
  { format }: SeasonSchedule,
  weeks: readonly RosterWeek[],
): 'vetoed' | 'format' | 'no_lineups' | null {
  if (status === 'vetoed') return 'vetoed'
  if (!hasWeeklyPoints(format)) return 'format'
  return weeks.length === 0 ? 'no_lineups' : null
}

/** The transactions with the players of trades that only the rosters tell. */
async function listDerived(
  { archive }: Pick<Context, 'archive'>,
  leagueId: number,
  season: number,
  schedule: SeasonSchedule,
): Promise<LeagueTransaction[]> {
  const listed = await archive.listTransactions(leagueId, season)
  if (!listed.some(isUnlisted)) return listed
  return deriveTrades(listed, completedWeeks(await archive.listRosterWeeks(leagueId, season), schedule))
}

/** In the order of the picks; null for one that is not used yet, or unknown. */
export async function findUsedPicks(
  archive: Pick<Context['archive'], 'findDraft' | 'listRosterWeeks'>,
  leagueId: number,
  picks: readonly TradedPick[],
): Promise<(UsedPick | null)[]> {
  const found = new Map<TradedPick, UsedPick>()
  for (const [season, ofSeason] of Map.groupBy(picks, (traded) => traded.season)) {
    const draft = await archive.findDraft(leagueId, season)
    const used = ofSeason.flatMap((traded) => {
      const pick = findUsedPick(traded, draft)
      return pick === null ? [] : [{ traded, pick }]
    })
    if (used.length === 0) continue
    const players = playerSeasons(await archive.listRosterWeeks(leagueId, season))
    for (const { traded, pick } of used)
      found.set(traded, { pick, points: players.get(pick.playerId)?.points ?? null })
  }
  return picks.map((traded) => found.get(traded) ?? null)
}

function completedWeeks(
  weeks: readonly RosterWeek[],
  { isFinished, currentWeek }: SeasonSchedule,
): RosterWeek[] {
  return weeks.filter(({ week }) => isFinished || currentWeek === null || week < currentWeek)
}

/** The NFL weeks of the league from `fromWeek` up to the last one with lineups that have none, in order. */
function missingWeeks(lineups: readonly RosterWeek[], { periods }: SeasonSchedule, fromWeek = 1): number[] {
  const known = new Set(lineups.map(({ week }) => week))
  const last = Math.max(0, ...known)
  const expected = new Set(periods.flatMap(({ weeks }) => weeks))
  return [...expected]
    .filter((week) => week >= fromWeek && week < last && !known.has(week))
    .sort((a, b) => a - b)
}

async function readSeasonTeams(ctx: TradeContext, leagueId: number, season: number): Promise<SeasonTeams> {
  const league = await ctx.leagues.get(leagueId)
  return {
    teams: league.teams(season),
    findOwner: (teamId) => league.ownerOf(season, teamId)?.name ?? null,
  }
}

/** By name. */
function presentTeams(teams: SeasonTeams) {
  return teams.teams
    .map(({ teamId }) => presentTeam(teamId, teams))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

function presentTeam(teamId: number, { teams, findOwner }: SeasonTeams) {
  return { ...presentTeamLink(teamId, teams), owner: findOwner(teamId) }
}

function presentTransaction(
  transaction: PublicTransaction,
  teams: SeasonTeams,
  players: Players,
): Transaction {
  return {
    ...transaction,
    at: transaction.decidedAt?.toISOString() ?? null,
    by_manager: transaction.isByManager,
    team_ids: teamsOf(transaction),
    players: transaction.isDerived === true ? 'derived' : isUnlisted(transaction) ? 'unlisted' : 'listed',
    moves: transaction.moves.map(({ playerId, fromTeamId, toTeamId }) => ({
      player: presentPlayer(playerId, players),
      from_team_id: fromTeamId,
      to_team_id: toTeamId,
    })),
    picks: (transaction.picks ?? []).map((pick) => presentPick(pick, teams)),
    budget: toWire(transaction.budget ?? []),
  }
}

function presentPick(pick: TradedPick, teams: SeasonTeams) {
  return { ...toWire(pick), original_team: presentTeam(pick.originalTeamId, teams).name }
}

function presentUsedPick(used: UsedPick | null, players: Players) {
  if (used === null) return null
  const { playerId, player, ...pick } = used.pick
  return { ...toWire(pick), player: presentPlayer(playerId, players, player), points: used.points }
}

/** A player whom no stored lineup describes has the description of the draft, if there is one. */
function presentPlayer(playerId: number, players: Players, drafted?: DraftPick['player']) {
  const player = players.get(playerId) ?? drafted
  return {
    player_id: playerId,
    name: player?.name ?? fallbackPlayerName(playerId),
    position: player?.position ?? null,
    nfl_team: nflAbbrev(player?.nflTeamId ?? null),
  }
}
