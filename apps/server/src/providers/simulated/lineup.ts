import { addPoints, type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import type { PlayerWeek } from './player-week.ts'
import { pointsAt, projectedAt } from './player-week.ts'
import type { Player, Position } from './players.ts'

export type LineupEntry = { slotId: number; player: Player; week: PlayerWeek }

const BENCH = 20
const INJURED_RESERVE = 21

/** The provider's number of each starting place, and who may stand there. */
const STARTING_SLOTS: readonly (readonly [slotId: number, positions: readonly Position[]])[] = [
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

/** How many places of each kind a team has: the provider's lineupSlotCounts. */
export const SLOT_COUNTS: ReadonlyMap<number, number> = new Map([
  ...STARTING_SLOTS.map(([slotId]): [number, number] => [
    slotId,
    STARTING_SLOTS.filter(([other]) => other === slotId).length,
  ]),
  [BENCH, 7],
  [INJURED_RESERVE, 1],
])

type RosterEntry = Omit<LineupEntry, 'slotId'>

/**
 * The line-up that the projections suggest: the best fitting player in every place, one
 * who is out for long in reserve, the others on the bench. A place stays empty when
 * nobody healthy fits; somebody in the bye week stands there when no one else can.
 */
export function setLineup(roster: readonly RosterEntry[]): LineupEntry[] {
  const left = [...roster].sort((a, b) => b.week.projected - a.week.projected || a.player.id - b.player.id)
  const starters: LineupEntry[] = []
  for (const [slotId, positions] of STARTING_SLOTS) {
    const place = left.findIndex(({ player, week }) => positions.includes(player.position) && !isOut(week))
    const [chosen] = place < 0 ? [] : left.splice(place, 1)
    if (chosen !== undefined) starters.push({ slotId, ...chosen })
  }
  const reserve = left.find(({ week }) => week.health === 'INJURY_RESERVE')
  return [
    ...starters,
    ...left.map((held) => ({ slotId: held === reserve ? INJURED_RESERVE : BENCH, ...held })),
  ]
}

export function benchEveryone(roster: readonly RosterEntry[]): LineupEntry[] {
  return roster.map((held) => ({ slotId: BENCH, ...held }))
}

export function startersOf(lineup: readonly LineupEntry[]): LineupEntry[] {
  return lineup.filter(({ slotId }) => slotId !== BENCH && slotId !== INJURED_RESERVE)
}

/** What the starters have brought when the week is over. */
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
