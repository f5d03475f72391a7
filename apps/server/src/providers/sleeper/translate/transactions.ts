import { dayOfNflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import type { NflPlayer } from '@fieldhouse/domain/nfl/player'
import { keyOfSleeperPlayer, sleeperIdOfKey } from '@fieldhouse/domain/nfl/player-keys'
import {
  byEffectiveTime,
  type LeagueTransaction,
  type PlayerMove,
  type TransactionKind,
  type TransactionStatus,
} from '@fieldhouse/domain/rosters/transactions'
import { dateOf } from '../../schemas/fields.ts'
import type { TransactionEntry } from '../schemas/player-bodies.ts'
import type { SleeperPlayer } from './players.ts'

/** Translates the transactions of a week, oldest first. Those of the first week include everything before the season. */
export function translateTransactions(
  entries: readonly TransactionEntry[],
  { season, week }: { season: number; week: number },
): LeagueTransaction[] {
  const unique = new Map(entries.map((entry) => [entry.transaction_id, entry]))
  return [...unique.values()].map((entry) => toTransaction(entry, season, week)).sort(byEffectiveTime)
}

/**
 * The players that were added or dropped. Those who were only on a roster between two games are in no lineup.
 * @param players by Sleeper's ID
 */
export function movedPlayers(
  transactions: readonly LeagueTransaction[],
  players: ReadonlyMap<string, SleeperPlayer>,
): NflPlayer[] {
  const ids = new Set(transactions.flatMap(({ moves }) => moves.map(({ playerId }) => playerId)))
  return [...ids].flatMap((playerId) => {
    const player = players.get(sleeperIdOfKey(playerId) ?? '')
    if (player === undefined) return []
    const { name, position, nflTeamId } = player
    return [{ playerId, name, position, nflTeamId }]
  })
}

const KINDS: Readonly<Record<string, TransactionKind>> = {
  waiver: 'waiver',
  free_agent: 'free agent',
  trade: 'trade',
}

const STATUSES: Readonly<Record<string, TransactionStatus>> = {
  complete: 'done',
  failed: 'failed',
  vetoed: 'vetoed',
  rejected: 'declined',
  cancelled: 'cancelled',
  canceled: 'cancelled',
}

function toTransaction(entry: TransactionEntry, season: number, week: number): LeagueTransaction {
  const kind = KINDS[entry.type ?? ''] ?? 'roster'
  const status = STATUSES[entry.status ?? ''] ?? 'pending'
  // A waiver claim is decided long after it is made.
  const decidedAt = status === 'pending' ? null : dateOf(entry.status_updated ?? entry.created)
  const bid = entry.settings?.waiver_bid ?? 0
  const picks = picksOf(entry)
  const budget = budgetOf(entry)
  return {
    id: entry.transaction_id,
    season,
    week: weekOf(entry, decidedAt, season, week),
    kind,
    status,
    reason: status === 'failed' ? 'failed' : null,
    teamId: entry.consenter_ids?.[0] ?? entry.roster_ids?.[0] ?? null,
    memberId: entry.creator ?? null,
    isByManager: entry.type === 'commissioner',
    proposedAt: dateOf(entry.created),
    decidedAt,
    bid: kind === 'waiver' && bid > 0 ? bid : null,
    moves: movesOf(entry),
    ...(picks.length > 0 ? { picks } : {}),
    ...(budget.length > 0 ? { budget } : {}),
  }
}

/** The first week contains everything since the league was created. */
function weekOf({ leg }: TransactionEntry, decidedAt: Date | null, season: number, week: number): number {
  const isBeforeSeason = decidedAt !== null && decidedAt < dayOfNflWeek(season, 1, 'tuesday')
  return isBeforeSeason && week <= 1 ? 0 : (leg ?? week)
}

/** In a trade, a player is dropped by one team and added by another. */
function movesOf({ adds, drops }: TransactionEntry): PlayerMove[] {
  return [...new Set([...Object.keys(adds ?? {}), ...Object.keys(drops ?? {})])].flatMap((id) => {
    const playerId = keyOfSleeperPlayer(id)
    const [fromTeamId, toTeamId] = [drops?.[id] ?? null, adds?.[id] ?? null]
    return playerId === null || fromTeamId === toTeamId ? [] : [{ playerId, fromTeamId, toTeamId }]
  })
}

function picksOf({ draft_picks }: TransactionEntry): NonNullable<LeagueTransaction['picks']> {
  return (draft_picks ?? []).flatMap((pick) => {
    const { season, round, roster_id: originalTeamId } = pick
    const { previous_owner_id: fromTeamId, owner_id: toTeamId } = pick
    if (season == null || round == null || originalTeamId == null || fromTeamId == null || toTeamId == null)
      return []
    return [{ season, round, originalTeamId, fromTeamId, toTeamId }]
  })
}

function budgetOf({ waiver_budget }: TransactionEntry): NonNullable<LeagueTransaction['budget']> {
  return (waiver_budget ?? []).flatMap(({ sender: fromTeamId, receiver: toTeamId, amount }) =>
    fromTeamId == null || toTeamId == null || amount <= 0 ? [] : [{ fromTeamId, toTeamId, amount }],
  )
}
