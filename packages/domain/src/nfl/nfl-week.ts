import { DAY_MS } from '../duration.ts'
import { gamePhase, type NflGameProgress, type NflGameState } from './game-progress.ts'
import type { GameWeather } from './weather.ts'

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

export type NflLine = {
  /** The home team's point spread: negative if the home team is the favorite. null without a spread. */
  spread: number | null
  total: number | null
}

/** The American odds of the bets on a game; null for those that no bookmaker reports. */
export type NflOdds = {
  homeMoneyline: number | null
  awayMoneyline: number | null
  homeSpread: number | null
  awaySpread: number | null
  over: number | null
  under: number | null
}

export type NflWeekGame = NflGame & {
  line: NflLine | null
  weather: GameWeather | null
  /** null if no scoreboard has reported the game in this state. */
  progress: NflGameProgress | null
}

export type NflWeek = {
  /** Earliest first. */
  games: readonly NflWeekGame[]
  byeTeamIds: ReadonlySet<number>
}

export type NflTeamWeek = {
  game: NflWeekGame | null
  isBye: boolean
  opponentId: number | null
  side: 'home' | 'away' | null
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

/** Whether all games of a week have ended. A postponed game keeps it open; a canceled one does not. */
export function isNflWeekOver({ games }: Pick<NflWeek, 'games'>): boolean {
  const hasEnded = (game: NflWeekGame) => ['final', 'canceled'].includes(gamePhase(game))
  return games.length > 0 && games.every(hasEnded)
}

/** The point spread from one team's side: negative for the favorite, 0 for a pick'em. null without a spread. */
export function spreadOf({ spread }: NflLine, side: 'home' | 'away'): number | null {
  if (spread === null || spread === 0) return spread
  return side === 'home' ? spread : -spread
}

const DAYS_AFTER_THURSDAY = { tuesday: -2, thursday: 0, saturday: 2 } as const

/**
 * Midnight UTC of a day in an NFL week. A week begins on the Tuesday before its games. Week 1 contains the
 * Thursday after Labor Day (the first Monday of September), as in every season since 2001.
 */
export function dayOfNflWeek(season: number, week: number, day: keyof typeof DAYS_AFTER_THURSDAY): Date {
  const days = (week - 1) * 7 + DAYS_AFTER_THURSDAY[day]
  return new Date(firstThursday(season) + days * DAY_MS)
}

function firstThursday(season: number): number {
  const september = new Date(Date.UTC(season, 8, 1))
  const laborDay = 1 + ((8 - september.getUTCDay()) % 7)
  return Date.UTC(season, 8, laborDay + 3)
}
