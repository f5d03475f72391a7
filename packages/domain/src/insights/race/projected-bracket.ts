import type { BracketRound, PlayoffBracket } from '../../seasons/playoffs.ts'
import { totalsOf } from '../odds/season-totals.ts'
import { type SeedingRules, seedOrder } from '../odds/seed-order.ts'
import { bracketOrder, countByes } from '../odds/simulate-season.ts'
import type { RegularSeason } from '../season/regular-season.ts'

/** What the provider has not set of a round, as the seeds and the results so far give it. */
export type RoundProjection = {
  /** Each side lists the IDs of the teams that it can be, best seed first; never empty. */
  pairings: [number[], number[]][]
  /** The teams that would advance without a game, best seed first. */
  byes: number[]
}

export type ProjectionPlan = {
  /** Team IDs, best seed first. */
  seeds: readonly number[]
  places: number
  /** Whether the best seed left always plays the worst one; null if unknown. */
  isReseeded: boolean | null
}

type Entry = {
  /** Who can have it, best seed first. */
  teamIds: number[]
  /** Where it is in a bracket without reseeding, from the top. */
  position: number
}

const NONE: RoundProjection = { pairings: [], byes: [] }

/**
 * The team IDs by the standings so far, best first. null before the first week is completed, because all teams are
 * level then.
 */
export function seedsSoFar(season: RegularSeason, rules: SeedingRules): number[] | null {
  if (season.completedPeriods === 0) return null
  return seedOrder(totalsOf(season), rules).flatMap((index) => season.teams[index]?.teamId ?? [])
}

/**
 * What the bracket of a running season lacks, for each of its rounds. Games and byes that the provider has set are
 * never projected. If they contradict the rounds before, nothing is projected from there on. A game that is not decided
 * has no predicted winner: the next game lists both teams.
 */
export function projectBracket(
  { status, rounds }: Pick<PlayoffBracket, 'status' | 'rounds'>,
  { seeds, places, isReseeded }: ProjectionPlan,
): RoundProjection[] {
  const isRunning = status === 'before' || status === 'in_progress'
  const isComplete =
    places >= 2 && places <= seeds.length && 2 ** rounds.length === places + countByes(places)
  if (!isRunning || !isComplete) return rounds.map(() => NONE)

  const rankOf = (teamId: number) => seeds.indexOf(teamId)
  const order = bracketOrder(places)
  function entryOf(teamIds: readonly number[], winnerId: number | null = null): Entry {
    const sorted = [...new Set(teamIds)].sort((a, b) => rankOf(a) - rankOf(b))
    const position = order.indexOf(rankOf(sorted[0] ?? 0) + 1)
    // A team beyond the places, to which the commissioner gave one, comes last.
    return {
      teamIds: winnerId === null ? sorted : [winnerId],
      position: position < 0 ? order.length : position,
    }
  }

  /** null if it is unknown who would play whom. */
  function pairRound(playing: readonly Entry[], index: number): RoundProjection['pairings'] | null {
    // The last two play each other, whatever the order.
    if (playing.length === 2) return [[playing[0]?.teamIds ?? [], playing[1]?.teamIds ?? []]]
    if (index === 0 || isReseeded === true) return pairByRank(playing, rankOf)
    return isReseeded === null && playing.length > 0 ? null : pairNeighbors(playing, 2 ** index)
  }

  /** null once it is unknown who plays. */
  let entries: Entry[] | null = entrantsOf(rounds[0], seeds, places).map((teamId) => entryOf([teamId]))
  return rounds.map((round, index) => {
    const open: Entry[] | null = entries === null ? null : openEntries(round, entries)
    entries = null
    if (open === null) return NONE
    open.sort((a, b) => rankOf(a.teamIds[0] ?? 0) - rankOf(b.teamIds[0] ?? 0))
    const games = index === 0 ? places - 2 ** (rounds.length - 1) : 2 ** (rounds.length - 1 - index)
    const byes = open.length - 2 * (games - round.championship.length)
    const [waiting, playing] = [open.slice(0, byes), open.slice(byes)]
    // Only the first round has byes.
    const isFitting = byes === 0 || (byes > 0 && index === 0)
    const pairings = isFitting ? pairRound(playing, index) : null
    if (pairings === null) return NONE
    entries = [
      ...round.championship.map(({ teamIds, winnerId }) => entryOf(teamIds, winnerId)),
      ...round.byes.map((teamId) => entryOf([teamId])),
      ...waiting,
      ...pairings.map((sides) => entryOf(sides.flat())),
    ]
    return { pairings, byes: waiting.flatMap(({ teamIds }) => teamIds) }
  })
}

/** The teams of the first round: those that the provider has set, then the best seeds. */
function entrantsOf(round: BracketRound | undefined, seeds: readonly number[], places: number): number[] {
  const set =
    round === undefined ? [] : [...round.championship.flatMap(({ teamIds }) => teamIds), ...round.byes]
  const others = seeds.filter((teamId) => !set.includes(teamId))
  return [...set, ...others.slice(0, Math.max(0, places - set.length))]
}

/** The entries that have no game and no bye yet; null if the entries do not explain the games and byes of the round. */
function openEntries({ championship, byes }: BracketRound, entries: readonly Entry[]): Entry[] | null {
  const set = [...championship.flatMap(({ teamIds }) => teamIds), ...byes]
  const taken = new Set(set.map((id) => entries.find(({ teamIds }) => teamIds.includes(id)) ?? null))
  if (taken.has(null) || taken.size < set.length) return null
  return entries.filter((entry) => !taken.has(entry))
}

/**
 * The order of a bracket without reseeding. null if the games so far are not in that order.
 * @param size the places in the first round that lead to one entry
 */
function pairNeighbors(entries: readonly Entry[], size: number): RoundProjection['pairings'] | null {
  const sorted = entries.toSorted((a, b) => a.position - b.position)
  const isInOrder =
    new Set(entries.map(({ position }) => Math.floor(position / size))).size === entries.length
  if (!isInOrder) return null
  return Array.from({ length: sorted.length / 2 }, (_, index) => [
    sorted[2 * index]?.teamIds ?? [],
    sorted[2 * index + 1]?.teamIds ?? [],
  ])
}

/** The best seed plays the worst one, the second best the second worst. */
function pairByRank(
  entries: readonly Entry[],
  rankOf: (teamId: number) => number,
): RoundProjection['pairings'] {
  const ranges = entries.map(({ teamIds }) => {
    const ranks = teamIds.map(rankOf)
    return { best: Math.min(...ranks), worst: Math.max(...ranks) }
  })
  const ranks = entries.map(() => new Set<number>())
  for (const [index, { teamIds }] of entries.entries()) {
    const others = ranges.filter((_, other) => other !== index)
    for (const teamId of teamIds) {
      const first = others.filter(({ worst }) => worst < rankOf(teamId)).length
      const last = others.filter(({ best }) => best < rankOf(teamId)).length
      for (const candidates of ranks.slice(first, last + 1)) candidates.add(teamId)
    }
  }
  const sides = ranks.map((teamIds) => [...teamIds].sort((a, b) => rankOf(a) - rankOf(b)))
  return Array.from({ length: sides.length / 2 }, (_, index) => [
    sides[index] ?? [],
    sides[sides.length - 1 - index] ?? [],
  ])
}
