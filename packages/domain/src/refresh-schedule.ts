import { addDays, newYorkDay, newYorkInstant, weekdayOf } from './new-york-time.ts'
import { seasonAt } from './season.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const INTERVAL_MS = {
  live: MINUTE_MS,
  gameDay: 15 * MINUTE_MS,
  season: DAY_MS,
  offSeason: 7 * DAY_MS,
} as const

/** No league waits for longer. */
export const MAX_REFRESH_INTERVAL_MS = INTERVAL_MS.offSeason

/** One league is never refreshed more often. */
const MIN_REFRESH_INTERVAL_MS = MINUTE_MS
/** A game is taken to be played for so long where nobody tells; then, while it is told to be played, for longer. */
const TYPICAL_GAME_MS = 4 * HOUR_MS
const MAX_GAME_MS = 8 * HOUR_MS
/** Leagues are set up and drafted in the weeks before the first game; scores are mended in the days after the last. */
const BEFORE_FIRST_GAME_MS = 30 * DAY_MS
const AFTER_LAST_GAME_MS = 7 * DAY_MS

/** A game as far as it decides when leagues are read. */
export type ScheduledGame = {
  kickoff: Date
  /** `unknown` where only the calendar is known. */
  state: 'unknown' | 'before' | 'live' | 'over'
}

export type RefreshContext = {
  now: Date
  /** null before the first. */
  lastRefresh: Date | null
  /** Of the season, those that players of the league take part in; in any order. */
  games: readonly ScheduledGame[]
  /** Whether somebody looks at the league. */
  hasViewers: boolean
}

/**
 * When a league is to be read next, at `now` or later: each minute while games are played and somebody
 * looks, each quarter of an hour on a day with games, daily in the season, weekly outside it. A last
 * refresh that lies ahead was by a clock that has been set back, and counts as one of now.
 * Source: decisions, 5 "Scheduled".
 */
export function nextRefreshAt({ lastRefresh, ...moment }: RefreshContext): Date {
  return createRefreshScheduler(moment)(lastRefresh)
}

/** The same for many leagues at one moment, by the last refresh of each. */
export function createRefreshScheduler({
  now,
  games,
  hasViewers,
}: Omit<RefreshContext, 'lastRefresh'>): (lastRefresh: Date | null) => Date {
  const every = INTERVAL_MS[paceAt(now, games, hasViewers)]
  const beginning = nextPaceChange(now, games, hasViewers)
  return (lastRefresh) => {
    if (lastRefresh === null) return now
    const last = Math.min(lastRefresh.getTime(), now.getTime())
    const due = Math.min(last + every, beginning)
    return new Date(Math.max(now.getTime(), last + MIN_REFRESH_INTERVAL_MS, due))
  }
}

type RefreshPace = keyof typeof INTERVAL_MS

function paceAt(now: Date, games: readonly ScheduledGame[], isLooking: boolean): RefreshPace {
  const areLive = games.some((game) => isLiveAt(game, now))
  if (areLive && isLooking) return 'live'
  if (areLive || isGameDay(now, games)) return 'gameDay'
  return isInSeason(now, games) ? 'season' : 'offSeason'
}

/** The next moment at which a quicker pace begins; infinity when there is none. */
function nextPaceChange(now: Date, games: readonly ScheduledGame[], isLooking: boolean): number {
  const kickoffs = games.map(({ kickoff }) => kickoff)
  const first = Math.min(...kickoffs.map((kickoff) => kickoff.getTime()))
  const days = new Set(kickoffs.map(newYorkDay))
  const beginnings = [
    ...[...days].map((day) => newYorkInstant(day, 0).getTime()),
    ...(isLooking ? kickoffs.map((kickoff) => kickoff.getTime()) : []),
    first - BEFORE_FIRST_GAME_MS,
  ]
  return Math.min(...beginnings.filter((beginning) => beginning > now.getTime()))
}

function isLiveAt({ kickoff, state }: ScheduledGame, now: Date): boolean {
  const playedMs = now.getTime() - kickoff.getTime()
  if (state === 'over' || playedMs < 0) return false
  return playedMs < (state === 'live' ? MAX_GAME_MS : TYPICAL_GAME_MS)
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

/** Kickoffs by weekday in hours of New York's clock; Sunday first. */
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
 * The games of the season that a moment belongs to as they usually are, for as long as nobody has told
 * the real ones: Thursdays, Sundays and Mondays from September to January, from December on Saturdays too.
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
