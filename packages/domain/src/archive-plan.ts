import type { SeasonCalendar, SeasonProgress } from './season.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The most missing earlier weeks that one refresh reads. */
const MAX_MISSING_WEEKS_PER_REFRESH = 3

/** An NFL week and its matchup period, if known. Week 0 is the time before week 1. */
export type PlannedWeek = { week: number; period: number | null }

/** The parts of a season's archive to read. */
export type ArchivePlan = { draft: boolean; weeks: PlannedWeek[] }

/** The stored parts of a season's archive, and the season's progress when they were stored. */
export type StoredArchive = {
  hasDraft: boolean
  /** Each stored week with the time of its last read. */
  weeks: ReadonlyMap<number, Date>
  /** null when the season is not stored. */
  previousProgress: { currentWeek: number | null; isFinished: boolean } | null
}

type Season = { calendar: SeasonCalendar; progress: SeasonProgress }

/**
 * Plans what a refresh reads in addition to the season: the weeks of the current matchup period, the weeks
 * that ended since the last refresh, a few missing weeks, and once a day the previous week, because the
 * provider corrects its scores.
 */
export function planRefreshArchive(season: Season, stored: StoredArchive, now: Date): ArchivePlan {
  const { isDrafted, isFinished, currentWeek } = season.progress
  const weeks = weeksUpToNow(season)
  if (!isDrafted || weeks.length === 0) return { draft: false, weeks: [] }
  const { previousProgress } = stored
  const currentWeeks = isFinished || currentWeek === null ? [] : currentPeriodWeeks(season, currentWeek)
  const endedWeeks = weeks.filter(
    (week) =>
      previousProgress !== null &&
      !previousProgress.isFinished &&
      week >= (previousProgress.currentWeek ?? week),
  )
  const correctedWeeks = isFinished
    ? []
    : weeks.slice(-2, -1).filter((week) => isOverADayOld(stored.weeks.get(week), now))
  const missingWeeks = weeks.filter((week) => !stored.weeks.has(week)).slice(-MAX_MISSING_WEEKS_PER_REFRESH)
  return {
    draft: !stored.hasDraft,
    weeks: toPlannedWeeks(season, [...currentWeeks, ...endedWeeks, ...correctedWeeks, ...missingWeeks]),
  }
}

/** Plans everything that can be read of a season. Without `all`, only the parts that are not stored. */
export function planBackfillArchive(season: Season, stored: StoredArchive, all: boolean): ArchivePlan {
  if (!season.progress.isDrafted) return { draft: false, weeks: [] }
  const weeks = [0, ...weeksUpToNow(season)].filter((week) => all || !stored.weeks.has(week))
  return { draft: all || !stored.hasDraft, weeks: toPlannedWeeks(season, weeks) }
}

function isOverADayOld(readAt: Date | undefined, now: Date): boolean {
  return readAt !== undefined && now.getTime() - readAt.getTime() >= DAY_MS
}

/** The NFL weeks of the league up to the current or final week, in order. */
function weeksUpToNow({ calendar, progress }: Season): number[] {
  const all = calendar.periods.flatMap(({ weeks }) => weeks)
  const last = progress.isFinished ? (progress.finalWeek ?? Math.max(...all)) : (progress.currentWeek ?? 0)
  return [...new Set(all)].filter((week) => week <= last).sort((a, b) => a - b)
}

function currentPeriodWeeks(season: Season, week: number): number[] {
  const periodWeeks = season.calendar.periods.find(({ weeks }) => weeks.includes(week))?.weeks ?? [week]
  return periodWeeks.filter((periodWeek) => periodWeek <= week)
}

function toPlannedWeeks({ calendar }: Season, weeks: readonly number[]): PlannedWeek[] {
  return [...new Set(weeks)]
    .sort((a, b) => a - b)
    .map((week) => ({
      week,
      period: calendar.periods.find((period) => period.weeks.includes(week))?.period ?? null,
    }))
}
