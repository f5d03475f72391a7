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
import { dateOf, Flag, lenient, Text } from '../../schemas/fields.ts'
import { AccountId, Identity, type RequestedSeason, readBodyAs } from '../bodies.ts'

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
