import type { Position } from '../nfl/players.ts'

/** The provider's position IDs, which differ from the lineup slot IDs. */
export const POSITION_ID = {
  QB: 1,
  RB: 2,
  WR: 3,
  TE: 4,
  K: 5,
  'D/ST': 16,
  DL: 9,
  LB: 11,
  DB: 12,
} as const satisfies Record<Position, number>

export const STARTING_SLOT_OF = {
  QB: 0,
  RB: 2,
  WR: 4,
  TE: 6,
  K: 17,
  'D/ST': 16,
  DL: 11,
  LB: 10,
  DB: 14,
} as const satisfies Record<Position, number>

export const ELIGIBLE_SLOTS = {
  QB: [0, 7, 20, 21],
  RB: [2, 3, 23, 7, 20, 21],
  WR: [3, 4, 5, 23, 7, 20, 21],
  TE: [5, 6, 23, 7, 20, 21],
  K: [17, 20, 21],
  'D/ST': [16, 20, 21],
  DL: [11, 15, 20, 21],
  LB: [10, 15, 20, 21],
  DB: [14, 15, 20, 21],
} as const satisfies Record<Position, readonly number[]>
