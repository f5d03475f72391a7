import { MINUTE_MS } from '../duration.ts'

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

export type NflGamePhase =
  | 'scheduled'
  | 'playing'
  | 'halftime'
  | 'delayed'
  | 'final'
  | 'postponed'
  | 'canceled'

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
