import { type GameWeeks, type Pairing, playGame, type SideOf, type SimulatedGame, type Tier } from './game.ts'

/**
 * Plays the playoffs: six teams in three rounds. The top two seeds have a bye, then play the winners of 4–5
 * and 3–6. The losers play for the ranks below. So do the teams that missed the playoffs, in a ladder.
 */
export function playPlayoffs(
  seeds: readonly number[],
  rounds: readonly GameWeeks[],
  firstId: number,
  sideOf: SideOf,
): { games: SimulatedGame[]; finalOrder: number[] } {
  const games: SimulatedGame[] = []
  const play = (round: number, pairings: readonly Pairing[]) => {
    const gameWeeks = rounds[round]
    if (gameWeeks === undefined) throw new RangeError('the playoffs have three rounds')
    const played = pairings.map((pairing, index) =>
      playGame(firstId + games.length + index, gameWeeks, pairing, sideOf),
    )
    games.push(...played)
    return played
  }
  const [s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, ...rest] = seeds
  const betterSeedFirst = (a: number, b: number): [number, number] =>
    seeds.indexOf(a) < seeds.indexOf(b) ? [a, b] : [b, a]
  const versus = (tier: Tier, [homeId, awayId]: [number, number]): Pairing => ({ tier, homeId, awayId })
  const ladder = (order: readonly number[]) =>
    pairsOf(order).map((pair) => versus('LOSERS_CONSOLATION_LADDER', pair))

  const [, fourFive, threeSix, , ...firstLadder] = play(0, [
    { tier: 'WINNERS_BRACKET', homeId: s1, awayId: null },
    versus('WINNERS_BRACKET', [s4, s5]),
    versus('WINNERS_BRACKET', [s3, s6]),
    { tier: 'WINNERS_BRACKET', homeId: s2, awayId: null },
    ...ladder(rest),
  ]).map(outcomeOf) as [GameOutcome, GameOutcome, GameOutcome, GameOutcome, ...GameOutcome[]]
  const fifthPlacePair = betterSeedFirst(fourFive.loser, threeSix.loser)

  const [semifinal1, semifinal2, , ...secondLadder] = play(1, [
    versus('WINNERS_BRACKET', betterSeedFirst(s1, fourFive.winner)),
    versus('WINNERS_BRACKET', betterSeedFirst(s2, threeSix.winner)),
    versus('WINNERS_CONSOLATION_LADDER', fifthPlacePair),
    ...ladder(climbLadder(firstLadder)),
  ]).map(outcomeOf) as [GameOutcome, GameOutcome, GameOutcome, ...GameOutcome[]]

  const last = play(2, [
    versus('WINNERS_BRACKET', betterSeedFirst(semifinal1.winner, semifinal2.winner)),
    versus('WINNERS_CONSOLATION_LADDER', betterSeedFirst(semifinal1.loser, semifinal2.loser)),
    versus('WINNERS_CONSOLATION_LADDER', fifthPlacePair),
    ...ladder(climbLadder(secondLadder)),
  ]).map(outcomeOf)
  return { games, finalOrder: last.flatMap(({ winner, loser }) => [winner, loser]) }
}

type GameOutcome = { winner: number; loser: number }

function outcomeOf({ home, away, winner }: SimulatedGame): GameOutcome {
  const awayId = away?.teamId ?? home.teamId
  return winner === 'AWAY' ? { winner: awayId, loser: home.teamId } : { winner: home.teamId, loser: awayId }
}

function climbLadder(pairs: readonly GameOutcome[]): number[] {
  const order = pairs.flatMap(({ winner, loser }) => [winner, loser])
  for (let index = 1; index + 1 < order.length; index += 2) {
    const [above, below] = [order[index] as number, order[index + 1] as number]
    order[index] = below
    order[index + 1] = above
  }
  return order
}

function pairsOf(order: readonly number[]): [number, number][] {
  const pairs: [number, number][] = []
  for (let index = 0; index + 1 < order.length; index += 2) {
    pairs.push([order[index] as number, order[index + 1] as number])
  }
  return pairs
}
