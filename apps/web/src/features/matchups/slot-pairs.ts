import { bySlot, slotOf } from '@fieldhouse/domain/slots'
import type { LineupSlot } from './use-matchups.ts'

/** Who stands in the same place on both sides; null where a side has nobody more there. */
export type SlotPair = { slotId: number; away: LineupSlot | null; home: LineupSlot | null }

export type SlotPairs = { starters: SlotPair[]; others: SlotPair[] }

/** The places of both line-ups side by side: starters in slot order, then bench and reserve. */
export function pairBySlot(away: readonly LineupSlot[], home: readonly LineupSlot[]): SlotPairs {
  const slots = [...new Set([...away, ...home].map((spot) => spot.slot_id))]
  const pairs = slots
    .map((slotId) => ({ slotId }))
    .toSorted(bySlot)
    .flatMap(({ slotId }) => pairSlot(slotId, away, home))
  return {
    starters: pairs.filter((pair) => slotOf(pair.slotId).isStarter),
    others: pairs.filter((pair) => !slotOf(pair.slotId).isStarter),
  }
}

function pairSlot(slotId: number, away: readonly LineupSlot[], home: readonly LineupSlot[]): SlotPair[] {
  const [left, right] = [away, home].map((side) => side.filter((spot) => spot.slot_id === slotId))
  const count = Math.max(left?.length ?? 0, right?.length ?? 0)
  return Array.from({ length: count }, (_, at) => ({
    slotId,
    away: left?.[at] ?? null,
    home: right?.[at] ?? null,
  }))
}
