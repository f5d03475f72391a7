import type { LeagueFileSeason } from '@fieldhouse/contract/seasons/league-file'
import { nflTeamByAbbrev } from '@fieldhouse/domain/nfl/nfl-teams'
import { keyOfNamedPlayer, type NflPlayer, normalizePlayerName } from '@fieldhouse/domain/nfl/player'
import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { ArchivePart, Draft } from '@fieldhouse/domain/rosters/archive'
import {
  BENCH_SLOT,
  bySlot,
  fallbackPlayerName,
  type LineupEntry,
  slotIdOf,
  slotOf,
  slotsOfPosition,
  starterPoints,
  type TeamLineup,
} from '@fieldhouse/domain/rosters/lineup'
import type { LeagueTransaction } from '@fieldhouse/domain/rosters/transactions'

type IdOf = (owner: string) => string

type FileParts = Pick<
  LeagueFileSeason,
  'season' | 'platform_league_id' | 'lineups' | 'draft' | 'transactions'
>

export function translateParts(file: FileParts, idOf: IdOf): { parts: ArchivePart[]; players: NflPlayer[] } {
  const players = new Map<number, NflPlayer>()
  const playerOf = (named: FilePlayer): NflPlayer => {
    const player = toPlayer(named)
    if (named.player !== null) players.set(player.playerId, player)
    return player
  }
  const eligibilityOf = deriveEligibility(file.lineups)
  const parts: ArchivePart[] = [
    ...file.lineups.map(({ week, teams }): ArchivePart => {
      const lineups = teams.map((lineup) => toLineup(lineup, playerOf, eligibilityOf))
      const providerLeagueId = file.platform_league_id ?? ''
      return {
        name: 'line-ups',
        week: { providerLeagueId, season: file.season, week, lineups, findings: [] },
      }
    }),
    ...(file.draft === null
      ? []
      : [{ name: 'draft' as const, draft: toDraft(file.draft, file, { idOf, playerOf }) }]),
    ...transactionParts(file, { idOf, playerOf }),
  ]
  return { parts, players: [...players.values()] }
}

type FilePlayer = Pick<
  LeagueFileSeason['lineups'][number]['teams'][number]['players'][number],
  'player_id' | 'player' | 'position' | 'nfl_team'
>
type Context = { idOf: IdOf; playerOf: (named: FilePlayer) => NflPlayer }

function toPlayer({ player_id, player, position, nfl_team }: FilePlayer): NflPlayer {
  const nflTeamId = nfl_team === null ? null : (nflTeamByAbbrev(nfl_team)?.teamId ?? null)
  const playerId = player_id ?? keyOfNamedPlayer(normalizePlayerName(player ?? ''), position, nflTeamId)
  return { playerId, name: player ?? fallbackPlayerName(playerId), position, nflTeamId }
}

/**
 * Returns a function that derives the slots of a player from the position, for files that do not say them. Without anybody
 * on the bench the rosters are not whole, so nothing says who else could have started.
 */
function deriveEligibility(weeks: FileParts['lineups']): (position: string | null) => number[] {
  const lineups = weeks.flatMap(({ teams }) => teams)
  const slots = new Set(
    lineups
      .flatMap(({ players, empty_slots }) => [...players.map(({ slot }) => slot), ...empty_slots])
      .map(slotIdOf),
  )
  const starting = [...slots].filter((slotId) => slotOf(slotId).isStarter)
  return (position) => (slots.has(BENCH_SLOT) ? slotsOfPosition(position, starting) : [])
}

function toLineup(
  lineup: LeagueFileSeason['lineups'][number]['teams'][number],
  playerOf: Context['playerOf'],
  eligibilityOf: (position: string | null) => number[],
): TeamLineup {
  const entries = lineup.players
    .map((entry): LineupEntry => {
      const slotId = slotIdOf(entry.slot)
      return {
        slotId,
        ...playerOf(entry),
        injuryStatus: entry.injury,
        points: entry.points === null ? null : pointsFromDecimal(entry.points),
        projectedPoints: entry.projected === null ? null : pointsFromDecimal(entry.projected),
        eligibleSlots:
          entry.eligible.length === 0 ? eligibilityOf(entry.position) : entry.eligible.map(slotIdOf),
      }
    })
    .sort(bySlot)
  return {
    teamId: lineup.team,
    entries,
    emptySlots: lineup.empty_slots.map(slotIdOf),
    points: lineup.points === null ? starterPoints(entries) : pointsFromDecimal(lineup.points),
    projectedPoints: lineup.projected === null ? null : pointsFromDecimal(lineup.projected),
  }
}

function toDraft(
  { kind, is_complete, picks }: NonNullable<LeagueFileSeason['draft']>,
  { season, platform_league_id }: FileParts,
  { idOf, playerOf }: Context,
): Draft {
  return {
    providerLeagueId: platform_league_id ?? '',
    season,
    kind,
    isComplete: is_complete,
    picks: picks
      .map((pick) => {
        const { playerId, ...player } = playerOf(pick)
        return {
          overall: pick.overall,
          round: pick.round,
          inRound: pick.in_round,
          teamId: pick.team,
          playerId,
          memberId: pick.owner === null ? null : idOf(pick.owner),
          isKeeper: pick.is_keeper,
          bid: pick.price,
          ...(pick.original_team === null ? {} : { originalTeamId: pick.original_team }),
          ...(pick.pool === null ? {} : { pool: pick.pool }),
          ...(pick.order === null ? {} : { order: pick.order }),
          ...(pick.player === null ? {} : { player }),
        }
      })
      .sort((a, b) => a.overall - b.overall),
  }
}

function transactionParts(file: FileParts, context: Context): ArchivePart[] {
  const transactions = file.transactions.map((each, index) =>
    toTransaction(each, index, file.season, context),
  )
  return [...Map.groupBy(transactions, ({ week }) => week)]
    .sort(([a], [b]) => a - b)
    .map(([week, ofWeek]) => ({
      name: 'transactions',
      week: { season: file.season, week, transactions: ofWeek },
    }))
}

function toTransaction(
  transaction: LeagueFileSeason['transactions'][number],
  index: number,
  season: number,
  { idOf, playerOf }: Context,
): LeagueTransaction {
  const { picks, budget } = transaction
  return {
    id: transaction.id ?? `file-${index + 1}`,
    season,
    week: transaction.week,
    kind: transaction.kind,
    status: transaction.status,
    reason: transaction.reason,
    teamId: transaction.team,
    memberId: transaction.owner === null ? null : idOf(transaction.owner),
    isByManager: transaction.is_by_commissioner,
    proposedAt: toDate(transaction.proposed_at),
    decidedAt: toDate(transaction.decided_at),
    bid: transaction.bid,
    moves: transaction.moves.map((move) => ({
      playerId: playerOf(move).playerId,
      fromTeamId: move.from_team,
      toTeamId: move.to_team,
    })),
    ...(picks.length > 0 && {
      picks: picks.map((pick) => ({
        season: pick.season,
        round: pick.round,
        originalTeamId: pick.original_team,
        fromTeamId: pick.from_team,
        toTeamId: pick.to_team,
      })),
    }),
    ...(budget.length > 0 && {
      budget: budget.map(({ from_team, to_team, amount }) => ({
        fromTeamId: from_team,
        toTeamId: to_team,
        amount,
      })),
    }),
  }
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
