import type { SeasonCalendar, SeasonProgress } from './season.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** So many earlier weeks that are missing are read along with a refresh. */
const MAX_MISSING_WEEKS_PER_REFRESH = 3

/** An NFL week and its matchup period, where that is known; week 0 is the time before the first. */
export type PlannedWeek = { week: number; period: number | null }

/** What of a season's archive is to be read. */
export type ArchivePlan = { draft: boolean; weeks: PlannedWeek[] }

/** What is stored of a season's archive, and how the season stood when it was stored. */
export type StoredArchive = {
  hasDraft: boolean
  /** When each stored week was read last. */
  weeks: ReadonlyMap<number, Date>
  /** null when the season is not stored. */
  previousProgress: { currentWeek: number | null; isFinished: boolean } | null
}

type Season = { calendar: SeasonCalendar; progress: SeasonProgress }

/**
 * What a refresh reads beside the season: the weeks of the current matchup period, those that have
 * ended since the last refresh, the week before once a day because its scores are mended, and a few
 * that are missing.
 */
export function planRefreshArchive(season: Season, stored: StoredArchive, now: Date): ArchivePlan {
  const { isDrafted, isFinished, currentWeek } = season.progress
  const weeks = weeksUpToNow(season)
  if (!isDrafted || weeks.length === 0) return { draft: false, weeks: [] }
  const { previousProgress } = stored
  const live = isFinished || currentWeek === null ? [] : currentPeriodWeeks(season, currentWeek)
  const turned = weeks.filter(
    (week) =>
      previousProgress !== null &&
      !previousProgress.isFinished &&
      week >= (previousProgress.currentWeek ?? week),
  )
  const mended = isFinished
    ? []
    : weeks.slice(-2, -1).filter((week) => isOverADayOld(stored.weeks.get(week), now))
  const missing = weeks.filter((week) => !stored.weeks.has(week)).slice(-MAX_MISSING_WEEKS_PER_REFRESH)
  return {
    draft: !stored.hasDraft,
    weeks: toPlannedWeeks(season, [...live, ...turned, ...mended, ...missing]),
  }
}

/** Everything that can be read of a season; without `all`, only what is not stored. */
export function planBackfillArchive(season: Season, stored: StoredArchive, all: boolean): ArchivePlan {
  if (!season.progress.isDrafted) return { draft: false, weeks: [] }
  const weeks = [0, ...weeksUpToNow(season)].filter((week) => all || !stored.weeks.has(week))
  return { draft: all || !stored.hasDraft, weeks: toPlannedWeeks(season, weeks) }
}

function isOverADayOld(read: Date | undefined, now: Date): boolean {
  return read !== undefined && now.getTime() - read.getTime() >= DAY_MS
}

/** NFL weeks in which the league has played or plays, in order. */
function weeksUpToNow({ calendar, progress }: Season): number[] {
  const all = calendar.periods.flatMap(({ weeks }) => weeks)
  const last = progress.isFinished ? (progress.finalWeek ?? Math.max(...all)) : (progress.currentWeek ?? 0)
  return [...new Set(all)].filter((week) => week <= last).sort((a, b) => a - b)
}

function currentPeriodWeeks(season: Season, week: number): number[] {
  const beside = season.calendar.periods.find(({ weeks }) => weeks.includes(week))?.weeks ?? [week]
  return beside.filter((each) => each <= week)
}

function toPlannedWeeks({ calendar }: Season, weeks: readonly number[]): PlannedWeek[] {
  return [...new Set(weeks)]
    .sort((a, b) => a - b)
    .map((week) => ({
      week,
      period: calendar.periods.find((period) => period.weeks.includes(week))?.period ?? null,
    }))
}
