/** A place in a line-up, by the provider's number of it. */
export type LineupSlot = {
  slotId: number
  /** For people, such as `FLEX`; the number itself for a place that nobody has named. */
  name: string
  /** Whether the points of who stands there count. */
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

/** Places without a name are starters: everyone is one who is neither on the bench nor in reserve. */
export function slotOf(slotId: number): LineupSlot {
  const isStarter = slotId !== BENCH_SLOT && slotId !== RESERVE_SLOT
  return { slotId, name: SLOT_NAMES[slotId] ?? `${slotId}`, isStarter }
}

/** Starters in the league's order, then other starters by their number, the bench, the reserve. */
export function bySlot(a: { slotId: number }, b: { slotId: number }): number {
  return groupOf(a.slotId) - groupOf(b.slotId) || orderInGroup(a.slotId) - orderInGroup(b.slotId)
}

function groupOf(slotId: number): number {
  if (STARTER_ORDER.includes(slotId)) return 0
  return slotOf(slotId).isStarter ? 1 : 2
}

function orderInGroup(slotId: number): number {
  const place = STARTER_ORDER.indexOf(slotId)
  return place < 0 ? slotId : place
}
