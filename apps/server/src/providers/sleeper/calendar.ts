import type { MatchupPeriod, SeasonCalendar, SeasonProgress } from '@fieldhouse/domain/seasons/season'
import type { BracketRow, LeagueBody, MatchupRow } from './bodies.ts'

export type WeekRows = { week: number; rows: readonly MatchupRow[] }

/** Sleeper has no weeks after the NFL's regular season. */
const LAST_WEEK = 18
/** The NFL's regular season has one more week since then. */
const FIRST_LONG_SEASON = 2021

/** The values of `playoff_round_type`. Any other is one week per round. */
const LONG_FINAL = 1
const LONG_ROUNDS = 2

export function calendarOf(
  league: LeagueBody,
  { winners, weeks }: { winners: readonly BracketRow[]; weeks: readonly WeekRows[] },
): SeasonCalendar {
  const start = playoffStart(league)
  const rounds = start === null ? [] : roundWeeks(start, countRounds(league, winners), league, weeks)
  const last = (start ?? lastRegularWeek(league) + 1) - 1
  const regular = Array.from({ length: last }, (_, index) => [index + 1])
  return {
    regularSeasonPeriods: last,
    periods: [...regular, ...rounds].map((each, index) => ({ period: index + 1, weeks: each })),
    // 0 if the settings say that there are no playoffs; null if they don't tell.
    playoffTeams:
      start !== null
        ? (league.settings?.playoff_teams ?? null)
        : league.settings?.playoff_week_start === 0
          ? 0
          : null,
  }
}

function playoffStart({ settings }: LeagueBody): number | null {
  const start = settings?.playoff_week_start ?? 0
  return start > 1 && start <= LAST_WEEK ? start : null
}

function lastRegularWeek({ season, status, settings }: LeagueBody): number {
  const scored = settings?.last_scored_leg ?? 0
  if (status === 'complete' && scored > 0) return Math.min(scored, LAST_WEEK)
  return season >= FIRST_LONG_SEASON ? 17 : 16
}

function countRounds({ settings }: LeagueBody, winners: readonly BracketRow[]): number {
  if (winners.length > 0) return Math.max(...winners.map(({ r }) => r))
  return Math.ceil(Math.log2(Math.max(settings?.playoff_teams ?? 0, 2)))
}

function roundWeeks(start: number, rounds: number, { settings }: LeagueBody, weeks: readonly WeekRows[]) {
  const type = settings?.playoff_round_type
  const isLong = type === LONG_ROUNDS || (type === LONG_FINAL && hasSamePairs(weeks, start) && rounds > 1)
  let week = start
  return Array.from({ length: rounds }, (_, index) => {
    const length = isLong || (type === LONG_FINAL && index === rounds - 1) ? 2 : 1
    const round = Array.from({ length }, (__, offset) => week + offset)
    week += length
    return round.filter((each) => each <= LAST_WEEK)
  }).filter((round) => round.length > 0)
}

/** Whether the same teams play each other in a week and the next one, as they do in a round of two weeks. */
function hasSamePairs(weeks: readonly WeekRows[], week: number): boolean {
  const [first, second] = [week, week + 1].map((each) => {
    const rows = weeks.find((candidate) => candidate.week === each)?.rows ?? []
    return hasPoints(rows) ? pairsOf(rows).map(keyOfPair).sort().join(' ') : ''
  })
  return first !== '' && first === second
}

export type Pair = readonly [MatchupRow, MatchupRow]

/** The games of a week: two rows with the same number. A team without a number has no game. */
export function pairsOf(rows: readonly MatchupRow[]): Pair[] {
  const byNumber = Map.groupBy(
    rows.filter(({ matchup_id }) => matchup_id != null),
    ({ matchup_id }) => matchup_id,
  )
  return [...byNumber.values()].flatMap(([first, second, ...others]) =>
    first === undefined || second === undefined || others.length > 0 ? [] : [[first, second] as const],
  )
}

export function keyOfPair(pair: readonly { roster_id: number }[]): string {
  return pair
    .map(({ roster_id }) => roster_id)
    .sort((a, b) => a - b)
    .join('-')
}

/** Whether anybody has scored. Weeks to come have pairs and lineups too, but no points. */
export function hasPoints(rows: readonly MatchupRow[]): boolean {
  return rows.some(({ points, custom_points }) => (custom_points ?? points ?? 0) !== 0)
}

/**
 * The week of the league counts, because the week of the NFL's state contains preseason weeks. A completed season keeps
 * its last week as the current one.
 */
export function progressOf(
  league: LeagueBody,
  { periods }: SeasonCalendar,
  winners: readonly BracketRow[],
): SeasonProgress {
  const { leg, last_scored_leg: scored } = league.settings ?? {}
  const finalWeek = finalWeekOf(league, periods)
  const isDecided = winners.some(({ p, w }) => p === 1 && w != null) && (scored ?? 0) >= finalWeek
  const isFinished = league.status === 'complete' || isDecided
  const isDrafted = isFinished || ['in_season', 'post_season'].includes(league.status ?? '')
  const currentWeek = isFinished ? finalWeek : isDrafted ? Math.min(Math.max(leg ?? 1, 1), finalWeek) : null
  const current = periods.find(({ weeks }) => weeks.includes(currentWeek ?? 1)) ?? periods.at(-1)
  return { isDrafted, isFinished, currentPeriod: current?.period ?? null, currentWeek, finalWeek }
}

function finalWeekOf({ status, settings }: LeagueBody, periods: readonly MatchupPeriod[]): number {
  const planned = periods.at(-1)?.weeks.at(-1) ?? LAST_WEEK
  const scored = settings?.last_scored_leg ?? 0
  return status === 'complete' && scored > 0 ? Math.min(scored, planned) : planned
}

/**
 * 0 before the first week. The host's own number is behind for some hours on Tuesdays, when the league is in its next
 * week already.
 */
export function lastScoredWeek(
  league: LeagueBody,
  { isFinished, currentWeek, finalWeek }: SeasonProgress,
): number {
  if (isFinished) return finalWeek ?? LAST_WEEK
  const current = currentWeek ?? 0
  return Math.min(Math.max(league.settings?.last_scored_leg ?? 0, current - 1), current)
}

/** The weeks to read: all of a completed season up to its last scored one, otherwise up to the end of the playoffs. */
export function weeksToRead(league: LeagueBody, winners: readonly BracketRow[]): number[] {
  const { periods } = calendarOf(league, { winners, weeks: [] })
  const { playoff_round_type: roundType, last_scored_leg: scored } = league.settings ?? {}
  const planned = roundType === LONG_FINAL ? LAST_WEEK : (periods.at(-1)?.weeks.at(-1) ?? LAST_WEEK)
  const last = league.status === 'complete' && scored != null && scored > 0 ? scored : planned
  return Array.from({ length: Math.min(last, LAST_WEEK) }, (_, index) => index + 1)
}
