import { nflTeamByAbbrev } from '@fieldhouse/domain/nfl/nfl-teams'
import { dayOfNflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import {
  keyOfSleeperPlayer,
  type NflPlayer,
  sleeperIdOfKey,
  teamOfDefense,
} from '@fieldhouse/domain/nfl/player'
import { addPoints, type Points, pointsFromDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import {
  type Draft,
  type DraftOrder,
  type DraftPick,
  type DraftPool,
  numbersInRounds,
} from '@fieldhouse/domain/rosters/archive'
import {
  BENCH_SLOT,
  bySlot,
  fallbackPlayerName,
  type LineupEntry,
  RESERVE_SLOT,
  slotOf,
  type TeamLineup,
  type WeekLineups,
} from '@fieldhouse/domain/rosters/lineup'
import {
  byEffectiveTime,
  type LeagueTransaction,
  type PlayerMove,
  type TransactionKind,
  type TransactionStatus,
} from '@fieldhouse/domain/rosters/transactions'
import { dateOf, normalizeWhitespace } from '../fields.ts'
import { finding, lineupTotalFindings } from '../league-provider.ts'
import type { DraftEntry, LeagueBody, MatchupRow, PickEntry, TransactionEntry } from './bodies.ts'
import { hasPoints } from './calendar.ts'
import { displayPosition, type SleeperPlayer, slotIdOf } from './players.ts'

export type WeekContext = {
  leagueId: string
  week: number
  league: LeagueBody
  players: ReadonlyMap<string, SleeperPlayer>
  /** Whether all scores of the week are final. Until then, a player with 0 points may not have played. */
  isScored: boolean
  /** The places of today, which are known in the current week only: the players of each team on injured reserve. */
  reserve: ReadonlyMap<number, ReadonlySet<string>> | null
}

/** Slots that are not part of a lineup. */
const OTHER_SLOTS = new Set(['BN', 'IR', 'TAXI'])

/**
 * Everyone who was on a team and not in its lineup is on the bench, because past weeks do not say who was on injured
 * reserve or on the taxi squad.
 */
export function translateWeek(rows: readonly MatchupRow[], context: WeekContext): WeekLineups {
  const { leagueId, league, week } = context
  const isPlayed = hasPoints(rows)
  const all = rows.map((row) => lineupOf(row, isPlayed, context))
  const lineups = all.some(({ entries }) => entries.length > 0) ? all : []
  return {
    providerLeagueId: leagueId,
    season: league.season,
    week,
    lineups: lineups.sort((a, b) => a.teamId - b.teamId),
    findings:
      lineups.length === 0
        ? [finding('missing_lineups', `Sleeper sent no lineups for week ${week}.`, week)]
        : // The host's score is the sum of its starters, unless a commissioner has replaced it.
          rows.flatMap(({ roster_id, points }) => {
            const lineup = lineups.find(({ teamId }) => teamId === roster_id)
            if (lineup === undefined || points == null) return []
            return lineupTotalFindings('Sleeper', week, lineup, pointsFromDecimal(points))
          }),
  }
}

function lineupOf(row: MatchupRow, isPlayed: boolean, context: WeekContext): TeamLineup {
  const slots = (context.league.roster_positions ?? []).filter((slot) => !OTHER_SLOTS.has(slot)).map(slotIdOf)
  const starters = row.starters ?? []
  const points = pointsByPlayer(row)
  const entries: LineupEntry[] = []
  const emptySlots: number[] = []
  const placed = new Set<string>()
  for (const [index, playerId] of starters.entries()) {
    // An answer can be without the slots of the league.
    const slotId = slots[index] ?? context.players.get(playerId)?.eligibleSlots[0] ?? slotIdOf('FLEX')
    const entry = entryOf(playerId, slotId, row.starters_points?.[index] ?? points.get(playerId))
    if (entry === null || placed.has(playerId)) emptySlots.push(slotId)
    else entries.push(entry)
    placed.add(playerId)
  }
  emptySlots.push(...slots.slice(starters.length))
  const reserve = context.reserve?.get(row.roster_id)
  for (const playerId of new Set(row.players ?? points.keys())) {
    if (placed.has(playerId)) continue
    const slotId = reserve?.has(playerId) === true ? RESERVE_SLOT : BENCH_SLOT
    const entry = entryOf(playerId, slotId, points.get(playerId))
    if (entry !== null) entries.push(entry)
  }
  return {
    teamId: row.roster_id,
    entries: entries.sort(bySlot),
    emptySlots: emptySlots
      .map((slotId) => ({ slotId }))
      .sort(bySlot)
      .map(({ slotId }) => slotId),
    points: addPoints(
      entries.filter(({ slotId }) => slotOf(slotId).isStarter).map((entry) => entry.points ?? ZERO_POINTS),
    ),
    projectedPoints: null,
  }

  function entryOf(playerId: string, slotId: number, score: number | null | undefined): LineupEntry | null {
    const key = keyOfSleeperPlayer(playerId)
    if (key === null) return null
    const player = context.players.get(playerId)
    const isCurrent = context.reserve !== null
    const defense = teamOfDefense(key)
    return {
      slotId,
      playerId: key,
      name: player?.name ?? fallbackPlayerName(key),
      position: player?.position ?? (defense === null ? null : 'D/ST'),
      // The list of players describes today.
      nflTeamId: defense ?? (isCurrent ? (player?.nflTeamId ?? null) : null),
      injuryStatus: isCurrent ? (player?.injuryStatus ?? null) : null,
      points: toPoints(score),
      projectedPoints: null,
      eligibleSlots: player?.eligibleSlots ?? [],
    }
  }

  /** Weeks to come have a score of 0 for everyone, and so have players in the current week before their games. */
  function toPoints(score: number | null | undefined): Points | null {
    if (!isPlayed || score == null || (score === 0 && !context.isScored)) return null
    return pointsFromDecimal(score)
  }
}

function pointsByPlayer({ players_points }: MatchupRow): Map<string, number> {
  return new Map(
    Object.entries(players_points ?? {}).flatMap(([id, points]) =>
      points == null ? [] : [[id, points] as const],
    ),
  )
}

type DraftWithPicks = { draft: DraftEntry; picks: readonly PickEntry[] }

/** Less of the budgets than this was spent only if somebody typed in the result of an auction without its prices. */
const MIN_SPENT_SHARE = 0.5

const POOLS: Readonly<Record<number, DraftPool>> = { 1: 'rookies', 2: 'veterans' }

const DRAFT_ORDERS: Readonly<Record<string, DraftOrder>> = {
  snake: 'snake',
  linear: 'linear',
  auction: 'auction',
}

/**
 * In the order in which they were held. A draft can be complete and have no picks. In an auction, the order of the
 * picks is their order on the board.
 */
export function translateDraft(
  drafts: readonly DraftWithPicks[],
  { leagueId, season }: { leagueId: string; season: number },
): Draft {
  const held = drafts
    .filter(({ draft }) => isOf(season, draft))
    .toSorted((a, b) => startOf(a.draft) - startOf(b.draft))
  const picks: DraftPick[] = []
  // A dynasty league holds several drafts in its first season. Their picks are one list in the order of the first.
  const kind = kindOf(held[0]?.draft)
  let [offset, rounds] = [0, 0]
  for (const { draft, picks: entries } of held) {
    const [order, pool] = [kindOf(draft), POOLS[draft.settings?.player_type ?? 0]]
    const ofDraft = {
      ...(pool === undefined ? {} : { pool }),
      ...(order === null || order === kind ? {} : { order }),
    }
    const hasPrices = hasRealPrices(draft, entries)
    const numbered = entries.map((entry) => ({ ...entry, overall: entry.pick_no }))
    const numberOf = numbersInRounds(numbered, draft.settings?.teams ?? null)
    for (const entry of numbered.toSorted((a, b) => a.overall - b.overall)) {
      const pick = toPick(entry, draft, numberOf(entry), hasPrices)
      if (pick === null) continue
      picks.push({ ...pick, ...ofDraft, overall: pick.overall + offset, round: pick.round + rounds })
    }
    offset += Math.max(0, ...numbered.map(({ overall }) => overall))
    rounds += Math.max(0, ...numbered.map(({ round }) => round))
  }
  return {
    providerLeagueId: leagueId,
    season,
    isComplete: held.length > 0 && held.every(({ draft }) => draft.status === 'complete'),
    kind,
    picks,
  }
}

function kindOf(draft: DraftEntry | undefined): DraftOrder | null {
  return DRAFT_ORDERS[draft?.type ?? ''] ?? null
}

/** When the main draft of a season begins; without it, the first one. null if none has a date. */
export function draftDateOf(
  { draft_id: mainId, season }: Pick<LeagueBody, 'draft_id' | 'season'>,
  drafts: readonly DraftEntry[],
): Date | null {
  const [first] = drafts
    .filter((draft) => isOf(season, draft) && (draft.start_time ?? 0) > 0)
    .toSorted(
      (a, b) => Number(b.draft_id === mainId) - Number(a.draft_id === mainId) || startOf(a) - startOf(b),
    )
  return first === undefined ? null : new Date(startOf(first))
}

function isOf(season: number, draft: DraftEntry): boolean {
  return (draft.season ?? season) === season
}

function startOf({ start_time, created }: DraftEntry): number {
  return start_time ?? created ?? 0
}

/** The roster of the pick got the player; its slot can be another team's whose pick was traded. */
function toPick(entry: PickEntry, draft: DraftEntry, inRound: number, hasPrices: boolean): DraftPick | null {
  const playerId = keyOfSleeperPlayer(entry.player_id)
  const originalTeamId = draft.slot_to_roster_id?.[`${entry.draft_slot}`]
  const teamId = entry.roster_id ?? originalTeamId
  if (playerId === null || teamId == null) return null
  const { first_name, last_name, position, team, amount } = entry.metadata ?? {}
  const name = normalizeWhitespace(`${first_name ?? ''} ${last_name ?? ''}`)
  const player = {
    name,
    position: displayPosition(normalizeWhitespace(position)),
    nflTeamId: nflTeamByAbbrev(team ?? '')?.teamId ?? null,
  }
  return {
    overall: entry.pick_no,
    round: entry.round,
    inRound,
    teamId,
    playerId,
    memberId: entry.picked_by ?? null,
    isKeeper: entry.is_keeper === true,
    bid: hasPrices && amount != null && amount > 0 ? amount : null,
    ...(originalTeamId == null ? {} : { originalTeamId }),
    ...(name === '' ? {} : { player }),
  }
}

function hasRealPrices({ type, settings }: DraftEntry, picks: readonly PickEntry[]): boolean {
  if (type !== 'auction') return false
  const spent = picks.reduce((sum, { metadata }) => sum + (metadata?.amount ?? 0), 0)
  const teams = settings?.teams ?? new Set(picks.map(({ roster_id }) => roster_id)).size
  // Without a budget, the least price says nothing.
  const budget = (settings?.budget ?? 0) * teams
  return budget > 0 ? spent >= budget * MIN_SPENT_SHARE : spent > 2 * picks.length
}

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

const TRANSACTION_KINDS: Readonly<Record<string, TransactionKind>> = {
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
  const kind = TRANSACTION_KINDS[entry.type ?? ''] ?? 'roster'
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
