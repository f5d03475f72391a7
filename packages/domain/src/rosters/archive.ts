import { DAY_MS } from '../duration.ts'
import type { SeasonCalendar, SeasonProgress } from '../seasons/season.ts'
import { slotOf, type TeamLineup, type WeekLineups } from './lineup.ts'
import type { LeagueTransaction, WeekTransactions } from './transactions.ts'

/** The draft of a season. */
export type Draft = {
  providerLeagueId: number
  season: number
  /** Whether the draft is over. Before that, it may already contain keepers. */
  isComplete: boolean
  /** In draft order, without the picks that have not been made yet. */
  picks: DraftPick[]
}

export type DraftPick = {
  /** Counted from 1 over all rounds. */
  overall: number
  round: number
  /** Counted from 1 within the round. */
  inRound: number
  teamId: number
  /** Negative for a team's defense. */
  playerId: number
  /** The account that made the pick or entered it later. Not always a member; null if unknown. */
  memberId: string | null
  /** Whether the player was a keeper from the previous season. */
  isKeeper: boolean
  /** The auction price in league dollars; null if nothing was paid. */
  bid: number | null
}

/** A part of a season's archive that is stored as a unit. Teams and games are stored separately. */
export type ArchivePart =
  | { name: 'line-ups'; week: WeekLineups }
  | { name: 'draft'; draft: Draft }
  | { name: 'transactions'; week: WeekTransactions }

export type ArchivePartName = ArchivePart['name']

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

/** The last week of the NFL's regular season. Some leagues have matchup periods after it, without lineups. */
const LAST_NFL_WEEK = 18

/** The NFL weeks of the league up to the current or final week, in order. */
function weeksUpToNow({ calendar, progress }: Season): number[] {
  const all = calendar.periods.flatMap(({ weeks }) => weeks)
  const last = progress.isFinished ? (progress.finalWeek ?? Math.max(...all)) : (progress.currentWeek ?? 0)
  return [...new Set(all)].filter((week) => week <= Math.min(last, LAST_NFL_WEEK)).sort((a, b) => a - b)
}

function currentPeriodWeeks(season: Season, week: number): number[] {
  const periodWeeks = season.calendar.periods.find(({ weeks }) => weeks.includes(week))?.weeks ?? [week]
  return periodWeeks.filter((periodWeek) => periodWeek <= Math.min(week, LAST_NFL_WEEK))
}

function toPlannedWeeks({ calendar }: Season, weeks: readonly number[]): PlannedWeek[] {
  return [...new Set(weeks)]
    .sort((a, b) => a - b)
    .map((week) => ({
      week,
      period: calendar.periods.find((period) => period.weeks.includes(week))?.period ?? null,
    }))
}

/** Why a stored part of an archive is not replaced. */
export type ArchivePartRejectionReason =
  | 'no_lineups'
  | 'fewer_lineups'
  | 'fewer_scores'
  | 'draft_not_over'
  | 'fewer_picks'
  | 'fewer_transactions'

type Lineups = readonly Pick<TeamLineup, 'entries'>[]

/**
 * Why the stored lineups of a week are not replaced, or null when the offered ones may replace them. A league
 * can shrink until its first starter has scored; after that, no team may be missing. Only starters count,
 * because benches can change even after their players' games are over.
 */
export function lineupsRejectionReason(stored: Lineups, offered: Lineups): ArchivePartRejectionReason | null {
  if (stored.length === 0) return null
  if (offered.length === 0) return 'no_lineups'
  const scored = countScoredStarters(stored)
  if (scored > 0 && offered.length < stored.length) return 'fewer_lineups'
  return countScoredStarters(offered) < scored ? 'fewer_scores' : null
}

type DraftPicks = Pick<Draft, 'isComplete' | 'picks'>

/**
 * Why a stored draft is not replaced, or null when the offered one may replace it. Keepers can change until
 * the draft is complete, but they do not all disappear.
 */
export function draftRejectionReason(
  stored: DraftPicks | null,
  offered: DraftPicks,
): ArchivePartRejectionReason | null {
  if (stored === null) return null
  if (stored.isComplete && !offered.isComplete) return 'draft_not_over'
  const minPicks = stored.isComplete ? stored.picks.length : Math.min(1, stored.picks.length)
  return offered.picks.length < minPicks ? 'fewer_picks' : null
}

type Transactions = readonly Pick<LeagueTransaction, 'status'>[]

/**
 * Why the stored transactions of a week are not replaced, or null when the offered ones may replace them.
 * Pending transactions can be withdrawn; decided ones cannot disappear.
 */
export function transactionsRejectionReason(
  stored: Transactions,
  offered: Transactions,
): ArchivePartRejectionReason | null {
  return countDecided(offered) < countDecided(stored) ? 'fewer_transactions' : null
}

function countScoredStarters(lineups: Lineups): number {
  return lineups.reduce((count, { entries }) => {
    const scored = entries.filter((entry) => entry.points !== null && slotOf(entry.slotId).isStarter)
    return count + scored.length
  }, 0)
}

function countDecided(transactions: Transactions): number {
  return transactions.filter(({ status }) => status !== 'pending').length
}
