import { type NflLine, spreadOf } from './spread.ts'
import type { GameWeather } from './weather.ts'

/** `off` means canceled or postponed. */
export type NflGameState = 'pre' | 'in' | 'post' | 'off'

/** An NFL game. Game and team IDs are the provider's. */
export type NflGame = {
  gameId: number
  season: number
  week: number
  /** Set even at a neutral site. */
  homeTeamId: number
  awayTeamId: number
  /** An arbitrary time on the day of the game while `isTimeSet` is false. */
  kickoff: Date
  isTimeSet: boolean
  /** The state at the last fetch. A game that has begun since then may still be `pre`. */
  state: NflGameState
}

export type NflWeekGame = NflGame & { line: NflLine | null; weather: GameWeather | null }

/** An NFL week. */
export type NflWeek = {
  /** Earliest first. */
  games: readonly NflWeekGame[]
  /** The teams that are known to be on bye. */
  byeTeamIds: ReadonlySet<number>
}

/** One team's week. Unknown values are null. */
export type NflTeamWeek = {
  game: NflWeekGame | null
  isBye: boolean
  opponentId: number | null
  side: 'home' | 'away' | null
  /** null while the time is not set. */
  kickoff: Date | null
  /** From this team's side: negative for the favorite, 0 for a pick'em. */
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

/** A team without a game is on bye only if the schedule says so, because a schedule can be incomplete. */
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
