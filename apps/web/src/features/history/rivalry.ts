import { type Points, pointsFromDecimal, pointsToDecimal } from '@fieldhouse/domain/points'
import type { Comparison, PlayedGame } from './use-history.ts'

/** A game as one of its owners saw it. */
export type Sight = {
  game: PlayedGame
  own: number
  other: number
  outcome: 'won' | 'lost' | 'tied'
  /** Own points less the other's of all games so far. */
  ahead: number
}

/** The games of a comparison from the side of `a`, oldest first. */
export function sightsOf({ a, games }: Comparison): Sight[] {
  let ahead = 0
  return games.map((game) => {
    const isHome = game.home_owner === a
    const [own, other] = isHome ? [game.home_score, game.away_score] : [game.away_score, game.home_score]
    ahead += pointsFromDecimal(own) - pointsFromDecimal(other)
    const outcome = game.result === 'tie' ? 'tied' : (game.result === 'home') === isHome ? 'won' : 'lost'
    return { game, own, other, outcome, ahead: pointsToDecimal(ahead as Points) }
  })
}

/** What the games of one season came to. */
export type RivalryYear = { season: number; wins: number; losses: number; ties: number; ahead: number }

/** By season, oldest first; `ahead` is that after its last game. */
export function yearsOf(sights: readonly Sight[]): RivalryYear[] {
  const years = new Map<number, RivalryYear>()
  for (const { game, outcome, ahead } of sights) {
    const year = years.get(game.season) ?? { season: game.season, wins: 0, losses: 0, ties: 0, ahead }
    years.set(game.season, {
      season: game.season,
      wins: year.wins + Number(outcome === 'won'),
      losses: year.losses + Number(outcome === 'lost'),
      ties: year.ties + Number(outcome === 'tied'),
      ahead,
    })
  }
  return [...years.values()]
}
