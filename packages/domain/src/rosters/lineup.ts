import { addPoints, maxRoundingError, type Points, ZERO_POINTS } from '../points.ts'
import type { Finding } from '../seasons/season.ts'

type LineupSlot = {
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

/**
 * An exact optimum. Players on injured reserve are not eligible. A player fits every eligible slot and the slot that
 * they actually filled. A slot may stay empty, so a player with negative points never starts. null if it is unknown
 * which slots a player with points can fill. The starters are in the order of the entries; so are the slots, with the
 * empty ones at the end. `started` and `best` differ in as few slots as possible.
 */
export function bestLineup({ entries, emptySlots }: Pick<TeamLineup, 'entries' | 'emptySlots'>) {
  const isStarter = ({ slotId }: LineupEntry) => slotOf(slotId).isStarter
  const slots = [
    ...entries.filter(isStarter).map((started) => ({ slotId: started.slotId, started })),
    ...emptySlots.map((slotId) => ({ slotId, started: null })),
  ]
  const players = entries.filter(({ slotId }) => slotId !== RESERVE_SLOT)
  if (players.some((player) => (player.points ?? 0) > 0 && !hasKnownSlots(player))) return null
  const gains = slots.map((slot) => players.map((player) => gainOf(player, slot)))
  const chosen = solveAssignment(gains).map((column, row) =>
    (gains[row]?.[column] ?? 0) > 0 ? (players[column] ?? null) : null,
  )
  const starters = players.filter((player) => chosen.includes(player))
  return {
    points: addPoints(starters.map(({ points }) => points ?? ZERO_POINTS)),
    starters,
    slots: slots.map((slot, row) => ({
      ...slot,
      best: chosen[row] ?? (slot.started?.points === ZERO_POINTS ? slot.started : null),
    })),
  }
}

function hasKnownSlots({ eligibleSlots }: LineupEntry): boolean {
  return eligibleSlots.some((slotId) => slotOf(slotId).isStarter)
}

/** More than the number of slots, so that all of them together weigh less than a hundredth of a point. */
const HUNDREDTH = 1000

type Slot = { slotId: number; started: LineupEntry | null }

/** Of lineups with the same points, the one that leaves most players where they started gains most. */
function gainOf(player: LineupEntry, { slotId, started }: Slot): number {
  const fits = player.slotId === slotId || player.eligibleSlots.includes(slotId)
  const points = Math.max(0, player.points ?? 0)
  return fits && points > 0 ? points * HUNDREDTH + (player === started ? 1 : 0) : 0
}

/**
 * Assigns each row a distinct column so that the sum of gains is maximal. If there are more rows than
 * columns, the surplus rows get an index past the last column. Hungarian algorithm with potentials, O(rows² ×
 * columns).
 */
function solveAssignment(gains: readonly (readonly number[])[]): number[] {
  const rows = gains.length
  const columns = Math.max(rows, gains[0]?.length ?? 0)
  const costOf = (row: number, column: number) => -(gains[row - 1]?.[column - 1] ?? 0)
  const matching = createMatching(rows, columns)
  for (let row = 1; row <= rows; row += 1) {
    matching.rowByColumn[0] = row
    augmentMatching(matching, costOf)
  }
  const assigned = Array.from({ length: rows }, () => columns)
  for (const [column, row] of matching.rowByColumn.entries()) {
    if (column > 0 && row > 0) assigned[row - 1] = column - 1
  }
  return assigned
}

/** All indexes start at 1. Column 0 contains the row that is being assigned. */
type Matching = { rowByColumn: number[]; rowPotentials: number[]; columnPotentials: number[] }

function createMatching(rows: number, columns: number): Matching {
  const zeros = (count: number) => Array.from({ length: count + 1 }, () => 0)
  return { rowByColumn: zeros(columns), rowPotentials: zeros(rows), columnPotentials: zeros(columns) }
}

/** Grows an alternating tree from the unassigned row to a free column, then shifts the rows along that path. */
function augmentMatching(matching: Matching, costOf: (row: number, column: number) => number): void {
  const { rowByColumn, rowPotentials, columnPotentials } = matching
  const slack = rowByColumn.map(() => Number.POSITIVE_INFINITY)
  const previousColumn = rowByColumn.map(() => 0)
  const isVisited = rowByColumn.map(() => false)
  let column = 0
  while (rowByColumn[column] !== 0) {
    isVisited[column] = true
    const row = valueAt(rowByColumn, column)
    let next = 0
    let minSlack = Number.POSITIVE_INFINITY
    for (let other = 1; other < rowByColumn.length; other += 1) {
      if (isVisited[other] === true) continue
      const reduced = costOf(row, other) - valueAt(rowPotentials, row) - valueAt(columnPotentials, other)
      if (reduced < valueAt(slack, other)) {
        slack[other] = reduced
        previousColumn[other] = column
      }
      if (valueAt(slack, other) < minSlack) {
        minSlack = valueAt(slack, other)
        next = other
      }
    }
    for (let index = 0; index < rowByColumn.length; index += 1) {
      if (isVisited[index] === true) {
        rowPotentials[valueAt(rowByColumn, index)] =
          valueAt(rowPotentials, valueAt(rowByColumn, index)) + minSlack
        columnPotentials[index] = valueAt(columnPotentials, index) - minSlack
      } else slack[index] = valueAt(slack, index) - minSlack
    }
    column = next
  }
  while (column !== 0) {
    rowByColumn[column] = valueAt(rowByColumn, valueAt(previousColumn, column))
    column = valueAt(previousColumn, column)
  }
}

function valueAt(values: readonly number[], index: number): number {
  return values[index] ?? 0
}

export type LineupReview = NonNullable<ReturnType<typeof reviewLineup>>

/**
 * Compares a lineup with the best one. `leftOnBench` is 0 and `efficiency` null if the provider counted more than that.
 * The players to start are by points, most first, and those to bench fewest first.
 */
export function reviewLineup(lineup: Pick<TeamLineup, 'entries' | 'emptySlots' | 'points'>) {
  const best = bestLineup(lineup)
  if (best === null) return null
  const isStarter = ({ slotId }: LineupEntry) => slotOf(slotId).isStarter
  const actual = countedPoints(lineup)
  const byPoints = (a: LineupEntry, b: LineupEntry) => (a.points ?? 0) - (b.points ?? 0)
  const toStart = best.starters.filter((entry) => !isStarter(entry)).sort((a, b) => byPoints(b, a))
  const replaced = lineup.entries.filter((entry) => isStarter(entry) && !best.starters.includes(entry))
  const isComparable = best.points > 0 && actual <= best.points
  return {
    actual,
    optimal: best.points,
    leftOnBench: Math.max(0, best.points - actual) as Points,
    efficiency: isComparable ? actual / best.points : null,
    toStart,
    // A starter without points stays if nobody on the bench would have had more.
    toBench: replaced.filter(({ points }) => toStart.length > 0 || (points ?? 0) < 0).sort(byPoints),
    slots: best.slots,
  }
}

export function countedPoints({ entries, points }: Pick<TeamLineup, 'entries' | 'points'>): Points {
  const started = starterPoints(entries)
  const roundingError = maxRoundingError(entries.filter(({ slotId }) => slotOf(slotId).isStarter).length)
  return Math.abs(points - started) <= roundingError ? started : points
}

type LineupSums = Pick<LineupReview, 'actual' | 'optimal' | 'leftOnBench'>

export type ReviewedGame = {
  /** Of every week of the game; fewer if some are not stored. */
  reviews: readonly LineupSums[]
  weeks: number
  /** 1 for a win, 0.5 for a tie, 0 for a loss. */
  result: number
  opponentPoints: Points
}

/** Sums up a season. Weeks in which the provider counted more than the best lineup are in no sum. */
export function seasonEfficiency(games: readonly ReviewedGame[]) {
  const reviews = games.flatMap((game) => game.reviews).filter(({ actual, optimal }) => actual <= optimal)
  const sumOf = (value: (review: LineupSums) => number) =>
    reviews.reduce((sum, review) => sum + value(review), 0) as Points
  const [actual, optimal] = [sumOf((review) => review.actual), sumOf((review) => review.optimal)]
  const lost = games.filter((game) => game.result === 0 && game.reviews.length === game.weeks)
  return {
    weeks: reviews.length,
    actual,
    optimal,
    leftOnBench: sumOf((review) => review.leftOnBench),
    efficiency: optimal > 0 ? actual / optimal : null,
    perfectLineups: reviews.filter(isPerfect).length,
    wouldHaveWon: lost.filter(wouldHaveWon).length,
    lostAnyway: lost.filter((game) => game.reviews.every(isPerfect)).length,
  }
}

export function wouldHaveWon({ reviews, weeks, result, opponentPoints }: ReviewedGame): boolean {
  const optimal = reviews.reduce((sum, review) => sum + review.optimal, 0)
  return result === 0 && reviews.length === weeks && optimal > opponentPoints
}

function isPerfect({ actual, optimal }: LineupSums): boolean {
  return optimal > 0 && actual === optimal
}
