import type { GameReader, SeasonSchedule } from '../../repositories/seasons/game-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'

/** The week of a season that a request is about. */
export type RequestedWeek = {
  season: number
  /** null if the season is not stored. */
  schedule: SeasonSchedule | null
  /** The matchup periods that have games, in order. */
  periods: number[]
  /** The matchup period; null if the season has none yet. */
  period: number | null
  /** The NFL weeks of the period, in order. */
  nflWeeks: number[]
  /**
   * The NFL week of the period whose lineups are shown: the current week if it is in the period, otherwise
   * the last week of a past period or the first week of a future one.
   */
  lineupWeek: number | null
}

type WeekQuery = { season?: number | undefined; week?: number | undefined }

/** Resolves the week of a request. The season and the week default to the current ones. */
export async function resolveRequestedWeek(
  { seasons, games }: { seasons: SeasonReader; games: GameReader },
  leagueId: number,
  query: WeekQuery,
  now: Date,
): Promise<RequestedWeek> {
  const season = query.season ?? (await seasons.getCurrentSeason(leagueId, now))
  const [schedule, periods] = await Promise.all([
    games.findSchedule(leagueId, season),
    games.listPeriodsWithGames(leagueId, season),
  ])
  const period = query.week ?? clampPeriod(periods, schedule?.currentPeriod ?? null)
  const nflWeeks = schedule?.periods.find((candidate) => candidate.period === period)?.weeks ?? []
  return { season, schedule, periods, period, nflWeeks, lineupWeek: chooseLineupWeek(nflWeeks, schedule) }
}

/** Returns the current period, clamped to those that have games. */
function clampPeriod(periods: readonly number[], current: number | null): number | null {
  const [first] = periods
  return periods.findLast((period) => current !== null && period <= current) ?? first ?? null
}

function chooseLineupWeek(nflWeeks: readonly number[], schedule: SeasonSchedule | null): number | null {
  const current = schedule?.currentWeek ?? null
  if (current !== null && nflWeeks.includes(current)) return current
  const [first] = nflWeeks
  const isOver = first !== undefined && current !== null && first < current
  return (isOver ? nflWeeks.at(-1) : first) ?? null
}
