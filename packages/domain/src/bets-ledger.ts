import { addMoney, type Cents } from './money.ts'

/** What the books say of one week's slip. */
export type LedgerEntry = {
  week: number
  wager: Cents
  /** null where the scores are unknown. */
  whoPays: string | null
  /** The stake included; null while it is not known what came back. */
  payout: Cents | null
}

export type LedgerTotals = {
  staked: Cents
  payout: Cents
  /** What came back less what was staked, of the weeks of which it is known. */
  balance: Cents
  /** The other weeks. */
  openWeeks: number[]
}

export function ledgerTotals(entries: readonly LedgerEntry[]): LedgerTotals {
  const settled = entries.flatMap(({ wager, payout }) => (payout === null ? [] : { wager, returned: payout }))
  const returned = addMoney(settled.map((each) => each.returned))
  return {
    staked: addMoney(entries.map(({ wager }) => wager)),
    payout: returned,
    balance: (returned - addMoney(settled.map(({ wager }) => wager))) as Cents,
    openWeeks: entries.filter((each) => each.payout === null).map(({ week }) => week),
  }
}

/** What each payer paid and for which weeks: the most first, then by name. */
export function totalPaidByOwner(
  entries: readonly LedgerEntry[],
): { owner: string; weeks: number[]; paid: Cents }[] {
  const owners = [...new Set(entries.flatMap(({ whoPays }) => whoPays ?? []))]
  return owners
    .map((owner) => {
      const own = entries.filter(({ whoPays }) => whoPays === owner)
      return { owner, weeks: own.map(({ week }) => week), paid: addMoney(own.map(({ wager }) => wager)) }
    })
    .sort((first, second) =>
      first.paid === second.paid
        ? first.owner.localeCompare(second.owner, 'en')
        : Number(second.paid - first.paid),
    )
}
