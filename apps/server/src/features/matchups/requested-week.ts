import type { GameReader, SeasonSchedule } from '../../database/game-reader.ts'
import type { SeasonReader } from '../../database/season-reader.ts'

/** The week of a season that a call is about. */
export type RequestedWeek = {
  season: number
  /** null when the season is not stored. */
  calendar: SeasonSchedule | null
  /** Matchup periods that can be asked for, in order. */
  periods: number[]
  /** The matchup period; null before the season has any. */
  period: number | null
  /** Its NFL weeks, in order. */
  nflWeeks: number[]
  /** The NFL week of the period whose line-ups tell most: the current one, else its last or its first. */
  lineupWeek: number | null
}

type WeekQuery = { season?: number | undefined; week?: number | undefined }

/** What a call asks for, with the current season and week where it does not say. */
export async function resolveRequestedWeek(
  { seasons, games }: { seasons: SeasonReader; games: GameReader },
  leagueId: number,
  asked: WeekQuery,
  now: Date,
): Promise<RequestedWeek> {
  const season = asked.season ?? (await seasons.getCurrentSeason(leagueId, now))
  const [calendar, periods] = await Promise.all([
    games.findSchedule(leagueId, season),
    games.listPeriodsWithGames(leagueId, season),
  ])
  const period = asked.week ?? clampPeriod(periods, calendar?.currentPeriod ?? null)
  const nflWeeks = calendar?.periods.find((each) => each.period === period)?.weeks ?? []
  return { season, calendar, periods, period, nflWeeks, lineupWeek: chooseLineupWeek(nflWeeks, calendar) }
}

/** The current period, clamped to those that have games. */
function clampPeriod(periods: readonly number[], current: number | null): number | null {
  const [first] = periods
  return periods.findLast((period) => current !== null && period <= current) ?? first ?? null
}

function chooseLineupWeek(nflWeeks: readonly number[], calendar: SeasonSchedule | null): number | null {
  const current = calendar?.currentWeek ?? null
  if (current !== null && nflWeeks.includes(current)) return current
  const [first] = nflWeeks
  const isOver = first !== undefined && current !== null && first < current
  return (isOver ? nflWeeks.at(-1) : first) ?? null
}
