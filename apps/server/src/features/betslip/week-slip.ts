import { parseOdds } from '@fieldhouse/domain/betslip/odds'
import { type PricedSlip, priceSlip } from '@fieldhouse/domain/betslip/settlement'
import type { Cents } from '@fieldhouse/domain/money'
import type { SavedPick } from './store.ts'

/** A week's picks as one parlay. */
export type WeekSlip = PricedSlip & { legs: number }

export function toWeekSlip(picks: readonly SavedPick[], wager: Cents): WeekSlip {
  const legs = picks.map(({ text, result }) => ({ odds: parseOdds(text)?.value ?? null, result }))
  return { ...priceSlip(wager, legs), legs: legs.length }
}
