import type { TradedBudget, TradedPick } from '@fieldhouse/contract/transactions'
import { formatOrdinal } from '@fieldhouse/domain/pluralize'

export function formatTradedPick({ season, round, original_team: team }: TradedPick): string {
  return `${season} ${formatOrdinal(round)}-round pick (from ${team})`
}

export function formatTradedBudget({ amount }: Pick<TradedBudget, 'amount'>): string {
  return `$${amount} FAAB`
}
