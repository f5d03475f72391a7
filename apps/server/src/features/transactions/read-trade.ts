import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getTrade, Transaction } from '@fieldhouse/contract/transactions'
import { playerSeasons, tradeResult } from '@fieldhouse/domain/insights/moves/roster-results'
import { deriveTrades, findUsedPick, isReversed, isUnlisted } from '@fieldhouse/domain/insights/moves/trades'
import type { NflPlayer } from '@fieldhouse/domain/nfl/player'
import type { DraftPick } from '@fieldhouse/domain/rosters/archive'
import { fallbackPlayerName } from '@fieldhouse/domain/rosters/lineup'
import type { RosterWeek } from '@fieldhouse/domain/rosters/matchup'
import {
  isPublic,
  type LeagueTransaction,
  type PublicTransaction,
  type TradedPick,
  teamsOf,
} from '@fieldhouse/domain/rosters/transactions'
import { hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import type { LeagueTeam, SeasonSchedule } from '@fieldhouse/domain/seasons/season-views'
import type { Context } from '../../context.ts'
import { nflAbbrev } from '../../http/present-roster.ts'
import { presentTeamLink } from '../../http/present-team.ts'
import { toWire } from '../../http/to-wire.ts'
import { findPlayers } from '../../repositories/player-reader.ts'

export type Players = ReadonlyMap<number, NflPlayer>

export type SeasonTeams = { teams: readonly LeagueTeam[]; findOwner: (teamId: number) => string | null }

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
export async function listDerived(
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

export function completedWeeks(
  weeks: readonly RosterWeek[],
  { isFinished, currentWeek }: SeasonSchedule,
): RosterWeek[] {
  return weeks.filter(({ week }) => isFinished || currentWeek === null || week < currentWeek)
}

/** The NFL weeks of the league from `fromWeek` up to the last one with lineups that have none, in order. */
export function missingWeeks(
  lineups: readonly RosterWeek[],
  { periods }: SeasonSchedule,
  fromWeek = 1,
): number[] {
  const known = new Set(lineups.map(({ week }) => week))
  const last = Math.max(0, ...known)
  const expected = new Set(periods.flatMap(({ weeks }) => weeks))
  return [...expected]
    .filter((week) => week >= fromWeek && week < last && !known.has(week))
    .sort((a, b) => a - b)
}

export async function readSeasonTeams(
  ctx: TradeContext,
  leagueId: number,
  season: number,
): Promise<SeasonTeams> {
  const league = await ctx.leagues.get(leagueId)
  return {
    teams: league.teams(season),
    findOwner: (teamId) => league.ownerOf(season, teamId)?.name ?? null,
  }
}

/** By name. */
export function presentTeams(teams: SeasonTeams) {
  return teams.teams
    .map(({ teamId }) => presentTeam(teamId, teams))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

function presentTeam(teamId: number, { teams, findOwner }: SeasonTeams) {
  return { ...presentTeamLink(teamId, teams), owner: findOwner(teamId) }
}

export function presentTransaction(
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
export function presentPlayer(playerId: number, players: Players, drafted?: DraftPick['player']) {
  const player = players.get(playerId) ?? drafted
  return {
    player_id: playerId,
    name: player?.name ?? fallbackPlayerName(playerId),
    position: player?.position ?? null,
    nfl_team: nflAbbrev(player?.nflTeamId ?? null),
  }
}
