/** The values of `view` in the address, and what they show. */
export const TRANSACTION_VIEWS = [
  { value: 'transactions', label: 'All kinds', kind: undefined },
  { value: 'trades', label: 'Trades', kind: 'trade' },
  { value: 'waivers', label: 'Waivers', kind: 'waiver' },
  { value: 'free-agents', label: 'Free agents', kind: 'free agent' },
  { value: 'roster-changes', label: 'Other changes', kind: 'roster' },
  { value: 'failed-claims', label: 'Failed claims', kind: 'failed' },
] as const

export type TransactionView = (typeof TRANSACTION_VIEWS)[number]

/** The view with that value; a trade in a link, or anything else, belongs to the transactions of all kinds. */
export function findTransactionView(view: string | null): TransactionView {
  return TRANSACTION_VIEWS.find(({ value }) => value === view) ?? TRANSACTION_VIEWS[0]
}

export const MOVES_VIEW = 'moves'

export const TRADE_VIEW = 'trade'

/** Whether a view shows transactions, and a trade if the address names one. */
export function isTradeView(view: string | null): boolean {
  return view === TRADE_VIEW || view === MOVES_VIEW || TRANSACTION_VIEWS.some(({ value }) => value === view)
}
