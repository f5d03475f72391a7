import { DAY_MS } from '../duration.ts'
import { dayOfNflWeek } from '../nfl/nfl-week.ts'
import { type Points, ZERO_POINTS } from '../points.ts'
import { hasWeeklyPoints, scoringFormatOf } from '../seasons/scoring-format.ts'
import {
  isDecided,
  type LeagueSeason,
  type SeasonCalendar,
  type SeasonProgress,
  type WeeklyScore,
  weeklyPoints,
} from '../seasons/season.ts'
import { slotOf, type TeamLineup, type WeekLineups } from './lineup.ts'
import type { LeagueTransaction, WeekTransactions } from './transactions.ts'

export const DRAFT_ORDERS = ['snake', 'linear', 'auction'] as const
export type DraftOrder = (typeof DRAFT_ORDERS)[number]

export const DRAFT_POOLS = ['rookies', 'veterans'] as const
export type DraftPool = (typeof DRAFT_POOLS)[number]

export type Draft = {
  providerLeagueId: string
  season: number
  /** Whether the draft is over. Before that, it may already contain keepers. */
  isComplete: boolean
  /** null if the provider does not state it, as for a draft entered afterwards. */
  kind: DraftOrder | null
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
  isKeeper: boolean
  /** The auction price in league dollars; null if nothing was paid. */
  bid: number | null
  /** The team that had the pick before any trade; missing if unknown. */
  originalTeamId?: number
  /** Whom the draft of the pick was open to; missing for every player, and if unknown. */
  pool?: DraftPool
  /** How the teams of its draft took turns, if differently from the first draft of the season; otherwise missing. */
  order?: DraftOrder
  /** The player at the time of the draft; missing if the provider only has the ID. */
  player?: { name: string; position: string | null; nflTeamId: number | null }
}

type NumberedPick = Pick<DraftPick, 'overall' | 'round'>

/**
 * Returns the number of a pick within its round, from 1, by its overall number: a skipped pick keeps its number. If the
 * rounds do not all have the same number of picks, a round begins after the last pick of the rounds before it.
 * @param picks all picks of the draft
 * @param teams null if unknown
 */
export function numbersInRounds(
  picks: readonly NumberedPick[],
  teams: number | null,
): (pick: NumberedPick) => number {
  const atLeast = Math.max(1, ...picks.map(({ overall, round }) => Math.ceil(overall / round)))
  const size = [teams, atLeast].find(
    (each) => each !== null && picks.every(({ overall, round }) => Math.ceil(overall / each) === round),
  )
  if (size != null) return ({ overall, round }) => overall - (round - 1) * size
  const numbersOf = (isWanted: (round: number) => boolean) =>
    picks.filter(({ round }) => isWanted(round)).map(({ overall }) => overall)
  const starts = new Map(
    [...new Set(picks.map(({ round }) => round))].map((round) => {
      const [before, own] = [numbersOf((each) => each < round), numbersOf((each) => each === round)]
      return [round, Math.min(Math.max(0, ...before), Math.min(...own) - 1)]
    }),
  )
  return ({ overall, round }) => overall - (starts.get(round) ?? 0)
}

/** A part of a season's archive that is stored as a unit. Teams and games are stored separately. */
export type ArchivePart =
  | { name: 'line-ups'; week: WeekLineups }
  | { name: 'draft'; draft: Draft }
  | { name: 'transactions'; week: WeekTransactions }

export type ArchivePartName = ArchivePart['name']

const MAX_MISSING_WEEKS_PER_REFRESH = 3

const MAX_CORRECTED_WEEKS_PER_REFRESH = 3

const CORRECTIONS_AFTER_SEASON_MS = 14 * DAY_MS

/** An NFL week and its matchup period, if known. Week 0 is the time before week 1. */
export type PlannedWeek = { week: number; period: number | null }

export type ArchivePlan = { draft: boolean; weeks: PlannedWeek[] }

export type StoredArchive = {
  hasDraft: boolean
  weeks: ReadonlyMap<number, Date>
  /** The stored scores of the weeks, and the points of the stored lineups, in any order. */
  scores: readonly WeeklyScore[]
  lineupPoints: readonly WeeklyScore[]
  previousProgress: { currentWeek: number | null; isFinished: boolean } | null
}

/**
 * A week of which only the lineups or only the transactions are stored is missing, unless the provider has none of the
 * others in the whole season. Week 0 has no lineups.
 */
export function storedWeeks(
  lineups: ReadonlyMap<number, Date>,
  transactions: ReadonlyMap<number, Date>,
): Map<number, Date> {
  const isStored = (week: number) =>
    (lineups.has(week) || lineups.size === 0 || week === 0) &&
    (transactions.has(week) || transactions.size === 0)
  return new Map([...transactions, ...lineups].filter(([week]) => isStored(week)))
}

type Season = { calendar: SeasonCalendar; progress: SeasonProgress }

type ScoredSeason = Season & Pick<LeagueSeason, 'season' | 'scoringType' | 'games' | 'weeklyScores'>

