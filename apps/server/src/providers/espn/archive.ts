import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { ArchivePart, ArchivePartName, Draft, DraftOrder } from '@fieldhouse/domain/rosters/archive'
import {
  bySlot,
  emptySlotsOf,
  fallbackPlayerName,
  type LineupEntry,
  slotOf,
  type WeekLineups,
} from '@fieldhouse/domain/rosters/lineup'
import {
  byEffectiveTime,
  type LeagueTransaction,
  type PlayerMove,
  type TransactionKind,
  type TransactionStatus,
  unreadableTransactions,
  type WeekTransactions,
} from '@fieldhouse/domain/rosters/transactions'
import { z } from 'zod'
import {
  dateOf,
  Flag,
  LenientInt,
  lenient,
  lenientList,
  normalizeWhitespace,
  pointsOf,
  Score,
  Text,
} from '../fields.ts'
import { ProviderError } from '../http/attempts.ts'
import { finding, lineupTotalFindings } from '../league-provider.ts'
import { AccountId, Id, Identity, type RequestedSeason, readBodyAs, WeeksByPeriod } from './bodies.ts'

// Strict for fields whose wrong type would lose a player, a slot or a score; see fields.ts.

/** Translates one part of a season's archive from a body that contains it. `week` is ignored for a draft. */
export function translatePart(
  json: unknown,
  { name, ...requested }: RequestedSeason & Week & { name: ArchivePartName },
): ArchivePart {
  switch (name) {
    case 'line-ups':
      return { name, week: translateWeek(json, requested) }
    case 'draft':
      return { name, draft: translateDraft(json, requested) }
    case 'transactions': {
      const { season, week } = requested
      return { name, week: { season, week, ...translateTransactions(json, requested) } }
    }
  }
}

const StatLine = z.object({
  statSourceId: z.int().nullish(),
  statSplitTypeId: z.int().nullish(),
  scoringPeriodId: z.int().nullish(),
  seasonId: z.int().nullish(),
  proTeamId: LenientInt,
  appliedTotal: Score,
})

const Player = z.object({
  fullName: Text,
  defaultPositionId: LenientInt,
  proTeamId: LenientInt,
  injuryStatus: Text,
  eligibleSlots: lenientList(z.int()),
  stats: z.array(StatLine).nullish(),
})

const RosterEntry = z.object({
  playerId: z.int(),
  lineupSlotId: z.int(),
  playerPoolEntry: z.object({ player: Player.nullish() }).nullish(),
})

const Roster = z.object({ appliedStatTotal: Score, entries: z.array(RosterEntry).nullish() })

const Side = z.object({ teamId: Id.nullish(), rosterForCurrentScoringPeriod: Roster.nullish() })

/**
 * Lineups are read from `rosterForCurrentScoringPeriod`, because the entries of `rosterForMatchupPeriod` have no slots
 * and `teams[].roster` is the current roster.
 */
const WeekBody = z.object({
  ...Identity,
  /** The requested NFL week. */
  scoringPeriodId: z.int().nullish(),
  draftDetail: lenient(z.object({ drafted: Flag })),
  settings: lenient(
    z.object({
      scheduleSettings: lenient(z.object({ matchupPeriods: WeeksByPeriod })),
      rosterSettings: lenient(
        z.object({ lineupSlotCounts: lenient(z.record(z.string().regex(/^\d+$/), z.int())) }),
      ),
    }),
  ),
  schedule: z
    .array(
      z.object({
        matchupPeriodId: z.int(),
        home: Side.nullish(),
        away: Side.nullish(),
        /** All teams of a league without matchups. */
        teams: z.array(Side).nullish(),
      }),
    )
    .nullish(),
})

type WeekBody = z.output<typeof WeekBody>
type Roster = z.output<typeof Roster>
type RosterEntry = z.output<typeof RosterEntry>
type Player = z.output<typeof Player>

type Week = { season: number; week: number }

type TeamRoster = { teamId: number; roster: Roster }

/**
 * Before the draft there are no lineups, even if the games of the first week still contain last season's players.
 * Throws `wrong_league` when the body is for another week.
 */
