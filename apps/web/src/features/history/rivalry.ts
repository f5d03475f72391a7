import { type Points, pointsFromDecimal, pointsToDecimal } from '@fieldhouse/domain/points'
import type { Comparison, PlayedGame } from './use-history.ts'

/** A game as one of its owners saw it. */
export type RivalryGame = {
  game: PlayedGame
  ownScore: number
  opponentScore: number
  outcome: 'won' | 'lost' | 'tied'
  /** Own points less the other's of all games so far. */
  pointDifference: number
}

/** The games of a comparison from the side of `a`, oldest first. */
export function toRivalryGames({ a, games }: Comparison): RivalryGame[] {
  let pointDifference = 0
  return games.map((game) => {
    const isHome = game.home_owner === a
    const [own, other] = isHome ? [game.home_score, game.away_score] : [game.away_score, game.home_score]
    pointDifference += pointsFromDecimal(own) - pointsFromDecimal(other)
    const outcome = game.result === 'tie' ? 'tied' : (game.result === 'home') === isHome ? 'won' : 'lost'
    return {
      game,
      ownScore: own,
      opponentScore: other,
      outcome,
      pointDifference: pointsToDecimal(pointDifference as Points),
    }
  })
}

/** What the games of one season came to. */
export type RivalrySeason = {
  season: number
  wins: number
  losses: number
  ties: number
  pointDifference: number
}

/** By season, oldest first; `pointDifference` is that after its last game. */
export function toRivalrySeasons(sights: readonly RivalryGame[]): RivalrySeason[] {
  const years = new Map<number, RivalrySeason>()
  for (const { game, outcome, pointDifference } of sights) {
    const year = years.get(game.season) ?? {
      season: game.season,
      wins: 0,
      losses: 0,
      ties: 0,
      pointDifference,
    }
    years.set(game.season, {
      season: game.season,
      wins: year.wins + Number(outcome === 'won'),
      losses: year.losses + Number(outcome === 'lost'),
      ties: year.ties + Number(outcome === 'tied'),
      pointDifference,
    })
  }
  return [...years.values()]
}
