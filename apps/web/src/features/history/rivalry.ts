import { type Points, pointsFromDecimal, pointsToDecimal } from '@fieldhouse/domain/points'
import type { Comparison, OwnerPairs, PlayedGame } from './use-history.ts'

export type RivalryGame = {
  game: PlayedGame
  ownScore: number
  opponentScore: number
  outcome: 'won' | 'lost' | 'tied'
  /** Cumulative point differential through this game. */
  pointDifference: number
}

/** Returns the games of a comparison from the perspective of `a`, oldest first. */
export function toRivalryGames({ a, games }: Comparison): RivalryGame[] {
  let pointDifference = 0
  return games.map((game) => {
    const isHome = game.home_owner === a
    const [ownScore, opponentScore] = isHome
      ? [game.home_score, game.away_score]
      : [game.away_score, game.home_score]
    pointDifference += pointsFromDecimal(ownScore) - pointsFromDecimal(opponentScore)
    const outcome = game.result === 'tie' ? 'tied' : (game.result === 'home') === isHome ? 'won' : 'lost'
    return {
      game,
      ownScore,
      opponentScore,
      outcome,
      pointDifference: pointsToDecimal(pointDifference as Points),
    }
  })
}

type RivalrySeason = {
  season: number
  wins: number
  losses: number
  ties: number
  pointDifference: number
}

/** Groups games by season, oldest first. `pointDifference` is cumulative through the season's last game. */
export function toRivalrySeasons(games: readonly RivalryGame[]): RivalrySeason[] {
  const seasons = new Map<number, RivalrySeason>()
  for (const { game, outcome, pointDifference } of games) {
    const totals = seasons.get(game.season) ?? {
      season: game.season,
      wins: 0,
      losses: 0,
      ties: 0,
      pointDifference,
    }
    seasons.set(game.season, {
      season: game.season,
      wins: totals.wins + Number(outcome === 'won'),
      losses: totals.losses + Number(outcome === 'lost'),
      ties: totals.ties + Number(outcome === 'tied'),
      pointDifference,
    })
  }
  return [...seasons.values()]
}

export const PAIR_GRID_TITLE = 'Everyone against everyone'

/** The games of two owners, from the perspective of one. */
export type PairRecord = {
  games: number
  wins: number
  losses: number
  ties: number
  /** Share of games won, 0 to 1, with a tie as half a win; null without games. */
  winShare: number | null
  playoffGames: number
  lastSeason: number
}

/** The records of each owner by opponent. Owners without games are missing. */
export function recordsByOwner({ pairs }: OwnerPairs): Map<string, Map<string, PairRecord>> {
  const records = new Map<string, Map<string, PairRecord>>()
  const add = (owner: string, opponent: string, record: PairRecord) => {
    records.set(owner, (records.get(owner) ?? new Map<string, PairRecord>()).set(opponent, record))
  }
  for (const pair of pairs) {
    const { a, b, games, wins, losses, ties, win_pct: winShare } = pair
    const both = { games, ties, playoffGames: pair.playoff_games, lastSeason: pair.last_season }
    add(a, b, { ...both, wins, losses, winShare })
    add(b, a, { ...both, wins: losses, losses: wins, winShare: winShare === null ? null : 1 - winShare })
  }
  return records
}
