export type Pair = readonly [home: number, away: number]

/**
 * Who meets whom in a round, counted from 1, when an even number of teams plays everyone
 * in turn: after as many rounds as there are other teams it begins again, with home and
 * away changed.
 */
export function pairsOfRound(teams: readonly number[], round: number): Pair[] {
  const [fixed, ...others] = teams
  if (fixed === undefined || teams.length % 2 !== 0) throw new RangeError('an even number of teams is needed')
  const turn = (round - 1) % others.length
  const circle = [fixed, ...others.slice(turn), ...others.slice(0, turn)]
  const isSwapped = Math.floor((round - 1) / others.length) % 2 === 1
  return circle.slice(0, circle.length / 2).map((team, place) => {
    const other = circle[circle.length - 1 - place] as number
    const isHome = ((place + turn) % 2 === 0) !== isSwapped
    return isHome ? [team, other] : [other, team]
  })
}
