import { type NflLine, spreadOf } from './spread.ts'
import type { GameWeather } from './weather.ts'

/** `off` is called off or put off. */
export type NflGameState = 'pre' | 'in' | 'post' | 'off'

/** A game of the NFL; numbers of games and teams are the provider's. */
export type NflGame = {
  gameId: number
  season: number
  week: number
  /** At a neutral place one team is called home all the same. */
  homeTeamId: number
  awayTeamId: number
  /** While the time is not set, some moment of the day. */
  kickoff: Date
  isTimeSet: boolean
  /** As it was last read: a game that has begun since may still be `pre`. */
  state: NflGameState
}

export type NflWeekGame = NflGame & { line: NflLine | null; weather: GameWeather | null }

/** The games of a week, earliest first. */
export type NflWeek = {
  games: readonly NflWeekGame[]
  /** The teams of which it is known that they rest. */
  byeTeamIds: ReadonlySet<number>
}

/** What a week holds for one team; whatever is unknown is null. */
export type NflTeamWeek = {
  game: NflWeekGame | null
  isBye: boolean
  opponentId: number | null
  side: 'home' | 'away' | null
  /** null while the time is not set. */
  kickoff: Date | null
  /** The team's own: below zero it is the favorite, 0 is a pick'em. */
  spread: number | null
  total: number | null
  weather: GameWeather | null
}

const NO_GAME: Omit<NflTeamWeek, 'isBye'> = {
  game: null,
  opponentId: null,
  side: null,
  kickoff: null,
  spread: null,
  total: null,
  weather: null,
}

/** A team without a game has a bye only where the schedule says so: a schedule may have gaps. */
export function teamWeekOf({ games, byeTeamIds }: NflWeek, teamId: number): NflTeamWeek {
  const game = games.find(({ homeTeamId, awayTeamId }) => homeTeamId === teamId || awayTeamId === teamId)
  if (game === undefined) return { ...NO_GAME, isBye: byeTeamIds.has(teamId) }
  const isHome = game.homeTeamId === teamId
  const side = isHome ? 'home' : 'away'
  return {
    game,
    isBye: false,
    opponentId: isHome ? game.awayTeamId : game.homeTeamId,
    side,
    kickoff: game.isTimeSet && game.state !== 'off' ? game.kickoff : null,
    spread: game.line === null ? null : spreadOf(game.line, side),
    total: game.line?.total ?? null,
    weather: game.isTimeSet ? game.weather : null,
  }
}
