import {
  byEffectiveTime,
  type LeagueTransaction,
  type PlayerMove,
  type TransactionKind,
  type TransactionStatus,
} from '@fieldhouse/domain/transactions'
import { readBodyAs } from './read-body.ts'
import { groupIntoChains, type Row, TransactionsBody } from './transaction-rows.ts'

type RequestedWeek = { leagueId: number; season: number; week: number }

/** Claims, moves and trades of one week, oldest first. Changes of a line-up and the draft are none. */
export function translateTransactions(answer: unknown, asked: RequestedWeek): LeagueTransaction[] {
  const rows = readBodyAs(TransactionsBody, answer, asked).transactions ?? []
  const told = rows.filter((row) => isTradeRow(row) || movesOf([row]).length > 0)
  const all = [...groupIntoChains(told)].map(([id, chain]) => transactionOf(id, chain, asked))
  return withoutMirroredTrades(all.sort(byEffectiveTime))
}

function transactionOf(id: string, chain: readonly Row[], asked: RequestedWeek): LeagueTransaction {
  const first = chain.find((row) => row.id === id)
  const decisive = [...chain].sort(
    (a, b) => precedenceOf(b) - precedenceOf(a) || timeOf(b) - timeOf(a),
  )[0] as Row
  const status = statusOf(decisive)
  const asking = first ?? (isTradeRow(decisive) ? null : decisive)
  return {
    id,
    season: asked.season,
    week: decisive.scoringPeriodId ?? asked.week,
    kind: kindOf(decisive),
    status,
    reason: status === 'failed' ? (decisive.status ?? decisive.type) : null,
    teamId: asking?.teamId ?? null,
    memberId: decisive.executionType === 'EXECUTE' ? (decisive.memberId ?? null) : null,
    isByManager: decisive.isLeagueManager ?? false,
    proposedAt: dateOf(asking?.proposedDate),
    decidedAt: status === 'pending' ? null : dateOf(decisive.processDate ?? decisive.proposedDate),
    bid: bidOf(chain),
    moves: movesOf(chain),
  }
}

function isTradeRow({ type }: Row): boolean {
  return type.startsWith('TRADE')
}

function kindOf(row: Row): TransactionKind {
  if (isTradeRow(row)) return 'trade'
  if (row.type.startsWith('WAIVER')) return 'waiver'
  return row.type === 'FREEAGENT' ? 'free agent' : 'roster'
}

/** A row's own word. One that says how a trade ended is executed itself, whatever became of the trade. */
function statusOf({ type, status }: Row): TransactionStatus {
  if (type === 'TRADE_DECLINE') return 'declined'
  if (type === 'TRADE_VETO') return 'vetoed'
  if (type.endsWith('_ERROR')) return 'failed'
  if (status === 'EXECUTED') return 'done'
  if (status === 'CANCELED') return 'cancelled'
  return status == null || status === 'PENDING' ? 'pending' : 'failed'
}

const STATUS_PRECEDENCE = { pending: 0, failed: 1, cancelled: 2, declined: 3, done: 4, vetoed: 5 } as const

/** Which row of a chain tells how it ended. A trade that is upheld stands, whoever voted against it. */
function precedenceOf(row: Row): number {
  return row.type === 'TRADE_UPHOLD' && row.status === 'EXECUTED' ? 6 : STATUS_PRECEDENCE[statusOf(row)]
}

/** Every move of a chain once: its rows repeat each other. */
function movesOf(chain: readonly Row[]): PlayerMove[] {
  const moves = new Map<string, PlayerMove>()
  for (const { type, playerId, fromTeamId, toTeamId } of chain.flatMap((row) => row.items ?? [])) {
    if (type !== 'ADD' && type !== 'DROP' && type !== 'TRADE') continue
    const move = { playerId, fromTeamId: teamOrPool(fromTeamId), toTeamId: teamOrPool(toTeamId) }
    moves.set(keyOf(move), move)
  }
  return [...moves.values()]
}

/** 0 is the pool of free players. */
function teamOrPool(teamId: number | null | undefined): number | null {
  return teamId === 0 ? null : (teamId ?? null)
}

function keyOf({ playerId, fromTeamId, toTeamId }: PlayerMove): string {
  return `${playerId}: ${fromTeamId} to ${toTeamId}`
}

function bidOf(chain: readonly Row[]): number | null {
  const bid = Math.max(0, ...chain.map((row) => row.bidAmount ?? 0))
  return bid > 0 ? bid : null
}

/**
 * A trade that was carried out can be told by each team in a row of its own, with nothing that
 * joins the two but the players: the same trade is not carried out twice in a week.
 */
function withoutMirroredTrades(transactions: readonly LeagueTransaction[]): LeagueTransaction[] {
  const seen = new Set<string>()
  return transactions.filter((each) => {
    if (each.kind !== 'trade' || each.status !== 'done' || each.moves.length === 0) return true
    const traded = each.moves.filter((move) => move.fromTeamId !== null && move.toTeamId !== null)
    const key = traded.map(keyOf).sort().join()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

function timeOf(row: Row): number {
  return row.processDate ?? row.proposedDate ?? 0
}

function dateOf(milliseconds: number | null | undefined): Date | null {
  return milliseconds == null ? null : new Date(milliseconds)
}
