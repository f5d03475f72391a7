import { dayAfter, newYorkDay, newYorkTime, weekdayOf } from './new-york.ts'
import { seasonAt } from './season.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const EVERY = { live: MINUTE_MS, gameDay: 15 * MINUTE_MS, season: DAY_MS, offSeason: 7 * DAY_MS } as const

/** No league waits for longer. */
export const LONGEST_PAUSE_MS = EVERY.offSeason

/** One league is never refreshed more often. */
const SHORTEST_MS = MINUTE_MS
/** A game is taken to be played for so long where nobody tells; then, while it is told to be played, for longer. */
const USUAL_GAME_MS = 4 * HOUR_MS
const LONGEST_GAME_MS = 8 * HOUR_MS
/** Leagues are set up and drafted in the weeks before the first game; scores are mended in the days after the last. */
const BEFORE_MS = 30 * DAY_MS
const AFTER_MS = 7 * DAY_MS

/** A game as far as it decides when leagues are read. */
export type GameToFollow = {
  kickoff: Date
  /** `unknown` where only the calendar is known. */
  state: 'unknown' | 'before' | 'live' | 'over'
}

export type Circumstances = {
  now: Date
  /** null before the first. */
  lastRefresh: Date | null
  /** Of the season, those that players of the league take part in; in any order. */
  games: readonly GameToFollow[]
  /** Whether somebody looks at the league. */
  isLooking: boolean
}

/**
 * When a league is to be read next, at `now` or later: each minute while games are played and somebody
 * looks, each quarter of an hour on a day with games, daily in the season, weekly outside it. A last
 * refresh that lies ahead was by a clock that has been set back, and counts as one of now.
 * Source: decisions, 5 "Scheduled".
 */
export function nextRefresh({ lastRefresh, ...moment }: Circumstances): Date {
  return nextRefreshes(moment)(lastRefresh)
}

/** The same for many leagues at one moment, by the last refresh of each. */
export function nextRefreshes({
  now,
  games,
  isLooking,
}: Omit<Circumstances, 'lastRefresh'>): (lastRefresh: Date | null) => Date {
  const every = EVERY[paceAt(now, games, isLooking)]
  const beginning = nextBeginning(now, games, isLooking)
  return (lastRefresh) => {
    if (lastRefresh === null) return now
    const last = Math.min(lastRefresh.getTime(), now.getTime())
    const due = Math.min(last + every, beginning)
    return new Date(Math.max(now.getTime(), last + SHORTEST_MS, due))
  }
}

type Pace = keyof typeof EVERY

function paceAt(now: Date, games: readonly GameToFollow[], isLooking: boolean): Pace {
  const areLive = games.some((game) => isPlayedAt(game, now))
  if (areLive && isLooking) return 'live'
  if (areLive || isGameDay(now, games)) return 'gameDay'
  return isInSeason(now, games) ? 'season' : 'offSeason'
}

/** The next moment at which a quicker pace begins; infinity when there is none. */
function nextBeginning(now: Date, games: readonly GameToFollow[], isLooking: boolean): number {
  const kickoffs = games.map(({ kickoff }) => kickoff)
  const first = Math.min(...kickoffs.map((kickoff) => kickoff.getTime()))
  const days = new Set(kickoffs.map(newYorkDay))
  const beginnings = [
    ...[...days].map((day) => newYorkTime(day, 0).getTime()),
    ...(isLooking ? kickoffs.map((kickoff) => kickoff.getTime()) : []),
    first - BEFORE_MS,
  ]
  return Math.min(...beginnings.filter((beginning) => beginning > now.getTime()))
}

function isPlayedAt({ kickoff, state }: GameToFollow, now: Date): boolean {
  const playedMs = now.getTime() - kickoff.getTime()
  if (state === 'over' || playedMs < 0) return false
  return playedMs < (state === 'live' ? LONGEST_GAME_MS : USUAL_GAME_MS)
}

function isGameDay(now: Date, games: readonly GameToFollow[]): boolean {
  const today = newYorkDay(now)
  return games.some(({ kickoff }) => newYorkDay(kickoff) === today)
}

function isInSeason(now: Date, games: readonly GameToFollow[]): boolean {
  const kickoffs = games.map(({ kickoff }) => kickoff.getTime())
  return (
    now.getTime() >= Math.min(...kickoffs) - BEFORE_MS && now.getTime() <= Math.max(...kickoffs) + AFTER_MS
  )
}

/** Kickoffs by weekday in hours of New York's clock; Sunday first. */
const USUAL_KICKOFFS: readonly (readonly number[])[] = [[13, 16.25, 20.25], [20.25], [], [], [20.25], [], []]
const LATE_SATURDAY = [13, 16.5, 20.25]

/**
 * The games of the season that a moment belongs to as they usually are, for as long as nobody has told
 * the real ones: Thursdays, Sundays and Mondays from September to January, from December on Saturdays too.
 */
export function usualGames(moment: Date): GameToFollow[] {
  const season = seasonAt(moment)
  const games: GameToFollow[] = []
  for (let day = `${season}-09-01`; day <= `${season + 1}-01-31`; day = dayAfter(day)) {
    const weekday = weekdayOf(day)
    const isLateSaturday = weekday === 6 && (day.slice(5, 7) === '12' || day.slice(5, 7) === '01')
    for (const hours of isLateSaturday ? LATE_SATURDAY : (USUAL_KICKOFFS[weekday] ?? [])) {
      games.push({ kickoff: newYorkTime(day, hours), state: 'unknown' })
    }
  }
  return games
}
