import { DAY_MS, MINUTE_MS } from '../duration.ts'
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

const NO_GAME = {
  game: null,
  opponentId: null,
  side: null,
  kickoff: null,
  spread: null,
  total: null,
  weather: null,
}

/**
 * A team without a game is on bye only if the schedule says so, because a schedule can be incomplete. The spread is from
 * this team's side: negative for the favorite, 0 for a pick'em.
 */
export function teamWeekOf({ games, byeTeamIds }: NflWeek, teamId: number) {
  const game = games.find(({ homeTeamId, awayTeamId }) => homeTeamId === teamId || awayTeamId === teamId)
  if (game === undefined) return { ...NO_GAME, isBye: byeTeamIds.has(teamId) }
  const isHome = game.homeTeamId === teamId
  const side: 'home' | 'away' = isHome ? 'home' : 'away'
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

/** `off` means canceled or postponed. */
export const NFL_GAME_STATES = ['pre', 'in', 'post', 'off'] as const
export type NflGameState = (typeof NFL_GAME_STATES)[number]

export const NFL_GAME_HOLDS = ['halftime', 'delayed', 'canceled'] as const
export type NflGameHold = (typeof NFL_GAME_HOLDS)[number]

export type NflGameProgress = {
  /** The quarter, 1 to 4; 5 and more in overtime. null before the game. */
  period: number | null
  /** Seconds left in the period; null if unknown. */
  clockSeconds: number | null
  /** null until both are known. */
  score: { home: number; away: number } | null
  hold: NflGameHold | null
  /** The team with the ball; null if unknown and while nobody has it. */
  ballTeamId: number | null
  /** Whether the team with the ball is within 20 yards of the end zone. */
  isRedZone: boolean
  /** When the scoreboard reported this. */
  observedAt: Date
}

type NflGamePhase = 'scheduled' | 'playing' | 'halftime' | 'delayed' | 'final' | 'postponed' | 'canceled'

type GameAndProgress = { state: NflGameState; progress: NflGameProgress | null }

export function gamePhase({ state, progress }: GameAndProgress): NflGamePhase {
  const hold = progress?.hold ?? null
  switch (state) {
    case 'post':
      return 'final'
    case 'off':
      return hold === 'canceled' ? 'canceled' : 'postponed'
    case 'pre':
      return hold === 'delayed' ? 'delayed' : 'scheduled'
    case 'in':
      return hold === 'halftime' || hold === 'delayed' ? hold : 'playing'
  }
}

export const QUARTERS = 4
const QUARTER_MINUTES = 15

/**
 * The minutes of game time that a player of this game can still play, rounded up. In overtime, what the clock shows.
 * 0 for a game that is over, postponed or canceled.
 */
export function minutesLeft({ state, progress }: GameAndProgress): number {
  if (state === 'post' || state === 'off') return 0
  const full = QUARTERS * QUARTER_MINUTES
  if (state === 'pre' || progress === null || progress.period === null) return full
  const { period, clockSeconds } = progress
  const inPeriod = clockSeconds === null ? 0 : Math.ceil(clockSeconds / 60)
  // At halftime, the provider reports the end of the second quarter.
  return Math.max(0, QUARTERS - period) * QUARTER_MINUTES + inPeriod
}

/** Longer than two fetches while games are in progress. */
const STALE_AFTER_MS = 5 * MINUTE_MS

/**
 * When the last known phase of a game was reported, if the game may have moved on since then: a game in progress, or
 * one that should have begun. null while the phase can be trusted.
 */
export function lastKnownAt(
  game: { phase: NflGamePhase; kickoff: Date | null; observedAt: Date | null },
  now: Date,
): Date | null {
  const { phase, kickoff, observedAt } = game
  const isUnderway = phase === 'playing' || phase === 'halftime' || phase === 'delayed'
  const shouldHaveBegun =
    phase === 'scheduled' && kickoff !== null && now.getTime() > kickoff.getTime() + STALE_AFTER_MS
  if (observedAt === null || !(isUnderway || shouldHaveBegun)) return null
  return now.getTime() - observedAt.getTime() > STALE_AFTER_MS ? observedAt : null
}
