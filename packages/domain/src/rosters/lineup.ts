import { addPoints, type Points, ZERO_POINTS } from '../points.ts'
import type { Finding } from '../seasons/season.ts'

export type LineupSlot = {
  slotId: number
  /** Display name, such as `FLEX`; the ID for an unknown slot. */
  name: string
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

/** Every slot other than bench and injured reserve is a starting slot, even unknown ones. */
export function slotOf(slotId: number): LineupSlot {
  const isStarter = slotId !== BENCH_SLOT && slotId !== RESERVE_SLOT
  return { slotId, name: SLOT_NAMES[slotId] ?? nameInSlotId(slotId) ?? `${slotId}`, isStarter }
}

/** Names of slots without an ID are read as numbers in base 39. Ten characters are exact in a JavaScript number. */
const NAME_CHARACTERS = ' 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ/_'
const MAX_NAME_LENGTH = 10
/** Above every ID of a provider. */
const FIRST_NAMED_SLOT = 1000

/**
 * The ID of a starting slot that only has a name, such as a slot that a provider has added. `slotOf` returns its name,
 * in upper case and at most ten characters long.
 */
export function namedSlotId(name: string): number {
  const characters = name.trim().toUpperCase().slice(0, MAX_NAME_LENGTH).trim()
  let id = 0
  for (const character of characters || '_') {
    const digit = NAME_CHARACTERS.indexOf(character)
    id = id * NAME_CHARACTERS.length + (digit < 0 ? NAME_CHARACTERS.indexOf('_') : digit)
  }
  return FIRST_NAMED_SLOT + id
}

const SLOT_IDS: ReadonlyMap<string, number> = new Map(
  Object.entries(SLOT_NAMES).map(([slotId, name]) => [name.toUpperCase(), Number(slotId)]),
)

export function slotIdOf(name: string): number {
  const text = name.trim().toUpperCase()
  if (/^\d{1,3}$/.test(text)) return Number(text)
  return SLOT_IDS.get(text) ?? namedSlotId(text)
}

function nameInSlotId(slotId: number): string | null {
  if (slotId < FIRST_NAMED_SLOT) return null
  let name = ''
  for (let rest = slotId - FIRST_NAMED_SLOT; rest > 0; rest = Math.floor(rest / NAME_CHARACTERS.length)) {
    name = `${NAME_CHARACTERS[rest % NAME_CHARACTERS.length]}${name}`
  }
  return name || null
}

const SLOTS_OF_POSITION: Readonly<Record<string, readonly number[]>> = {
  QB: [0, 7],
  RB: [2, 3, 7, 23],
  WR: [3, 4, 5, 7, 23],
  TE: [5, 6, 7, 23],
  K: [17],
  'D/ST': [16],
  DT: [8, 11, 15],
  DE: [9, 11, 15],
  LB: [10, 15],
  CB: [12, 14, 15],
  S: [13, 14, 15],
}
const SLOTS_BY_POSITION: ReadonlySet<number> = new Set(Object.values(SLOTS_OF_POSITION).flat())

/**
 * For players of whom only the position is known. Empty if the position is unknown, or if one of the season's starting
 * slots does not say which positions it accepts.
 */
export function slotsOfPosition(position: string | null, startingSlots: Iterable<number>): number[] {
  const slots = SLOTS_OF_POSITION[position?.trim().toUpperCase() ?? '']
  const isCertain = [...startingSlots].every((slotId) => SLOTS_BY_POSITION.has(slotId))
  return slots === undefined || !isCertain ? [] : [...slots, BENCH_SLOT, RESERVE_SLOT]
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

export type WeekLineups = {
  providerLeagueId: string
  season: number
  /** The NFL week, which is not always a matchup period. */
  week: number
  /** Empty before the draft and if the provider has none. */
  lineups: TeamLineup[]
  findings: Finding[]
}

export type TeamLineup = {
  teamId: number
  /** In slot order: starters, bench, injured reserve. An empty slot has no entry. */
  entries: LineupEntry[]
  /** Empty starting slots, in slot order. Empty if the roster slots are unknown. */
  emptySlots: number[]
  /** The points of the starters, without adjustments. Rounded once, so the sum of rounded entries can differ. */
  points: Points
  /**
   * null without any projection. The provider's projections are finer than hundredths, so the sum of the rounded
   * entries can differ slightly.
   */
  projectedPoints: Points | null
}

export type LineupEntry = {
  slotId: number
  /** The provider's player ID; negative for a team's defense. */
  playerId: number
  /** Never empty. */
  name: string
  /** Such as `WR` or `D/ST`; null if unknown. */
  position: string | null
  /** The provider's ID of the player's NFL team in that week; null without a team. */
  nflTeamId: number | null
  /** The provider's injury status at the time of the request, such as `QUESTIONABLE`; null without one. */
  injuryStatus: string | null
  /** null in a bye week, before the player's game, and for a player who did not play. */
  points: Points | null
  /** 0 in a bye week; null without a projection. */
  projectedPoints: Points | null
  /** Every slot that the player can fill. Unknown if none of them is a starting slot. */
  eligibleSlots: number[]
}

export function fallbackPlayerName(playerId: number): string {
  return `Player ${playerId}`
}

/** The lineup without points and projections, for leagues that do not play for points. */
export function withoutPoints(lineup: TeamLineup): TeamLineup {
  const entries = lineup.entries.map((entry) => ({ ...entry, points: null, projectedPoints: null }))
  return { ...lineup, entries, points: ZERO_POINTS, projectedPoints: null }
}

/** The starter with the most points, the first of them if several have; null before a starter scores. */
export function topScorer<Entry extends Pick<LineupEntry, 'slotId' | 'points'>>(
  entries: readonly Entry[],
): (Entry & { points: Points }) | null {
  const [top = null] = entries
    .filter(({ slotId }) => slotOf(slotId).isStarter)
    .flatMap((entry) => (entry.points === null ? [] : [{ ...entry, points: entry.points }]))
    .sort((a, b) => b.points - a.points)
  return top
}

export function teamsInPlay(lineups: readonly Pick<TeamLineup, 'teamId' | 'entries'>[]): Set<number> {
  const inPlay = lineups.filter(({ entries }) => entries.some(({ points }) => points !== null))
  return new Set(inPlay.map(({ teamId }) => teamId))
}

/** The sum of the starters' points. A starter without points counts as 0. */
export function starterPoints(entries: readonly Pick<LineupEntry, 'slotId' | 'points'>[]): Points {
  return addPoints(
    entries.filter((entry) => slotOf(entry.slotId).isStarter).map((entry) => entry.points ?? ZERO_POINTS),
  )
}

/** In slot order. A slot that is empty twice appears twice. `slotCounts` is the number of each slot in a lineup. */
export function emptySlotsOf(
  slotCounts: ReadonlyMap<number, number>,
  entries: readonly Pick<LineupEntry, 'slotId'>[],
): number[] {
  return [...slotCounts]
    .map(([slotId, count]) => ({ slotId, count: count - countInSlot(entries, slotId) }))
    .filter(({ slotId, count }) => count > 0 && slotOf(slotId).isStarter)
    .sort(bySlot)
    .flatMap(({ slotId, count }) => Array.from({ length: count }, () => slotId))
}

function countInSlot(entries: readonly { slotId: number }[], slotId: number): number {
  return entries.filter((entry) => entry.slotId === slotId).length
}
