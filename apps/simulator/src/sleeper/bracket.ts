export type Origin = { w: number } | { l: number }

export type BracketGame = {
  /** Counts from 1, as `number` does within the bracket. */
  round: number
  number: number
  teamIds: readonly [number, number]
  /** null for a team that the bracket starts with, and if the pairs do not follow from the bracket. */
  origins: readonly [Origin | null, Origin | null]
  winner: number
  loser: number
  /** The place that the winner takes; null if both play on. */
  place: number | null
}

export type BracketRules = {
  /** Whether the best team left plays the last one in every round. */
  isReseeded: boolean
  /** Whether the commissioner has swapped the opponents of the semifinals. */
  isEdited: boolean
  /** The winner of a game of two teams, the better seed first. */
  decide: (round: number, pair: readonly [number, number], place: number | null) => number
}

type Entrant = { teamId: number; origin: Origin | null }
type Pool = { place: number; entrants: readonly Entrant[] }

const SEMIFINALISTS = 4

/** Plays a bracket of the seeds, best first. The top seeds have byes if their number is no power of two. */
export function playBracket(
  seeds: readonly number[],
  { isReseeded, isEdited, decide }: BracketRules,
): BracketGame[] {
  const games: BracketGame[] = []
  let pools: Pool[] = [{ place: 1, entrants: seeds.map((teamId) => ({ teamId, origin: null })) }]
  for (let round = 1; pools.some(({ entrants }) => entrants.length > 1); round++) {
    pools = pools.filter(({ entrants }) => entrants.length > 1).flatMap((pool) => playRound(pool, round))
  }
  return games

  function playRound(pool: Pool, round: number): Pool[] {
    const entrants = inOrder(pool)
    const size = 2 ** Math.ceil(Math.log2(entrants.length))
    const byes = entrants.slice(0, size - entrants.length)
    const playing = entrants.slice(byes.length)
    const played = playing.slice(0, playing.length / 2).map((first, index) => {
      const second = playing[playing.length - 1 - index] as Entrant
      return playPair([first, second], round, entrants.length === 2 ? pool.place : null)
    })
    return [
      {
        place: pool.place,
        entrants: [
          ...byes,
          ...played.map(({ winner, number }) => ({ teamId: winner, origin: { w: number } })),
        ],
      },
      {
        place: pool.place + byes.length + played.length,
        entrants: played.map(({ loser, number }) => ({ teamId: loser, origin: { l: number } })),
      },
    ]
  }

  /** A bracket whose pairs do not follow from the games before does not say where its teams come from. */
  function inOrder({ place, entrants }: Pool): readonly Entrant[] {
    const [first, second, third, fourth] = entrants
    const isSwapped = isEdited && place === 1 && entrants.length === SEMIFINALISTS
    if (isSwapped) return [first, second, fourth, third].flatMap((each) => each ?? []).map(withoutOrigin)
    if (!isReseeded) return entrants
    return entrants.toSorted((a, b) => seeds.indexOf(a.teamId) - seeds.indexOf(b.teamId)).map(withoutOrigin)
  }

  function playPair(
    [first, second]: readonly [Entrant, Entrant],
    round: number,
    place: number | null,
  ): BracketGame {
    const isBetter = seeds.indexOf(first.teamId) < seeds.indexOf(second.teamId)
    const pair = isBetter
      ? ([first.teamId, second.teamId] as const)
      : ([second.teamId, first.teamId] as const)
    const winner = decide(round, pair, place)
    const game: BracketGame = {
      round,
      number: games.length + 1,
      teamIds: [first.teamId, second.teamId],
      origins: [first.origin, second.origin],
      winner,
      loser: winner === first.teamId ? second.teamId : first.teamId,
      place,
    }
    games.push(game)
    return game
  }
}

const withoutOrigin = ({ teamId }: Entrant): Entrant => ({ teamId, origin: null })
