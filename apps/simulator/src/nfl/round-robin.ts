export type Pair = readonly [home: number, away: number]

/**
 * Returns the pairings of a round-robin round. Rounds count from 1. After every team has played every other,
 * the pairings repeat with home and away swapped. Throws a RangeError for an odd number of teams.
 */
export function pairsOfRound(teams: readonly number[], round: number): Pair[] {
  const [fixed, ...others] = teams
  if (fixed === undefined || teams.length % 2 !== 0) throw new RangeError('the number of teams must be even')
  const rotation = (round - 1) % others.length
  const circle = [fixed, ...others.slice(rotation), ...others.slice(0, rotation)]
  const isSwapped = Math.floor((round - 1) / others.length) % 2 === 1
  return circle.slice(0, circle.length / 2).map((team, index) => {
    const opponent = circle[circle.length - 1 - index] as number
    const isHome = ((index + rotation) % 2 === 0) !== isSwapped
    return isHome ? [team, opponent] : [opponent, team]
  })
}