export function translateWeek(json: unknown, requested: RequestedSeason & Week): WeekLineups {
  const body = readBodyAs(WeekBody, json, requested)
  const { leagueId, season, week } = requested
  const empty = { providerLeagueId: leagueId, season, week, lineups: [], findings: [] }
  if (body.draftDetail?.drafted === false) return empty
  if ((body.scoringPeriodId ?? week) !== week)
    throw new ProviderError('wrong_league', `expected week ${week}, received week ${body.scoringPeriodId}`)
  const counts = Object.entries(body.settings?.rosterSettings?.lineupSlotCounts ?? {})
  const slotCounts = new Map(counts.map(([slotId, count]) => [Number(slotId), count]))
  const rosters = rostersOf(body, week)
  const lineups = rosters.map((each) => lineupOf(each, slotCounts, requested))
  const findings =
    rosters.length === 0
      ? [finding('missing_lineups', `ESPN sent no lineups for week ${week}.`, week)]
      : lineups.flatMap((lineup, index) => {
          const reported = pointsOf(rosters[index]?.roster.appliedStatTotal)
          return reported === null ? [] : lineupTotalFindings('ESPN', week, lineup, reported)
        })
  return { ...empty, lineups: lineups.sort((a, b) => a.teamId - b.teamId), findings }
}

/** Returns each team's roster once, from the games of the week's matchup period. Teams on bye have one too. */
function rostersOf(body: WeekBody, week: number): TeamRoster[] {
  const weeks = body.settings?.scheduleSettings?.matchupPeriods
  const rosters = new Map<number, TeamRoster>()
  for (const { matchupPeriodId, home, away, teams } of body.schedule ?? []) {
    if (weeks?.[matchupPeriodId]?.includes(week) === false) continue
    for (const side of [home, away, ...(teams ?? [])]) {
      const roster = side?.rosterForCurrentScoringPeriod
      if (side?.teamId == null || roster == null || rosters.has(side.teamId)) continue
      rosters.set(side.teamId, { teamId: side.teamId, roster })
    }
  }
  return [...rosters.values()]
}

function lineupOf({ teamId, roster }: TeamRoster, slotCounts: ReadonlyMap<number, number>, week: Week) {
  const entries = (roster.entries ?? []).map((entry) => lineupEntryOf(entry, week)).sort(bySlot)
  return {
    teamId,
    entries,
    emptySlots: emptySlotsOf(slotCounts, entries),
    points: pointsFromDecimal(sumOfStarters(roster, ACTUAL_SOURCE, week) ?? 0),
    projectedPoints: pointsOf(sumOfStarters(roster, PROJECTED_SOURCE, week)),
  }
}

/** Adds unrounded values, as ESPN does. null if no starter has one. */
function sumOfStarters({ entries }: Roster, source: number, week: Week): number | null {
  const values = (entries ?? [])
    .filter((entry) => slotOf(entry.lineupSlotId).isStarter)
    .flatMap(({ playerPoolEntry }) => statLineOf(playerPoolEntry?.player, source, week)?.appliedTotal ?? [])
  return values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0)
}

/** Keyed by ESPN's position ID, which differs from its slot ID: position 4 is TE, slot 4 is WR. */
const POSITIONS: Readonly<Record<number, string>> = {
  1: 'QB',
  2: 'RB',
  3: 'WR',
  4: 'TE',
  5: 'K',
  7: 'P',
  9: 'DT',
  10: 'DE',
  11: 'LB',
  12: 'CB',
  13: 'S',
  14: 'HC',
  16: 'D/ST',
}

export function positionOf(positionId: number | null | undefined): string | null {
  return POSITIONS[positionId ?? 0] ?? null
}

const ACTUAL_SOURCE = 0
const PROJECTED_SOURCE = 1
const WEEK_SPLIT = 1
const NO_TEAM = 0

function lineupEntryOf({ playerId, lineupSlotId, playerPoolEntry }: RosterEntry, week: Week): LineupEntry {
  const player = playerPoolEntry?.player
  const actual = statLineOf(player, ACTUAL_SOURCE, week)
  return {
    slotId: lineupSlotId,
    playerId,
    name: normalizeWhitespace(player?.fullName) || fallbackPlayerName(playerId),
    position: positionOf(player?.defaultPositionId),
    // The stat line has the NFL team at the time of the game, the player at the time of the request.
    nflTeamId: [actual?.proTeamId, player?.proTeamId].find((id) => id != null && id !== NO_TEAM) ?? null,
    injuryStatus: normalizeWhitespace(player?.injuryStatus) || null,
    points: pointsOf(actual?.appliedTotal),
    projectedPoints: pointsOf(statLineOf(player, PROJECTED_SOURCE, week)?.appliedTotal),
    eligibleSlots: player?.eligibleSlots ?? [],
  }
}

/** A player's stat lines cover several sources, splits, weeks and seasons, in any order. */
function statLineOf(player: Player | null | undefined, source: number, { season, week }: Week) {
  return player?.stats?.find(
    (line) =>
      line.statSourceId === source &&
      line.statSplitTypeId === WEEK_SPLIT &&
      line.scoringPeriodId === week &&
      line.seasonId === season,
  )
}

