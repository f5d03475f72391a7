import { z } from 'zod'
import { AccountId, Flag, lenient, Text } from './fields.ts'

const Item = z.object({
  type: z.string(),
  playerId: z.int(),
  fromTeamId: z.int().nullish(),
  toTeamId: z.int().nullish(),
})

const TransactionRow = z.object({
  id: z.string(),
  type: z.string(),
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

export const TransactionsBody = z.object({
  id: z.int().nullish(),
  seasonId: z.int().nullish(),
  transactions: z.array(TransactionRow).nullish(),
})

export type TransactionRow = z.output<typeof TransactionRow>

/**
 * Groups rows of the same transaction under the ID of its first row. A trade has separate rows for the
 * proposal, the replies and the outcome, and the first row may belong to another week.
 */
export function groupIntoChains(rows: readonly TransactionRow[]): Map<string, TransactionRow[]> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const chains = new Map<string, TransactionRow[]>()
  for (const row of rows) {
    const id = chainIdOf(row, byId)
    chains.set(id, [...(chains.get(id) ?? []), row])
  }
  return chains
}

function chainIdOf(row: TransactionRow, byId: ReadonlyMap<string, TransactionRow>): string {
  const seen = new Set<string>()
  let id = row.id
  for (
    let current: TransactionRow | undefined = row;
    current !== undefined && !seen.has(id);
    current = byId.get(id)
  ) {
    seen.add(id)
    // A counteroffer refers to the original proposal but is a separate trade.
    const isOffer = current.type === 'TRADE_PROPOSAL' && current.executionType !== 'CANCEL'
    if (isOffer || !current.relatedTransactionId) return current.id
    id = current.relatedTransactionId
  }
  return id
}
