import {
  type MatchupPeriod,
  periodOfWeek,
  type SeasonCalendar,
  type SeasonProgress,
} from '@fieldhouse/domain/seasons/season'
import type { LeagueBody } from '../schemas/bodies.ts'

/**
 * Returns the season's calendar. Without settings, the periods come from the schedule, each with the NFL
 * weeks that have scores. Without weekly scores, each period is one week if there are as many of both.
 */
export function calendarOf(body: LeagueBody): SeasonCalendar {
  const schedule = body.settings?.scheduleSettings
  const periods = Object.entries(schedule?.matchupPeriods ?? {}).map(([period, weeks]) =>
    toPeriod(Number(period), weeks),
  )
  return {
    regularSeasonPeriods: schedule?.matchupPeriodCount ?? null,
    periods: (periods.length > 0 ? periods : scheduledPeriods(body)).sort((a, b) => a.period - b.period),
    playoffTeams: schedule?.playoffTeamCount ?? null,
  }
}

function scheduledPeriods(body: LeagueBody): MatchupPeriod[] {
  const games = Map.groupBy(body.schedule ?? [], ({ matchupPeriodId }) => matchupPeriodId)
  const periods = [...games].map(([period, ofPeriod]) => {
    const sides = ofPeriod.flatMap(({ home, away }) => [home, away])
    const scoredWeeks = sides.flatMap((side) => Object.keys(side?.pointsByScoringPeriod ?? {})).map(Number)
    return toPeriod(period, scoredWeeks.filter(Number.isInteger))
  })
  const finalWeek = body.status?.finalScoringPeriod ?? 0
  const hasWeeklyScores = periods.some(({ weeks }) => weeks.length > 0)
  const hasOneWeekPeriods = !hasWeeklyScores && finalWeek > 0 && Math.max(...games.keys()) === finalWeek
  return hasOneWeekPeriods ? periods.map(({ period }) => ({ period, weeks: [period] })) : periods
}

/** A body may list the weeks in any order and more than once. */
function toPeriod(period: number, weeks: readonly number[]): MatchupPeriod {
  return { period, weeks: [...new Set(weeks)].sort((a, b) => a - b) }
}

/**
 * Returns the progress of the season. Weeks and periods are clamped because ESPN keeps counting after the
 * end of the season. When a history body has 0 for them, they come from the calendar and the schedule.
 */
export function progressOf(body: LeagueBody, calendar: SeasonCalendar): SeasonProgress {
  const isFinished = hasEnded(body)
  const isDrafted = isFinished || (body.draftDetail?.drafted ?? latestWeekOf(body) > 0)
  const lastPeriod = isFinished ? lastScheduledPeriod(body) : Infinity
  const periods = calendar.periods.filter(({ period }) => period <= lastPeriod)
  const finalWeek = finalWeekOf(body, periods)
  const currentWeek = isDrafted ? currentWeekOf(body, periods, { isFinished, finalWeek }) : null
  const currentPeriod = currentPeriodOf(body, periods, { isFinished, currentWeek })
  return { isDrafted, isFinished, currentPeriod, currentWeek, finalWeek }
}

/** A season is over after its final week, which may be 0 in a history body, or once it has final ranks. */
function hasEnded(body: LeagueBody): boolean {
  const final = body.status?.finalScoringPeriod ?? 0
  if (final > 0 && latestWeekOf(body) > final) return true
  return (body.teams ?? []).some((team) => (team.rankCalculatedFinal ?? 0) > 0)
}

function latestWeekOf(body: LeagueBody): number {
  return body.status?.latestScoringPeriod ?? 0
}

/** The settings can have more periods than the schedule. */
function lastScheduledPeriod(body: LeagueBody): number {
  const periods = (body.schedule ?? []).map((game) => game.matchupPeriodId)
  return periods.length > 0 ? Math.max(...periods) : Infinity
}

function finalWeekOf(body: LeagueBody, periods: readonly MatchupPeriod[]): number | null {
  const final = body.status?.finalScoringPeriod ?? 0
  return final > 0 ? final : (weeksOf(periods).at(-1) ?? null)
}

function currentWeekOf(
  body: LeagueBody,
  periods: readonly MatchupPeriod[],
  { isFinished, finalWeek }: Pick<SeasonProgress, 'isFinished' | 'finalWeek'>,
): number | null {
  if (isFinished) return finalWeek
  const latest = latestWeekOf(body)
  if (latest <= 0) return null
  const [firstWeek = 1] = weeksOf(periods)
  return Math.max(firstWeek, Math.min(latest, finalWeek ?? latest))
}

function currentPeriodOf(
  body: LeagueBody,
  periods: readonly MatchupPeriod[],
  { isFinished, currentWeek }: Pick<SeasonProgress, 'isFinished' | 'currentWeek'>,
): number | null {
  const first = periods[0]?.period
  const last = periods.at(-1)?.period
  if (first === undefined || last === undefined) return null
  const reported = body.status?.currentMatchupPeriod ?? 0
  if (reported > 0) return Math.max(first, Math.min(reported, last))
  if (isFinished) return last
  return (currentWeek === null ? null : periodOfWeek({ periods: [...periods] }, currentWeek)) ?? first
}

function weeksOf(periods: readonly MatchupPeriod[]): number[] {
  return periods.flatMap((period) => period.weeks).sort((a, b) => a - b)
}
