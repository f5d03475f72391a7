import type { Position } from '../players.ts'

type PositionAtEspn = { id: number; startingSlot: number; eligibleSlots: readonly number[] }

/** The provider's IDs of the positions differ from those of the lineup slots. */
export const POSITIONS: Readonly<Record<Position, PositionAtEspn>> = {
  QB: { id: 1, startingSlot: 0, eligibleSlots: [0, 7, 20, 21] },
  RB: { id: 2, startingSlot: 2, eligibleSlots: [2, 3, 23, 7, 20, 21] },
  WR: { id: 3, startingSlot: 4, eligibleSlots: [3, 4, 5, 23, 7, 20, 21] },
  TE: { id: 4, startingSlot: 6, eligibleSlots: [5, 6, 23, 7, 20, 21] },
  K: { id: 5, startingSlot: 17, eligibleSlots: [17, 20, 21] },
  'D/ST': { id: 16, startingSlot: 16, eligibleSlots: [16, 20, 21] },
  DL: { id: 9, startingSlot: 11, eligibleSlots: [11, 15, 20, 21] },
  LB: { id: 11, startingSlot: 10, eligibleSlots: [10, 15, 20, 21] },
  DB: { id: 12, startingSlot: 14, eligibleSlots: [14, 15, 20, 21] },
}
