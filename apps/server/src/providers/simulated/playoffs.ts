import { type GameWeeks, type Pairing, playGame, type SideOf, type SimulatedGame, type Tier } from './game.ts'

/**
 * The playoffs of six teams in three rounds. The first two seeds have a bye, then meet the
 * winners of 4–5 and 3–6. Those who lost play for the places below, and so do the teams
 * that did not get in, who change places pair by pair.
 */
export function playPlayoffs(
  seeds: readonly number[],
  rounds: readonly GameWeeks[],
  firstId: number,
  sideOf: SideOf,
): { games: SimulatedGame[]; finalOrder: number[] } {
  const games: SimulatedGame[] = []
  const play = (round: number, pairings: readonly Pairing[]) => {
    const time = rounds[round]
    if (time === undefined) throw new RangeError('the playoffs have three rounds')
    const played = pairings.map((pairing, place) =>
      playGame(firstId + games.length + place, time, pairing, sideOf),
    )
    games.push(...played)
    return played
  }
  const [s1, s2, s3, s4, s5, s6, ...rest] = seeds as [
    number,
    number,
    number,
    number,
    number,
    number,
    ...number[],
  ]
  const better = (a: number, b: number): [number, number] =>
    seeds.indexOf(a) < seeds.indexOf(b) ? [a, b] : [b, a]
  const versus = (tier: Tier, [homeId, awayId]: [number, number]): Pairing => ({ tier, homeId, awayId })
  const ladder = (order: readonly number[]) =>
    pairsOf(order).map((pair) => versus('LOSERS_CONSOLATION_LADDER', pair))

  const [, low, high, , ...first] = play(0, [
    { tier: 'WINNERS_BRACKET', homeId: s1, awayId: null },
    versus('WINNERS_BRACKET', [s4, s5]),
    versus('WINNERS_BRACKET', [s3, s6]),
    { tier: 'WINNERS_BRACKET', homeId: s2, awayId: null },
    ...ladder(rest),
  ]).map(outcomeOf) as [GameOutcome, GameOutcome, GameOutcome, GameOutcome, ...GameOutcome[]]
  const fifth = better(low.loser, high.loser)

  const [top, bottom, , ...second] = play(1, [
    versus('WINNERS_BRACKET', better(s1, low.winner)),
    versus('WINNERS_BRACKET', better(s2, high.winner)),
    versus('WINNERS_CONSOLATION_LADDER', fifth),
    ...ladder(climbLadder(first)),
  ]).map(outcomeOf) as [GameOutcome, GameOutcome, GameOutcome, ...GameOutcome[]]

  const last = play(2, [
    versus('WINNERS_BRACKET', better(top.winner, bottom.winner)),
    versus('WINNERS_CONSOLATION_LADDER', better(top.loser, bottom.loser)),
    versus('WINNERS_CONSOLATION_LADDER', fifth),
    ...ladder(climbLadder(second)),
  ]).map(outcomeOf)
  return { games, finalOrder: last.flatMap(({ winner, loser }) => [winner, loser]) }
}

type GameOutcome = { winner: number; loser: number }

function outcomeOf({ home, away, winner }: SimulatedGame): GameOutcome {
  const awayId = away?.teamId ?? home.teamId
  return winner === 'AWAY' ? { winner: awayId, loser: home.teamId } : { winner: home.teamId, loser: awayId }
}

/** The ladder after a round: each winner goes up past the loser of the pair above. */
function climbLadder(pairs: readonly GameOutcome[]): number[] {
  const order = pairs.flatMap(({ winner, loser }) => [winner, loser])
  for (let place = 1; place + 1 < order.length; place += 2) {
    const [above, below] = [order[place] as number, order[place + 1] as number]
    order[place] = below
    order[place + 1] = above
  }
  return order
}

function pairsOf(order: readonly number[]): [number, number][] {
  const pairs: [number, number][] = []
  for (let place = 0; place + 1 < order.length; place += 2) {
    pairs.push([order[place] as number, order[place + 1] as number])
  }
  return pairs
}