const PickEntry = z.object({
  overallPickNumber: z.int(),
  roundId: z.int(),
  roundPickNumber: z.int(),
  teamId: z.int(),
  playerId: z.int(),
  memberId: lenient(AccountId),
  keeper: Flag,
  bidAmount: lenient(z.number()),
})

const DraftBody = z.object({
  ...Identity,
  draftDetail: z.object({ drafted: Flag, picks: z.array(PickEntry).nullish() }).nullish(),
  settings: lenient(z.object({ draftSettings: lenient(z.object({ type: Text })) })),
})

/** The player ID of a pick that has not been made. Other negative IDs are defenses. */
const NO_PLAYER = -1

/** A draft that was held elsewhere and typed in is `OFFLINE`. */
const KINDS: Readonly<Record<string, DraftOrder>> = {
  SNAKE: 'snake',
  LINEAR: 'linear',
  AUCTION: 'auction',
}

export function translateDraft(json: unknown, requested: RequestedSeason): Draft {
  const { draftDetail, settings } = readBodyAs(DraftBody, json, requested)
  return {
    providerLeagueId: requested.leagueId,
    season: requested.season,
    isComplete: draftDetail?.drafted ?? false,
    kind: KINDS[settings?.draftSettings?.type ?? ''] ?? null,
    picks: (draftDetail?.picks ?? [])
      .filter((pick) => pick.playerId !== NO_PLAYER)
      .map(({ teamId, playerId, bidAmount, ...entry }) => ({
        overall: entry.overallPickNumber,
        round: entry.roundId,
        inRound: entry.roundPickNumber,
        teamId,
        playerId,
        memberId: entry.memberId ?? null,
        isKeeper: entry.keeper ?? false,
        bid: bidAmount && bidAmount > 0 ? bidAmount : null,
      }))
      .sort((a, b) => a.overall - b.overall),
  }
}

/**
 * Oldest first. Lineup changes, draft picks and unreadable rows, which the findings count, are skipped. Throws
 * `unexpected_shape` if no row is a transaction at all.
 */
export function translateTransactions(
  json: unknown,
  requested: RequestedSeason & { week: number },
): Required<Pick<WeekTransactions, 'transactions' | 'findings'>> {
  const listed = readBodyAs(TransactionsBody, json, requested).transactions ?? []
  if (listed.length > 0 && !listed.some((row) => RowHead.safeParse(row).success))
    readBodyAs(ReadableBody, json, requested)
  const rows = listed.flatMap((row) => TransactionRow.safeParse(row).data ?? [])
  const relevantRows = rows.filter((row) => isTradeRow(row) || movesOf([row]).length > 0)
  const byId = new Map(relevantRows.map((row) => [row.id, row]))
  const chains = Map.groupBy(relevantRows, (row) => chainIdOf(row, byId))
  const all = [...chains].map(([id, chain]) => transactionOf(id, chain, requested))
  return {
    transactions: dropDuplicateTrades(all.sort(byEffectiveTime)),
    findings: unreadableTransactions('ESPN', requested.week, listed.length - rows.length),
  }
}

function transactionOf(
  id: string,
  chain: readonly TransactionRow[],
  requested: { season: number; week: number },
): LeagueTransaction {
  const first = chain.find((row) => row.id === id)
  const [decisiveRow] = chain.toSorted(
    (a, b) => precedenceOf(b) - precedenceOf(a) || timeOf(b) - timeOf(a),
  ) as [TransactionRow]
  const status = statusOf(decisiveRow)
  const requestRow = first ?? (isTradeRow(decisiveRow) ? null : decisiveRow)
  const acceptedBy = teamOrPool(
    chain.find((row) => row.type === 'TRADE_ACCEPT' && row.isLeagueManager !== true)?.teamId,
  )
  return {
    id,
    season: requested.season,
    week: decisiveRow.scoringPeriodId ?? requested.week,
    kind: kindOf(decisiveRow),
    status,
    reason: status === 'failed' ? (decisiveRow.status ?? decisiveRow.type) : null,
    teamId: requestRow?.teamId ?? null,
    ...(acceptedBy === null ? {} : { acceptedBy }),
    memberId: decisiveRow.executionType === 'EXECUTE' ? (decisiveRow.memberId ?? null) : null,
    isByManager: decisiveRow.isLeagueManager ?? false,
    proposedAt: dateOf(requestRow?.proposedDate),
    decidedAt: status === 'pending' ? null : dateOf(decisiveRow.processDate ?? decisiveRow.proposedDate),
    bid: Math.max(0, ...chain.map((row) => row.bidAmount ?? 0)) || null,
    moves: movesOf(chain),
  }
}

function isTradeRow({ type }: TransactionRow): boolean {
  return type.startsWith('TRADE')
}

