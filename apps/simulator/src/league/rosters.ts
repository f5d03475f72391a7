import { addPoints, type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import { type Player, type PlayerWeek, type Position, pointsAt, projectedAt } from '../players.ts'
import { randomFrom, type Seed } from '../random.ts'

export type DraftPick = { overall: number; round: number; inRound: number; teamId: number; playerId: number }

export const ROSTER_COUNTS: RosterCounts = { QB: 2, RB: 5, WR: 5, TE: 2, K: 1, 'D/ST': 1 }

export type RosterCounts = Readonly<Partial<Record<Position, number>>>

/** Weekly points of a replacement-level player. The value of a player is the difference. */
const REPLACEMENT_POINTS = {
  QB: 16.5,
  RB: 7.5,
  WR: 8,
  TE: 8,
  K: 9.5,
  'D/ST': 9,
  DL: 7,
  LB: 8,
  DB: 7.5,
} as const satisfies Record<Position, number>

/** The players that each team keeps from the season before, the same number for all teams. */
type Keepers = ReadonlyMap<number, readonly Player[]>

export type DraftRules = {
  rosterCounts: RosterCounts
  /** The team IDs in the order of the first round. */
  order: readonly number[]
  /** Whether every round has this order. In a snake draft, it is reversed in every other round. */
  isLinear: boolean
  keepers: Keepers
  holderOf: (round: number, teamId: number) => number
}

export function draftOrder(seed: Seed, season: number, teamIds: readonly number[]): number[] {
  return randomFrom(seed, season, 'draft order').shuffle(teamIds)
}

export function simulateDraft(
  seed: Seed,
  season: number,
  players: readonly Player[],
  { rosterCounts, order, isLinear, keepers, holderOf }: DraftRules,
): DraftPick[] {
  const keeperIds = new Set([...keepers.values()].flat().map(({ id }) => id))
  const available = new Set(players.filter(({ id }) => !keeperIds.has(id)))
  const positionCounts = new Map(order.map((teamId) => [teamId, countPositions(keepers.get(teamId) ?? [])]))
  const total = Object.values(rosterCounts).reduce((sum, count) => sum + count, 0)
  const picks: DraftPick[] = []
  for (let round = 1; round <= total - (keepers.get(order[0] ?? 0)?.length ?? 0); round++) {
    const slots = isLinear || round % 2 === 1 ? order : [...order].reverse()
    for (const [index, slot] of slots.entries()) {
      const teamId = holderOf(round, slot)
      const counts = positionCounts.get(teamId) ?? new Map<Position, number>()
      const candidates = [...available].filter(
        ({ position }) => (counts.get(position) ?? 0) < (rosterCounts[position] ?? 0),
      )
      const player = pickBest(candidates, randomFrom(seed, season, 'draft', round, teamId))
      available.delete(player)
      counts.set(player.position, (counts.get(player.position) ?? 0) + 1)
      picks.push({ overall: picks.length + 1, round, inRound: index + 1, teamId, playerId: player.id })
    }
  }
  return picks
}

function countPositions(players: readonly Player[]): Map<Position, number> {
  const groups = Map.groupBy(players, ({ position }) => position)
  return new Map([...groups].map(([position, group]) => [position, group.length]))
}

function pickBest(
  players: readonly Player[],
  random: { around(mean: number, spread: number): number },
): Player {
  let best: Player | undefined
  let bestValue = Number.NEGATIVE_INFINITY
  for (const player of players) {
    const value = random.around(player.averagePoints - REPLACEMENT_POINTS[player.position], 0.5)
    if (value > bestValue) [best, bestValue] = [player, value]
  }
  if (best === undefined) throw new RangeError('no player left to draft')
  return best
}

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
