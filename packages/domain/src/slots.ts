/** A lineup slot. IDs are the provider's. */
export type LineupSlot = {
  slotId: number
  /** Display name, such as `FLEX`; the ID for an unknown slot. */
  name: string
  /** Whether the points of the player in this slot count. */
  isStarter: boolean
}

export const BENCH_SLOT = 20
export const RESERVE_SLOT = 21

const SLOT_NAMES: Readonly<Record<number, string>> = {
  0: 'QB',
  1: 'TQB',
  2: 'RB',
  3: 'RB/WR',
  4: 'WR',
  5: 'WR/TE',
  6: 'TE',
  7: 'OP',
  8: 'DT',
  9: 'DE',
  10: 'LB',
  11: 'DL',
  12: 'CB',
  13: 'S',
  14: 'DB',
  15: 'DP',
  16: 'D/ST',
  17: 'K',
  18: 'P',
  19: 'HC',
  [BENCH_SLOT]: 'Bench',
  [RESERVE_SLOT]: 'IR',
  23: 'FLEX',
  24: 'ER',
  25: 'Rookie',
}

/** Source: specification, section 3 "Slot ids". */
const STARTER_ORDER = [0, 2, 4, 6, 23, 16, 17]

/**
 * Returns the slot with this ID. Every slot other than bench and injured reserve is a starting slot, even
 * unknown ones.
 */
export function slotOf(slotId: number): LineupSlot {
  const isStarter = slotId !== BENCH_SLOT && slotId !== RESERVE_SLOT
  return { slotId, name: SLOT_NAMES[slotId] ?? `${slotId}`, isStarter }
}

/** Orders slots: starters in display order, other starters by ID, bench, injured reserve. */
export function bySlot(a: { slotId: number }, b: { slotId: number }): number {
  return groupOf(a.slotId) - groupOf(b.slotId) || orderInGroup(a.slotId) - orderInGroup(b.slotId)
}

function groupOf(slotId: number): number {
  if (STARTER_ORDER.includes(slotId)) return 0
  return slotOf(slotId).isStarter ? 1 : 2
}

function orderInGroup(slotId: number): number {
  const index = STARTER_ORDER.indexOf(slotId)
  return index < 0 ? slotId : index
}
