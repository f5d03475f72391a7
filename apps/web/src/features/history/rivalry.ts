import { type Points, pointsFromDecimal, pointsToDecimal } from '@fieldhouse/domain/points'
import type { Comparison, OwnerPairs, PlayedGame } from './use-history.ts'

type Outcome = 'won' | 'lost' | 'tied'

export function outcomeFor({ result }: PlayedGame, side: 'home' | 'away'): Outcome {
  if (result === 'tie') return 'tied'
  return result === side ? 'won' : 'lost'
}

export type RivalryGame = {
  game: PlayedGame
  ownScore: number
  opponentScore: number
  outcome: Outcome
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
    return {
      game,
      ownScore,
      opponentScore,
      outcome: outcomeFor(game, isHome ? 'home' : 'away'),
      pointDifference: pointsToDecimal(pointDifference as Points),
    }
  })
}

/** Groups games by season, oldest first. `pointDifference` is cumulative through the season's last game. */
export function toRivalrySeasons(games: readonly RivalryGame[]) {
  return [...new Set(games.map(({ game }) => game.season))].map((season) => {
    const played = games.filter(({ game }) => game.season === season)
    const count = (outcome: Outcome) => played.filter((game) => game.outcome === outcome).length
    const pointDifference = played.at(-1)?.pointDifference ?? 0
    return { season, wins: count('won'), losses: count('lost'), ties: count('tied'), pointDifference }
  })
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