/**
 * Plans what a refresh reads in addition to the season: the weeks of the current matchup period, the weeks
 * that ended since the last refresh, a few missing weeks, and because the provider corrects scores, weeks with
 * corrected scores and once a day the previous week. After a season, its last two weeks are read daily for a
 * while.
 */
export function planRefreshArchive(season: ScoredSeason, stored: StoredArchive, now: Date): ArchivePlan {
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
  const canChange = !isFinished || now < correctionsEnd(season.season, weeks)
  const latestWeeks = (isFinished ? weeks.slice(-2) : weeks.slice(-2, -1)).filter(
    (week) => canChange && isOverADayOld(stored.weeks.get(week), now),
  )
  const missingWeeks = weeks.filter((week) => !stored.weeks.has(week)).slice(-MAX_MISSING_WEEKS_PER_REFRESH)
  return {
    draft: !stored.hasDraft,
    weeks: toPlannedWeeks(season, [
      ...currentWeeks,
      ...endedWeeks,
      ...latestWeeks,
      ...correctedWeeks(season, stored, canChange ? now : null),
      ...missingWeeks,
    ]),
  }
}

/** Plans everything that can be read of a season. Without `all`, only the parts that are not stored. */
export function planBackfillArchive(season: Season, stored: StoredArchive, all: boolean): ArchivePlan {
  if (!season.progress.isDrafted) return { draft: false, weeks: [] }
  const weeks = [0, ...weeksUpToNow(season)].filter((week) => all || !stored.weeks.has(week))
  return { draft: all || !stored.hasDraft, weeks: toPlannedWeeks(season, weeks) }
}

/** When the provider stops correcting the scores of a finished season, counted from the Tuesday after its last week. */
function correctionsEnd(season: number, weeks: readonly number[]): Date {
  const end = dayOfNflWeek(season, (weeks.at(-1) ?? 0) + 1, 'tuesday')
  return new Date(end.getTime() + CORRECTIONS_AFTER_SEASON_MS)
}

/**
 * The stored weeks whose scores have changed since the last refresh, and unless `now` is null those whose lineups
 * have not added up to their scores for a day. A few of them, those read longest ago first.
 */
function correctedWeeks(season: ScoredSeason, stored: StoredArchive, now: Date | null): number[] {
  const scores = new Map(stored.scores.map((score) => [keyOf(score), score.points]))
  const lineups = new Map(stored.lineupPoints.map((score) => [keyOf(score), score.points]))
  const corrected = finalScores(season).filter((score) => {
    const [before, lineup] = [scores.get(keyOf(score)), lineups.get(keyOf(score))]
    if (lineup === undefined) return false
    if (before !== undefined && before !== score.points) return true
    const isExplained = [score.points, score.points - score.adjustment].includes(lineup)
    return !isExplained && now !== null && isOverADayOld(stored.weeks.get(score.week), now)
  })
  const readAt = (week: number) => stored.weeks.get(week)?.getTime() ?? 0
  return [...new Set(corrected.map(({ week }) => week))]
    .sort((a, b) => readAt(a) - readAt(b))
    .slice(0, MAX_CORRECTED_WEEKS_PER_REFRESH)
}

function keyOf({ teamId, week }: Pick<WeeklyScore, 'teamId' | 'week'>): string {
  return `${teamId} ${week}`
}

function finalScores({
  scoringType,
  games,
  weeklyScores,
  calendar,
  progress,
}: ScoredSeason): (WeeklyScore & { adjustment: Points })[] {
  if (!hasWeeklyPoints(scoringFormatOf(scoringType))) return []
  const fromGames = games.flatMap((game) => {
    if (game.away === null || !isDecided(game.result)) return []
    return [game.home, game.away].flatMap((side) =>
      weeklyPoints(game, side, calendar).map((score) => ({
        ...score,
        teamId: side.teamId,
        adjustment: side.adjustment,
      })),
    )
  })
  const isOver = ({ week }: WeeklyScore) => progress.isFinished || week < (progress.currentWeek ?? 0)
  return [
    ...fromGames,
    ...weeklyScores.filter(isOver).map((score) => ({ ...score, adjustment: ZERO_POINTS })),
  ]
}

function isOverADayOld(readAt: Date | undefined, now: Date): boolean {
  return readAt !== undefined && now.getTime() - readAt.getTime() >= DAY_MS
}

/** The last week of the NFL's regular season. Some leagues have matchup periods after it, without lineups. */
const LAST_NFL_WEEK = 18

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

export type ArchivePartRejectionReason =
  | 'no_lineups'
  | 'fewer_lineups'
  | 'fewer_scores'
  | 'draft_not_over'
  | 'fewer_picks'
  | 'fewer_transactions'

type Lineups = readonly Pick<TeamLineup, 'entries'>[]

/**
 * A league can shrink until its first starter has scored; after that, no team may be missing. Only starters count,
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

/** Keepers can change until the draft is complete, but they do not all disappear. */
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

/** Pending transactions can be withdrawn; decided ones cannot disappear. */
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
