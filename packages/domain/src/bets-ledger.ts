import { addMoney, type Cents } from './money.ts'

/** The slip of one week in the ledger. */
export type LedgerEntry = {
  week: number
  wager: Cents
  /** null if the scores are unknown. */
  whoPays: string | null
  /** Includes the stake. null while the result is unknown. */
  payout: Cents | null
}

export type LedgerTotals = {
  staked: Cents
  payout: Cents
  /** Payouts minus stakes of the settled weeks. */
  balance: Cents
  /** The weeks that are not settled. */
  openWeeks: number[]
}

export function ledgerTotals(entries: readonly LedgerEntry[]): LedgerTotals {
  const settled = entries.flatMap(({ wager, payout }) => (payout === null ? [] : { wager, payout }))
  const totalPayout = addMoney(settled.map(({ payout }) => payout))
  return {
    staked: addMoney(entries.map(({ wager }) => wager)),
    payout: totalPayout,
    balance: (totalPayout - addMoney(settled.map(({ wager }) => wager))) as Cents,
    openWeeks: entries.filter(({ payout }) => payout === null).map(({ week }) => week),
  }
}

/** The amount that each owner paid and the weeks covered: highest amount first, then by name. */
export function totalPaidByOwner(
  entries: readonly LedgerEntry[],
): { owner: string; weeks: number[]; paid: Cents }[] {
  const owners = [...new Set(entries.flatMap(({ whoPays }) => whoPays ?? []))]
  return owners
    .map((owner) => {
      const paidEntries = entries.filter(({ whoPays }) => whoPays === owner)
      return {
        owner,
        weeks: paidEntries.map(({ week }) => week),
        paid: addMoney(paidEntries.map(({ wager }) => wager)),
      }
    })
    .sort((first, second) =>
      first.paid === second.paid
        ? first.owner.localeCompare(second.owner, 'en')
        : Number(second.paid - first.paid),
    )
}
