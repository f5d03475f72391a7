import type { TradedBudget, TradedPick } from '@fieldhouse/contract/transactions/trade-assets'
import { formatOrdinal } from '@fieldhouse/domain/pluralize'

/** Formats a traded pick with the team that had it originally: '2025 1st-round pick (from Owls)'. */
export function formatTradedPick({ season, round, original_team: team }: TradedPick): string {
  return `${season} ${formatOrdinal(round)}-round pick (from ${team})`
}

/** Formats traded free-agent budget: '$12 FAAB'. */
export function formatTradedBudget({ amount }: Pick<TradedBudget, 'amount'>): string {
  return `$${amount} FAAB`
}
