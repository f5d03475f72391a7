import { addPoints, type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import { type Player, type PlayerWeek, type Position, pointsAt, projectedAt } from '../players.ts'

export type LineupEntry = { slotId: number; player: Player; week: PlayerWeek }

export const BENCH = 20
export const INJURED_RESERVE = 21

export type StartingSlot = readonly [slotId: number, positions: readonly Position[]]

export const STARTING_SLOTS: readonly StartingSlot[] = [
  [0, ['QB']],
  [2, ['RB']],
  [2, ['RB']],
  [4, ['WR']],
  [4, ['WR']],
  [6, ['TE']],
  [23, ['RB', 'WR', 'TE']],
  [16, ['D/ST']],
  [17, ['K']],
]

export const SLOT_COUNTS: ReadonlyMap<number, number> = new Map([
  ...STARTING_SLOTS.map(([slotId]): [number, number] => [
    slotId,
    STARTING_SLOTS.filter(([otherSlotId]) => otherSlotId === slotId).length,
  ]),
  [BENCH, 7],
  [INJURED_RESERVE, 1],
])

type RosterEntry = Omit<LineupEntry, 'slotId'>

/** A slot stays empty if no healthy player is eligible. A player on bye starts only if no one else can. */
export function setLineup(
  roster: readonly RosterEntry[],
  slots = STARTING_SLOTS,
  rank = ({ projected }: PlayerWeek): number => projected,
): LineupEntry[] {
  const available = [...roster].sort((a, b) => rank(b.week) - rank(a.week) || a.player.id - b.player.id)
  const starters: LineupEntry[] = []
  for (const [slotId, positions] of slots) {
    const index = available.findIndex(
      ({ player, week }) => positions.includes(player.position) && !isOut(week),
    )
    const [chosen] = index < 0 ? [] : available.splice(index, 1)
    if (chosen !== undefined) starters.push({ slotId, ...chosen })
  }
  const reserve = available.find(({ week }) => week.health === 'INJURY_RESERVE')
  return [
    ...starters,
    ...available.map((entry) => ({ slotId: entry === reserve ? INJURED_RESERVE : BENCH, ...entry })),
  ]
}

export function benchEveryone(roster: readonly RosterEntry[]): LineupEntry[] {
  return roster.map((entry) => ({ slotId: BENCH, ...entry }))
}

export function startersOf(lineup: readonly LineupEntry[]): LineupEntry[] {
  return lineup.filter(({ slotId }) => slotId !== BENCH && slotId !== INJURED_RESERVE)
}

export function finalPoints(lineup: readonly LineupEntry[]): Points {
  return addPoints(startersOf(lineup).map(({ week }) => week.final ?? ZERO_POINTS))
}

export function livePoints(lineup: readonly LineupEntry[], atMs: number): Points {
  return addPoints(startersOf(lineup).map(({ week }) => pointsAt(week, atMs) ?? ZERO_POINTS))
}

export function liveProjection(lineup: readonly LineupEntry[], atMs: number): Points {
  return addPoints(startersOf(lineup).map(({ week }) => projectedAt(week, atMs)))
}

function isOut({ health }: PlayerWeek): boolean {
  return health === 'OUT' || health === 'INJURY_RESERVE'
}
