import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getTrade, listTransactions, Transaction } from '@fieldhouse/contract/transactions'
import { isUnlisted } from '@fieldhouse/domain/insights/moves/trades'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import type { DraftPick } from '@fieldhouse/domain/rosters/archive'
import { fallbackPlayerName } from '@fieldhouse/domain/rosters/lineup'
import { type PublicTransaction, type TradedPick, teamsOf } from '@fieldhouse/domain/rosters/transactions'
import type { StoredPlayer } from '../../repositories/seasons/player-reader.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'
import type { FoundTrade, TransactionPage, UsedPick } from './transaction-reader.ts'

export type Players = ReadonlyMap<number, StoredPlayer>

/** The teams of a season, and the names of their owners by ID. */
export type SeasonTeams = { teams: readonly LeagueTeam[]; findOwner: (teamId: number) => string | null }

export function presentTransactions(
  season: number,
  { unavailable, weeks, transactions, next }: TransactionPage,
  teams: SeasonTeams,
  players: Players,
): ResponseOf<typeof listTransactions> {
  return {
    season,
    unavailable,
    weeks,
    teams: presentTeams(teams),
    transactions: transactions.map((each) => presentTransaction(each, teams, players)),
    next,
  }
}

export function presentTrade(
  season: number,
  found: FoundTrade,
  teams: SeasonTeams,
  players: Players,
): ResponseOf<typeof getTrade> {
  const { schedule, trade, sides, fromWeek, throughWeek, missingWeeks, unavailable, used } = found
  return {
    season,
    scoring_format: schedule.format,
    teams: teamsOf(trade).map((teamId) => presentTeam(teamId, teams)),
    trade: {
      ...presentTransaction(trade, teams, players),
      picks: (trade.picks ?? []).map((pick, index) => ({
        ...presentPick(pick, teams),
        became: presentUsedPick(used[index] ?? null, players),
      })),
    },
    is_reversed: found.isReversed,
    unavailable,
    from_week: fromWeek,
    through_week: throughWeek,
    missing_weeks: missingWeeks,
    sides: sides.map(({ teamId, netStarted, netAll, received }) => ({
      team_id: teamId,
      net_started: netStarted,
      net_all: netAll,
      received: received.map(({ playerId, weeks, started, all }) => ({
        player_id: playerId,
        weeks,
        started,
        all,
      })),
    })),
  }
}

/** By name. */
export function presentTeams(teams: SeasonTeams) {
  return teams.teams
    .map(({ teamId }) => presentTeam(teamId, teams))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

function presentTeam(teamId: number, { teams, findOwner }: SeasonTeams) {
  const team = teams.find((each) => each.teamId === teamId)
  return {
    team_id: teamId,
    name: team?.name ?? `Team ${teamId}`,
    logo: team?.logo ?? null,
    color: team?.color ?? null,
    owner: findOwner(teamId),
  }
}

function presentTransaction(
  transaction: PublicTransaction,
  teams: SeasonTeams,
  players: Players,
): Transaction {
  const { season, id, kind, status, reason, week, decidedAt, bid, isByManager, moves } = transaction
  return {
    season,
    id,
    kind,
    status,
    reason,
    week,
    at: decidedAt?.toISOString() ?? null,
    bid,
    by_manager: isByManager,
    team_ids: teamsOf(transaction),
    players: transaction.isDerived === true ? 'derived' : isUnlisted(transaction) ? 'unlisted' : 'listed',
    moves: moves.map(({ playerId, fromTeamId, toTeamId }) => ({
      player: presentPlayer(playerId, players),
      from_team_id: fromTeamId,
      to_team_id: toTeamId,
    })),
    picks: (transaction.picks ?? []).map((pick) => presentPick(pick, teams)),
    budget: (transaction.budget ?? []).map(({ fromTeamId, toTeamId, amount }) => ({
      from_team_id: fromTeamId,
      to_team_id: toTeamId,
      amount,
    })),
  }
}

function presentPick(
  { season, round, originalTeamId, fromTeamId, toTeamId }: TradedPick,
  teams: SeasonTeams,
) {
  return {
    season,
    round,
    original_team_id: originalTeamId,
    original_team: presentTeam(originalTeamId, teams).name,
    from_team_id: fromTeamId,
    to_team_id: toTeamId,
  }
}

function presentUsedPick(used: UsedPick | null, players: Players) {
  if (used === null) return null
  const { pick, points } = used
  return {
    overall: pick.overall,
    in_round: pick.inRound,
    team_id: pick.teamId,
    player: presentPlayer(pick.playerId, players, pick.player),
    points,
  }
}

/** A player whom no stored lineup describes has the description of the draft, if there is one. */
export function presentPlayer(playerId: number, players: Players, drafted?: DraftPick['player']) {
  const player = players.get(playerId) ?? drafted
  return {
    player_id: playerId,
    name: player?.name ?? fallbackPlayerName(playerId),
    position: player?.position ?? null,
    nfl_team: player?.nflTeamId == null ? null : (nflTeamById(player.nflTeamId)?.abbrev ?? null),
  }
}