function kindOf(row: TransactionRow): TransactionKind {
  if (isTradeRow(row)) return 'trade'
  if (row.type.startsWith('WAIVER')) return 'waiver'
  return row.type === 'FREEAGENT' ? 'free agent' : 'roster'
}

/** The status of one row. A row that declines or vetoes a trade is itself EXECUTED, so its type decides. */
function statusOf({ type, status }: TransactionRow): TransactionStatus {
  if (type === 'TRADE_DECLINE') return 'declined'
  if (type === 'TRADE_VETO') return 'vetoed'
  if (type.endsWith('_ERROR')) return 'failed'
  if (status === 'EXECUTED') return 'done'
  if (status === 'CANCELED') return 'cancelled'
  return status == null || status === 'PENDING' ? 'pending' : 'failed'
}

const STATUS_PRECEDENCE = { pending: 0, failed: 1, cancelled: 2, declined: 3, done: 4, vetoed: 5 } as const

/** The row with the highest precedence decides the status. An upheld trade overrides votes against it. */
function precedenceOf(row: TransactionRow): number {
  return row.type === 'TRADE_UPHOLD' && row.status === 'EXECUTED' ? 6 : STATUS_PRECEDENCE[statusOf(row)]
}

/** Returns each move of a chain once, because its rows repeat the same moves. */
function movesOf(chain: readonly TransactionRow[]): PlayerMove[] {
  const moves = new Map<string, PlayerMove>()
  for (const { type, playerId, fromTeamId, toTeamId } of chain.flatMap((row) => row.items ?? [])) {
    if (type !== 'ADD' && type !== 'DROP' && type !== 'TRADE') continue
    const move = { playerId, fromTeamId: teamOrPool(fromTeamId), toTeamId: teamOrPool(toTeamId) }
    moves.set(keyOf(move), move)
  }
  return [...moves.values()]
}

/** Team 0 is the pool of free agents. */
function teamOrPool(teamId: number | null | undefined): number | null {
  return teamId === 0 ? null : (teamId ?? null)
}

function keyOf({ playerId, fromTeamId, toTeamId }: PlayerMove): string {
  return `${playerId}: ${fromTeamId} to ${toTeamId}`
}

/**
 * A completed trade can appear once per team, in two rows that share only the players. Since the same trade
 * does not happen twice in a week, the second one is dropped.
 */
function dropDuplicateTrades(transactions: readonly LeagueTransaction[]): LeagueTransaction[] {
  const seen = new Set<string>()
  return transactions.filter((each) => {
    if (each.kind !== 'trade' || each.status !== 'done' || each.moves.length === 0) return true
    const tradedPlayers = each.moves.filter((move) => move.fromTeamId !== null && move.toTeamId !== null)
    const key = tradedPlayers.map(keyOf).sort().join()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

function timeOf(row: TransactionRow): number {
  return row.processDate ?? row.proposedDate ?? 0
}

const Item = z.object({
  type: z.string(),
  playerId: z.int(),
  fromTeamId: z.int().nullish(),
  toTeamId: z.int().nullish(),
})

const RowHead = z.object({ id: z.string(), type: z.string() })

const TransactionRow = RowHead.extend({
  status: Text,
  /** `EXECUTE` for a user's action; `PROCESS` and `CANCEL` for ESPN's own. */
  executionType: Text,
  teamId: z.int().nullish(),
  memberId: lenient(AccountId),
  isLeagueManager: Flag,
  bidAmount: lenient(z.number()),
  /** Milliseconds since the Unix epoch. */
  proposedDate: lenient(z.number()),
  processDate: lenient(z.number()),
  scoringPeriodId: z.int().nullish(),
  /** The row that this one follows: a processed claim, or a proposal that was accepted, declined or canceled. */
  relatedTransactionId: Text,
  items: z.array(Item).nullish(),
})

const TransactionsBody = z.object({
  ...Identity,
  transactions: z.array(z.unknown()).nullish(),
})

const ReadableBody = TransactionsBody.extend({ transactions: z.array(RowHead) })

type TransactionRow = z.output<typeof TransactionRow>

/** A trade has separate rows for the proposal, the replies and the outcome; the first may belong to another week. */
function chainIdOf(row: TransactionRow, byId: ReadonlyMap<string, TransactionRow>): string {
  const seen = new Set<string>()
  let [id, current]: [string, TransactionRow | undefined] = [row.id, row]
  for (; current !== undefined && !seen.has(id); current = byId.get(id)) {
    seen.add(id)
    // A counteroffer refers to the original proposal but is a separate trade.
    const isOffer = current.type === 'TRADE_PROPOSAL' && current.executionType !== 'CANCEL'
    if (isOffer || !current.relatedTransactionId) return current.id
    id = current.relatedTransactionId
  }
  return id
}
