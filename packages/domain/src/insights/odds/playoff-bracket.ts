export type PlayoffPlan = {
  places: number
  /** The NFL weeks of each round, in order. The last number counts for all further rounds. */
  roundWeeks: readonly number[]
  /** Whether the best seed left always plays the worst one. */
  isReseeded: boolean
  /** The rounds that the provider has paired, in order. They replace our own pairings. */
  knownRounds: readonly KnownRound[]
}

/** Teams are indexes. */
export type KnownRound = {
  pairings: readonly { teams: readonly [number, number]; winner: number | null }[]
  byes: readonly number[]
}

type PlayGame = (a: number, b: number, weeks: number) => number

export function countByes(places: number): number {
  return 2 ** Math.ceil(Math.log2(places)) - places
}

/** The seeds of a fixed bracket in its order. Neighbors play each other, and seeds beyond the places are byes. */
export function bracketOrder(places: number): number[] {
  let order = [1]
  while (order.length < places) order = order.flatMap((seed) => [seed, 2 * order.length + 1 - seed])
  return order
}

/** The function takes the seeds best first, and can be called once for each run of a simulation. */
export function bracketPlayer(plan: PlayoffPlan): (seeds: readonly number[], play: PlayGame) => number {
  const { roundWeeks, isReseeded, knownRounds } = plan
  const order = bracketOrder(plan.places)
  return (seeds, play) => {
    /** Teams in the order of the bracket; null is a bye. */
    let slots: (number | null)[] = []
    for (const seed of order) slots.push(seed <= plan.places ? (seeds[seed - 1] ?? null) : null)
    for (let round = 0; slots.length > 1; round += 1) {
      const weeks = roundWeeks[Math.min(round, roundWeeks.length - 1)] ?? 1
      const known = knownRounds[round]
      if (known === undefined) slots = playRound(isReseeded ? reseed(slots, seeds) : slots, weeks, play)
      else slots = playKnownRound(known, seeds, order, (a, b) => play(a, b, weeks))
    }
    return slots[0] ?? -1
  }
}

/** Neighbors play each other. */
function playRound(slots: readonly (number | null)[], weeks: number, play: PlayGame): (number | null)[] {
  const winners: (number | null)[] = []
  for (let slot = 0; slot < slots.length; slot += 2) {
    const [a, b] = [slots[slot] ?? null, slots[slot + 1] ?? null]
    winners.push(a === null || b === null ? (a ?? b) : play(a, b, weeks))
  }
  return winners
}

function reseed(slots: readonly (number | null)[], seeds: readonly number[]): (number | null)[] {
  const alive = slots.filter((team) => team !== null).sort((a, b) => seeds.indexOf(a) - seeds.indexOf(b))
  return alive
    .slice(0, slots.length / 2)
    .flatMap((team, index) => [team, alive[slots.length - 1 - index] ?? null])
}

/** The winners and byes, in the order of the bracket of their best seed. */
function playKnownRound(
  { pairings, byes }: KnownRound,
  seeds: readonly number[],
  order: readonly number[],
  play: (a: number, b: number) => number,
): number[] {
  const position = (team: number) => order.indexOf(seeds.indexOf(team) + 1)
  const entries = [
    ...pairings.map(({ teams, winner }) => ({ teams, winner })),
    ...byes.map((team) => ({ teams: [team, team] as const, winner: team })),
  ]
  const bestPosition = (teams: readonly [number, number]) =>
    position(seeds.indexOf(teams[0]) <= seeds.indexOf(teams[1]) ? teams[0] : teams[1])
  return entries
    .sort((a, b) => bestPosition(a.teams) - bestPosition(b.teams))
    .map(({ teams, winner }) => winner ?? play(teams[0], teams[1]))
}
