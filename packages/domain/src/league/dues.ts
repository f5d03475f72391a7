import { addMoney, type Cents, ZERO_CENTS } from '../money.ts'

/** The limits of a league's dues: texts in characters, and numbers of rows in a season. */
export const DUES_LIMITS = { note: 1000, title: 60, reason: 120, prizes: 30, entries: 1000 } as const

/** What is noted about a team: an adjustment of what it owes, which can be negative, or a payment. */
export const DUES_ENTRY_KINDS = ['adjustment', 'payment'] as const

export type DuesEntryKind = (typeof DUES_ENTRY_KINDS)[number]

export type DuesEntry = { kind: DuesEntryKind; amount: Cents }

/** `no_dues`: nothing is owed and nothing was paid. */
export const DUES_STATUSES = ['no_dues', 'owes', 'paid', 'overpaid'] as const

export type DuesStatus = (typeof DUES_STATUSES)[number]

/** What a team owes and has paid in a season. Nothing of it is stored. */
export type DuesAccount = {
  dues: Cents
  adjustments: Cents
  /** The dues and the adjustments. Negative if the league owes the team. */
  owed: Cents
  paid: Cents
  /** Paid minus owed: negative while the team owes something. */
  balance: Cents
  status: DuesStatus
}

/** The account of a team. `dues` is 0 for a team that is not part of the season. */
export function duesAccount(dues: Cents, entries: readonly DuesEntry[]): DuesAccount {
  const sumOf = (kind: DuesEntryKind) =>
    addMoney(entries.filter((entry) => entry.kind === kind).map(({ amount }) => amount))
  const [adjustments, paid] = [sumOf('adjustment'), sumOf('payment')]
  const owed = addMoney([dues, adjustments])
  const balance = (paid - owed) as Cents
  return { dues, adjustments, owed, paid, balance, status: statusOf(owed, paid) }
}

function statusOf(owed: Cents, paid: Cents): DuesStatus {
  if (owed === 0n && paid === 0n) return 'no_dues'
  if (paid < owed) return 'owes'
  return paid === owed ? 'paid' : 'overpaid'
}

export type DuesPool = {
  owed: Cents
  collected: Cents
  /** What teams still owe. What others have overpaid does not count against it. */
  outstanding: Cents
  /** The sum of all prizes; null while the number of weeks is unknown that a weekly prize is for. */
  planned: Cents | null
  /** What the prizes leave of what is owed, negative if they exceed it; null while the prizes are unknown. */
  leftOver: Cents | null
  paidOut: Cents
  /** What was collected and not paid out yet. */
  onHand: Cents
}

/** `planned` is the sum of each prize; null for one whose number of weeks is unknown. */
export function duesPool(
  accounts: readonly DuesAccount[],
  planned: readonly (Cents | null)[],
  payouts: readonly Cents[],
): DuesPool {
  const owed = addMoney(accounts.map((account) => account.owed))
  const collected = addMoney(accounts.map(({ paid }) => paid))
  const outstanding = addMoney(
    accounts.map(({ balance }) => (balance < 0n ? ((0n - balance) as Cents) : ZERO_CENTS)),
  )
  const known = planned.filter((amount) => amount !== null)
  const total = known.length === planned.length ? addMoney(known) : null
  const paidOut = addMoney(payouts)
  return {
    owed,
    collected,
    outstanding,
    planned: total,
    leftOver: total === null ? null : ((owed - total) as Cents),
    paidOut,
    onHand: (collected - paidOut) as Cents,
  }
}

/** Whether a team that owes something is late. Both days are written as `2026-09-01`; null without a due date. */
export function isOverdue(status: DuesStatus, dueOn: string | null, today: string): boolean {
  return status === 'owes' && dueOn !== null && dueOn < today
}
