import {
  type MatchupPeriod,
  periodOfWeek,
  type SeasonCalendar,
  type SeasonProgress,
} from '@fieldhouse/domain/season'
import type { LeagueBody } from './bodies.ts'

/**
 * When the matchups are played. Without settings the periods are those of the schedule, each with
 * the NFL weeks that have scores.
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
  const weeks = new Map<number, number[]>()
  for (const { matchupPeriodId, home, away } of body.schedule ?? []) {
    const scored = [home, away].flatMap((side) => Object.keys(side?.pointsByScoringPeriod ?? {})).map(Number)
    weeks.set(matchupPeriodId, [...(weeks.get(matchupPeriodId) ?? []), ...scored.filter(Number.isInteger)])
  }
  return [...weeks].map(([period, scored]) => toPeriod(period, scored))
}

/** A body may list the weeks in any order. */
function toPeriod(period: number, weeks: readonly number[]): MatchupPeriod {
  return { period, weeks: [...new Set(weeks)].sort((a, b) => a - b) }
}

/**
 * How far the season is. Weeks and periods are clamped, since the provider counts past the end;
 * where a history body has 0 the calendar and the schedule tell the end.
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

/** Past the last week, or with final ranks. A history body may have 0 as its last week. */
function hasEnded(body: LeagueBody): boolean {
  const final = body.status?.finalScoringPeriod ?? 0
  if (final > 0 && latestWeekOf(body) > final) return true
  return (body.teams ?? []).some((team) => (team.rankCalculatedFinal ?? 0) > 0)
}

function latestWeekOf(body: LeagueBody): number {
  return body.status?.latestScoringPeriod ?? 0
}

/** Settings can have more periods than the season had games. */
function lastScheduledPeriod(body: LeagueBody): number {
  const periods = (body.schedule ?? []).map((game) => game.matchupPeriodId)
  return periods.length > 0 ? Math.max(...periods) : Infinity
}

function finalWeekOf(body: LeagueBody, periods: readonly MatchupPeriod[]): number | null {
  const final = body.status?.finalScoringPeriod ?? 0
  return final > 0 ? final : (weeksOf(periods).at(-1) ?? null)
}

type SeasonEnd = { isFinished: boolean; finalWeek: number | null }

function currentWeekOf(body: LeagueBody, periods: readonly MatchupPeriod[], soFar: SeasonEnd): number | null {
  if (soFar.isFinished) return soFar.finalWeek
  const latest = latestWeekOf(body)
  if (latest <= 0) return null
  const [firstWeek = 1] = weeksOf(periods)
  return Math.max(firstWeek, Math.min(latest, soFar.finalWeek ?? latest))
}

function currentPeriodOf(
  body: LeagueBody,
  periods: readonly MatchupPeriod[],
  { isFinished, currentWeek }: { isFinished: boolean; currentWeek: number | null },
): number | null {
  const first = periods[0]?.period
  const last = periods.at(-1)?.period
  if (first === undefined || last === undefined) return null
  const told = body.status?.currentMatchupPeriod ?? 0
  if (told > 0) return Math.max(first, Math.min(told, last))
  if (isFinished) return last
  return (currentWeek === null ? null : periodOfWeek({ periods: [...periods] }, currentWeek)) ?? first
}

function weeksOf(periods: readonly MatchupPeriod[]): number[] {
  return periods.flatMap((period) => period.weeks).sort((a, b) => a - b)
}
