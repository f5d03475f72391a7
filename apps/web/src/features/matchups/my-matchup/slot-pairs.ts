import { bySlot, slotOf } from '@fieldhouse/domain/rosters/lineup'
import type { LineupSlot } from '../use-matchups.ts'

/** The players of both teams in the same slot; null if a team has fewer of that slot. */
export type SlotPair = { slotId: number; away: LineupSlot | null; home: LineupSlot | null }

export type SlotPairs = { starters: SlotPair[]; others: SlotPair[] }

/** Pairs both lineups by slot: starters in slot order, then bench and reserve. */
export function pairBySlot(away: readonly LineupSlot[], home: readonly LineupSlot[]): SlotPairs {
  const slots = [...new Set([...away, ...home].map((entry) => entry.slot_id))]
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
  const [awayEntries, homeEntries] = [away, home].map((side) =>
    side.filter((entry) => entry.slot_id === slotId),
  )
  const count = Math.max(awayEntries?.length ?? 0, homeEntries?.length ?? 0)
  return Array.from({ length: count }, (_, index) => ({
    slotId,
    away: awayEntries?.[index] ?? null,
    home: homeEntries?.[index] ?? null,
  }))
}
