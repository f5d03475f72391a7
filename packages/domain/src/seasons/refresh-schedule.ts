import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'
import { addDays, newYorkDay, newYorkInstant, weekdayOf } from '../time-zones.ts'
import { seasonAt } from './season.ts'

const INTERVAL_MS = {
  live: MINUTE_MS,
  gameDay: 15 * MINUTE_MS,
  season: DAY_MS,
  offSeason: 7 * DAY_MS,
} as const

export const MAX_REFRESH_INTERVAL_MS = INTERVAL_MS.offSeason

const MIN_REFRESH_INTERVAL_MS = MINUTE_MS
/** A game counts as live for this long after kickoff if its state is unknown, and up to the maximum if it is live. */
const TYPICAL_GAME_MS = 4 * HOUR_MS
const MAX_GAME_MS = 8 * HOUR_MS
/**
 * Leagues are set up and drafted in the weeks before the first game. Scores are corrected for two weeks after the
 * last week, which ends on the Tuesday after its games.
 */
const BEFORE_FIRST_GAME_MS = 30 * DAY_MS
const AFTER_LAST_GAME_MS = 16 * DAY_MS

export type ScheduledGame = {
  kickoff: Date
  /** `unknown` if only the kickoff is known. */
  state: 'unknown' | 'before' | 'live' | 'over'
}

export type RefreshContext = {
  now: Date
  lastRefresh: Date | null
  /** The season's games that involve players of the league, in any order. */
  games: readonly ScheduledGame[]
  hasViewers: boolean
}

/**
 * When to refresh a league next, at `now` or later: every minute while games are live and someone is viewing
 * the league, every 15 minutes on a game day, daily in the season, weekly in the offseason. A last refresh
 * in the future means that the clock was set back; it counts as `now`. Source: decisions, 5 "Scheduled".
 */
export function nextRefreshAt({ lastRefresh, ...context }: RefreshContext): Date {
  return createRefreshScheduler(context)(lastRefresh)
}

/** Like `nextRefreshAt`, for many leagues at the same time. Returns a function of the last refresh. */
export function createRefreshScheduler({
  now,
  games,
  hasViewers,
}: Omit<RefreshContext, 'lastRefresh'>): (lastRefresh: Date | null) => Date {
  const intervalMs = INTERVAL_MS[paceAt(now, games, hasViewers)]
  const paceChange = nextPaceChange(now, games, hasViewers)
  return (lastRefresh) => {
    if (lastRefresh === null) return now
    const last = Math.min(lastRefresh.getTime(), now.getTime())
    const dueAt = Math.min(last + intervalMs, paceChange)
    return new Date(Math.max(now.getTime(), last + MIN_REFRESH_INTERVAL_MS, dueAt))
  }
}

type RefreshPace = keyof typeof INTERVAL_MS

function paceAt(now: Date, games: readonly ScheduledGame[], hasViewers: boolean): RefreshPace {
  const hasLiveGame = games.some((game) => isLiveAt(game, now))
  if (hasLiveGame && hasViewers) return 'live'
  if (hasLiveGame || isGameDay(now, games)) return 'gameDay'
  return isInSeason(now, games) ? 'season' : 'offSeason'
}

function nextPaceChange(now: Date, games: readonly ScheduledGame[], hasViewers: boolean): number {
  const kickoffs = games.map(({ kickoff }) => kickoff)
  const first = Math.min(...kickoffs.map((kickoff) => kickoff.getTime()))
  const days = new Set(kickoffs.map(newYorkDay))
  const paceChanges = [
    ...[...days].map((day) => newYorkInstant(day, 0).getTime()),
    ...(hasViewers ? kickoffs.map((kickoff) => kickoff.getTime()) : []),
    first - BEFORE_FIRST_GAME_MS,
  ]
  return Math.min(...paceChanges.filter((paceChange) => paceChange > now.getTime()))
}

function isLiveAt({ kickoff, state }: ScheduledGame, now: Date): boolean {
  const sinceKickoffMs = now.getTime() - kickoff.getTime()
  if (state === 'over' || sinceKickoffMs < 0) return false
  return sinceKickoffMs < (state === 'live' ? MAX_GAME_MS : TYPICAL_GAME_MS)
}

function isGameDay(now: Date, games: readonly ScheduledGame[]): boolean {
  const today = newYorkDay(now)
  return games.some(({ kickoff }) => newYorkDay(kickoff) === today)
}

function isInSeason(now: Date, games: readonly ScheduledGame[]): boolean {
  const kickoffs = games.map(({ kickoff }) => kickoff.getTime())
  return (
    now.getTime() >= Math.min(...kickoffs) - BEFORE_FIRST_GAME_MS &&
    now.getTime() <= Math.max(...kickoffs) + AFTER_LAST_GAME_MS
  )
}

/** Kickoff times by weekday in hours after midnight in New York, Sunday first. */
const TYPICAL_KICKOFF_HOURS: readonly (readonly number[])[] = [
  [13, 16.25, 20.25],
  [20.25],
  [],
  [],
  [20.25],
  [],
  [],
]
const LATE_SATURDAY_KICKOFF_HOURS = [13, 16.5, 20.25]

/**
 * Used until the real games are known: Thursdays, Sundays and Mondays from September to January, and Saturdays from
 * December.
 */
export function typicalGames(moment: Date): ScheduledGame[] {
  const season = seasonAt(moment)
  const games: ScheduledGame[] = []
  for (let day = `${season}-09-01`; day <= `${season + 1}-01-31`; day = addDays(day)) {
    const weekday = weekdayOf(day)
    const isLateSaturday = weekday === 6 && (day.slice(5, 7) === '12' || day.slice(5, 7) === '01')
    for (const hours of isLateSaturday
      ? LATE_SATURDAY_KICKOFF_HOURS
      : (TYPICAL_KICKOFF_HOURS[weekday] ?? [])) {
      games.push({ kickoff: newYorkInstant(day, hours), state: 'unknown' })
    }
  }
  return games
}
