import type { LeagueFileSeason } from '@fieldhouse/contract/seasons/league-file'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import type { NflPlayer } from '@fieldhouse/domain/nfl/player'
import { pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import type { Draft } from '@fieldhouse/domain/rosters/archive'
import { fallbackPlayerName, slotOf, type TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import {
  isPublic,
  type LeagueTransaction,
  type PublicTransaction,
} from '@fieldhouse/domain/rosters/transactions'
import { scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import { type GameSide, type LeagueSeason, UNKNOWN_RECORD } from '@fieldhouse/domain/seasons/season'
import type { StoredSeason } from '../../../repositories/season-documents/stored-seasons.ts'

type Players = ReadonlyMap<number, Omit<NflPlayer, 'playerId'>>

type SeasonArchive = {
  /** In the format of the file, because a season can have thousands. */
  lineups: LeagueFileSeason['lineups']
  draft: Pick<Draft, 'kind' | 'isComplete' | 'picks'> | null
  transactions: readonly LeagueTransaction[]
  players: Players
}

const MAX_TEXT_LENGTH = 200

/** A season in the format of league files. Transactions that only the teams concerned may see are left out. */
export function presentLeagueFileSeason(
  season: StoredSeason,
  { lineups, draft, transactions, players }: SeasonArchive,
): LeagueFileSeason {
  const { calendar, progress, seeding } = season
  return {
    season: season.season,
    platform: season.provider ?? season.file?.platform ?? null,
    platform_league_id: toText(season.providerLeagueId),
    name: toText(season.name),
    scoring: scoringFormatOf(season.scoringType),
    is_finished: progress.isFinished,
    is_drafted: progress.isDrafted,
    drafted_at: season.draftAt?.toISOString() ?? null,
    has_rounded_scores: season.hasFineScores,
    has_median_game: season.hasMedianGame,
    is_best_ball: season.isBestBall,
    regular_season_matchups: calendar.regularSeasonPeriods,
    playoff_teams: calendar.playoffTeams,
    current_matchup: progress.currentPeriod,
    current_week: progress.currentWeek,
    final_week: progress.finalWeek,
    other_seasons: season.previousSeasons,
    matchups: calendar.periods.map(({ period, weeks }) => ({ matchup: period, weeks })),
    divisions: (seeding?.divisions ?? []).map(({ divisionId, name }) => ({
      id: divisionId,
      name: toText(name),
    })),
    tie_breaker: seeding?.tieBreaker ?? null,
    is_reseeded: seeding?.isReseeded ?? null,
    owners: season.members.map(({ memberId, name, isManager, isCreator }) => ({
      id: memberId,
      name: toText(name) ?? memberId,
      is_commissioner: isManager,
      is_creator: isCreator,
    })),
    teams: season.teams.map(presentTeam),
    games: season.games.map(({ gameId, period, bracket, result, home, away, categories }) => ({
      id: gameId,
      matchup: period,
      bracket,
      result,
      home: presentSide(home),
      away: away === null ? null : presentSide(away),
      categories,
    })),
    weekly_scores: season.weeklyScores.map(({ teamId, week, points }) => ({
      team: teamId,
      week,
      points: pointsToDecimal(points),
    })),
    lineups,
    draft: draft === null ? null : presentDraft(draft, players),
    transactions: transactions.filter(isPublic).map((each) => presentTransaction(each, players)),
  }
}

/** null for text that is empty without its control characters. */
function toText(text: string | null): string | null {
  const clean = (text ?? '')
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  return clean === '' ? null : clean.slice(0, MAX_TEXT_LENGTH).toWellFormed()
}

function presentTeam(team: LeagueSeason['teams'][number]): LeagueFileSeason['teams'][number] {
  return {
    id: team.teamId,
    name: toText(team.name) ?? `Team ${team.teamId}`,
    abbreviation: toText(team.abbrev)?.slice(0, 10) ?? '',
    logo: team.logo,
    division: team.divisionId,
    owners: team.ownerIds,
    ...(team.record ?? UNKNOWN_RECORD),
    points_for: pointsToDecimalOrNull(team.pointsFor),
    points_against: pointsToDecimalOrNull(team.pointsAgainst),
    seed: team.playoffSeed,
    final_rank: team.finalRank,
    eliminated_week: team.eliminatedWeek ?? null,
  }
}

function presentSide({ teamId, points, pointsByWeek, adjustment }: GameSide) {
  return {
    team: teamId,
    points: pointsToDecimal(points),
    weeks: pointsByWeek.map((score) => ({ week: score.week, points: pointsToDecimal(score.points) })),
    adjustment: pointsToDecimal(adjustment),
  }
}

export function presentLineup(lineup: TeamLineup): LeagueFileSeason['lineups'][number]['teams'][number] {
  return {
    team: lineup.teamId,
    points: pointsToDecimal(lineup.points),
    projected: pointsToDecimalOrNull(lineup.projectedPoints),
    players: lineup.entries.map((entry) => ({
      slot: slotOf(entry.slotId).name,
      ...presentPlayer(entry.playerId, entry),
      points: pointsToDecimalOrNull(entry.points),
      projected: pointsToDecimalOrNull(entry.projectedPoints),
      injury: toText(entry.injuryStatus),
      eligible: entry.eligibleSlots.map((slotId) => slotOf(slotId).name),
    })),
    empty_slots: lineup.emptySlots.map((slotId) => slotOf(slotId).name),
  }
}

/** A placeholder is not a name. */
function presentPlayer(playerId: number, player: Omit<NflPlayer, 'playerId'> | undefined) {
  const name = player?.name === fallbackPlayerName(playerId) ? null : (player?.name ?? null)
  const nflTeamId = player?.nflTeamId ?? null
  return {
    player_id: playerId,
    player: toText(name),
    position: toText(player?.position ?? null),
    nfl_team: nflTeamId === null ? null : (nflTeamById(nflTeamId)?.abbrev ?? null),
  }
}

function presentDraft(
  { kind, isComplete, picks }: Pick<Draft, 'kind' | 'isComplete' | 'picks'>,
  players: Players,
): LeagueFileSeason['draft'] {
  return {
    kind,
    is_complete: isComplete,
    picks: picks.map((pick) => ({
      overall: pick.overall,
      round: pick.round,
      in_round: pick.inRound,
      team: pick.teamId,
      original_team: pick.originalTeamId ?? null,
      pool: pick.pool ?? null,
      order: pick.order ?? null,
      ...presentPlayer(pick.playerId, pick.player ?? players.get(pick.playerId)),
      owner: pick.memberId,
      is_keeper: pick.isKeeper,
      price: pick.bid,
    })),
  }
}

function presentTransaction(transaction: PublicTransaction, players: Players) {
  return {
    id: transaction.id,
    week: transaction.week,
    kind: transaction.kind,
    status: transaction.status,
    reason: toText(transaction.reason),
    team: transaction.teamId,
    owner: transaction.memberId,
    is_by_commissioner: transaction.isByManager,
    proposed_at: transaction.proposedAt?.toISOString() ?? null,
    decided_at: transaction.decidedAt?.toISOString() ?? null,
    bid: transaction.bid,
    moves: transaction.moves.map(({ playerId, fromTeamId, toTeamId }) => ({
      ...presentPlayer(playerId, players.get(playerId)),
      from_team: fromTeamId,
      to_team: toTeamId,
    })),
    picks: (transaction.picks ?? []).map((pick) => ({
      season: pick.season,
      round: pick.round,
      original_team: pick.originalTeamId,
      from_team: pick.fromTeamId,
      to_team: pick.toTeamId,
    })),
    budget: (transaction.budget ?? []).map(({ fromTeamId, toTeamId, amount }) => ({
      from_team: fromTeamId,
      to_team: toTeamId,
      amount,
    })),
  }
}
