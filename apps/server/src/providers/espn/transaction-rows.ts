import { z } from 'zod'
import { AccountId, Flag, lenient, Text } from './fields.ts'

const Item = z.object({
  type: z.string(),
  playerId: z.int(),
  fromTeamId: z.int().nullish(),
  toTeamId: z.int().nullish(),
})

const Row = z.object({
  id: z.string(),
  type: z.string(),
  status: Text,
  /** `EXECUTE` for what a person did, `PROCESS` and `CANCEL` for what was done by the provider. */
  executionType: Text,
  teamId: z.int().nullish(),
  memberId: lenient(AccountId),
  isLeagueManager: Flag,
  bidAmount: lenient(z.number()),
  /** Milliseconds since 1970 in UTC. */
  proposedDate: lenient(z.number()),
  processDate: lenient(z.number()),
  scoringPeriodId: z.int().nullish(),
  /** What a row answers: a claim that is processed, a proposal that is accepted, declined or called off. */
  relatedTransactionId: Text,
  items: z.array(Item).nullish(),
})

export const TransactionsBody = z.object({
  id: z.int().nullish(),
  seasonId: z.int().nullish(),
  transactions: z.array(Row).nullish(),
})

export type Row = z.output<typeof Row>

/**
 * The rows by what they are about, under the id of the first: a proposal, the answers to it and
 * its end are several rows, and the first of them may be in another week.
 */
export function groupIntoChains(rows: readonly Row[]): Map<string, Row[]> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const chains = new Map<string, Row[]>()
  for (const row of rows) {
    const id = chainIdOf(row, byId)
    chains.set(id, [...(chains.get(id) ?? []), row])
  }
  return chains
}

function chainIdOf(row: Row, byId: ReadonlyMap<string, Row>): string {
  const seen = new Set<string>()
  let id = row.id
  for (let at: Row | undefined = row; at !== undefined && !seen.has(id); at = byId.get(id)) {
    seen.add(id)
    // A counter-offer names what it answers, and is a trade of its own.
    const isOffer = at.type === 'TRADE_PROPOSAL' && at.executionType !== 'CANCEL'
    if (isOffer || !at.relatedTransactionId) return at.id
    id = at.relatedTransactionId
  }
  return id
}
