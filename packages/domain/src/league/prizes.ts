import type { Cents } from '../money.ts'
import type { Points } from '../points.ts'
import { podiumOf } from '../seasons/playoffs.ts'
import { hasMatchups, hasWeeklyPoints } from '../seasons/scoring-format.ts'
import { byRank, winPercentage } from '../seasons/standings.ts'
import { type PrizeSeason, type PrizeTeam, type PrizeWeek, prizeWeeks } from './prize-weeks.ts'

/**
 * `weekly_high` is won once in each week, all others once in the season. An admin names the winner of a `custom` prize.
 */
const PRIZE_NAMES = {
  champion: 'Champion',
  runner_up: 'Runner-up',
  third_place: 'Third place',
  best_record: 'Best regular-season record',
  most_points: 'Most regular-season points',
  weekly_high: 'Weekly high score',
  season_high: 'Highest week of the season',
  custom: 'Other prize',
} as const

export type PrizeKind = keyof typeof PRIZE_NAMES

export const PRIZE_KINDS = Object.keys(PRIZE_NAMES) as PrizeKind[]

/** The name of a prize to display. A `custom` prize has a title. */
export function nameOfPrize({ kind, title }: { kind: PrizeKind; title: string | null }): string {
  return kind === 'custom' ? (title ?? PRIZE_NAMES.custom) : PRIZE_NAMES[kind]
}

/** The prizes for scores of weeks, which can include the playoffs. */
export const WEEK_PRIZES: readonly PrizeKind[] = ['weekly_high', 'season_high']

export type Prize = {
  kind: PrizeKind
  /** For each week, if the prize is weekly. */
  amount: Cents
  /** Whether weeks of the playoffs count; false unless the prize is for scores of weeks. */
  includesPlayoffs: boolean
  /** The team that an admin has named; null for computed prizes, and until a team is named. */
  winnerId: number | null
}

/**
 * `undecided`: what decides the prize is not over. `unknown`: it is over, but the stored data do not tell who has won,
 * such as a season without weekly scores.
 */
export const AWARD_STATES = ['decided', 'undecided', 'unknown'] as const

export type AwardState = (typeof AWARD_STATES)[number]

export type PrizeWinner = {
  teamId: number
  share: Cents
  /** The score or the total that won; null for prizes that no points decide. */
  points: Points | null
  week: number | null
}

export type PrizeAward = {
  /** NFL week; null unless the prize is weekly. */
  week: number | null
  state: AwardState
  /** In the order of the standings; empty unless the prize is decided. */
  winners: PrizeWinner[]
}

type Candidate = Omit<PrizeWinner, 'share'>

type Decision = Exclude<AwardState, 'decided'> | Candidate[]

/** The cents that cannot be divided go one each to the first of them, so the parts add up to the prize. */
export function splitPrize(amount: Cents, count: number): Cents[] {
  if (count === 0) return []
  const [part, rest] = [amount / BigInt(count), amount % BigInt(count)]
  return Array.from({ length: count }, (_, index) => (part + (BigInt(index) < rest ? 1n : 0n)) as Cents)
}

/**
 * The winners of a prize: one award, or one for each week of a weekly prize in order.
 *
 * - `champion`, `runner_up` and `third_place` are the places of the finished season, as in its history.
 * - `best_record` is the best win percentage of the regular season by the results of the provider, and `most_points`
 *   the highest total of it. Tie breakers of the standings do not count: teams with equal records share the prize.
 * - `weekly_high` and `season_high` are the highest score of a week, and of any week.
 *
 * Teams that are level share the prize equally. Cents that are left over go to the better team in the standings: by
 * playoff seed, then wins, points for, name and ID. Nothing is decided before what decides it is final.
 */
export function prizeAwards(prize: Prize, season: PrizeSeason): PrizeAward[] {
  if (prize.kind === 'weekly_high') {
    const weeks = weeksOf(prize, season) ?? []
    return weeks.map((week) => toAward(prize, season, findWeekWinners(week, season), week.week))
  }
  return [toAward(prize, season, findWinners(prize, season), null)]
}

/** What a prize costs in the whole season; null for a weekly prize while the number of weeks is unknown. */
export function plannedAmount(prize: Prize, season: PrizeSeason): Cents | null {
  if (prize.kind !== 'weekly_high') return prize.amount
  const weeks = weeksOf(prize, season)
  return weeks === null ? null : ((prize.amount * BigInt(weeks.length)) as Cents)
}

function toAward(prize: Prize, season: PrizeSeason, decision: Decision, week: number | null): PrizeAward {
  if (typeof decision === 'string') return { week, state: decision, winners: [] }
  const order = standingsOrder(season.teams)
  const positionOf = ({ teamId }: Candidate) => {
    const position = order.indexOf(teamId)
    return position === -1 ? order.length : position
  }
  const winners = decision.toSorted((a, b) => positionOf(a) - positionOf(b) || a.teamId - b.teamId)
  const shares = splitPrize(prize.amount, winners.length)
  return {
    week,
    state: 'decided',
    winners: winners.map((winner, index) => ({ ...winner, share: shares[index] as Cents })),
  }
}

/** Best first. */
function standingsOrder(teams: readonly PrizeTeam[]): number[] {
  return teams
    .map(({ playoffSeed, ...team }) => ({ ...team, rank: playoffSeed }))
    .sort((a, b) => byRank(a, b) || a.teamId - b.teamId)
    .map(({ teamId }) => teamId)
}

function weeksOf({ includesPlayoffs }: Prize, season: PrizeSeason): PrizeWeek[] | null {
  return prizeWeeks(season)?.filter(({ isPlayoffs }) => includesPlayoffs || !isPlayoffs) ?? null
}

function findWinners(prize: Prize, season: PrizeSeason): Decision {
  switch (prize.kind) {
    case 'champion':
      return findRanked(1, season)
    case 'runner_up':
      return findRanked(2, season)
    case 'third_place':
      return findRanked(3, season)
    case 'best_record':
      return hasMatchups(season.format)
        ? findRegularSeasonBest(season, ({ record }) => winPercentage(record), false)
        : 'unknown'
    case 'most_points':
      return hasWeeklyPoints(season.format)
        ? findRegularSeasonBest(season, ({ pointsFor }) => (pointsFor === 0 ? null : pointsFor), true)
        : 'unknown'
    case 'weekly_high':
    case 'season_high':
      return findHighestWeek(weeksOf(prize, season), season)
    case 'custom':
      return prize.winnerId === null ? 'undecided' : [toCandidate(prize.winnerId)]
  }
}

function toCandidate(teamId: number, more: Partial<Candidate> = {}): Candidate {
  return { teamId, points: null, week: null, ...more }
}

function findRanked(rank: number, season: PrizeSeason): Decision {
  if (!season.isFinished) return 'undecided'
  const found = podiumOf(season).filter((each) => each.place === rank)
  return found.length === 0 ? 'unknown' : found.map(({ teamId }) => toCandidate(teamId))
}

/** The teams with the highest value; unknown if no team has one, such as in a season without games. */
function findRegularSeasonBest(
  season: PrizeSeason,
  getValue: (team: PrizeTeam) => number | null,
  isPoints: boolean,
): Decision {
  if (!isRegularSeasonOver(season)) return 'undecided'
  const values = season.teams.map(getValue)
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return 'unknown'
  const best = Math.max(...known)
  return season.teams
    .filter((_, index) => values[index] === best)
    .map(({ teamId, pointsFor }) => toCandidate(teamId, isPoints ? { points: pointsFor } : {}))
}

/** Whether the last period of the regular season was played, and each of its games is decided. */
function isRegularSeasonOver({ isFinished, format, games, regularSeasonPeriods }: PrizeSeason): boolean {
  if (isFinished) return true
  if (!hasMatchups(format) || regularSeasonPeriods === null) return false
  const played = games.filter(({ period, away }) => away !== null && period <= regularSeasonPeriods)
  return (
    played.some(({ period }) => period === regularSeasonPeriods) &&
    played.every(({ result }) => result !== 'undecided')
  )
}

function findWeekWinners({ week, isFinal, scores }: PrizeWeek, season: PrizeSeason): Decision {
  if (!isFinal) return season.isFinished ? 'unknown' : 'undecided'
  if (scores === null) return 'unknown'
  const best = Math.max(...scores.map(({ points }) => points))
  return scores
    .filter(({ points }) => points === best)
    .map(({ teamId, points }) => toCandidate(teamId, { points, week }))
}

function findHighestWeek(weeks: readonly PrizeWeek[] | null, season: PrizeSeason): Decision {
  if (!season.isFinished && (weeks === null || weeks.some(({ isFinal }) => !isFinal))) return 'undecided'
  const decisions = (weeks ?? []).map((week) => findWeekWinners(week, season))
  const candidates = decisions.flatMap((decision) => (typeof decision === 'string' ? [] : decision))
  if (candidates.length === 0 || decisions.some((decision) => typeof decision === 'string')) return 'unknown'
  const best = Math.max(...candidates.map(({ points }) => points ?? 0))
  const highest = candidates.filter(({ points }) => points === best)
  // A team that has scored it twice gets one share.
  return highest.filter(({ teamId }, index) => highest.findIndex((each) => each.teamId === teamId) === index)
}

export type NotedPayout = {
  /** null for a team that is no longer part of the season. */
  teamId: number | null
  week: number | null
}

export type MatchedPayouts<Payout extends NotedPayout> = {
  /** By award and winner, in their order; null where nothing was noted. */
  byWinner: (Payout | null)[][]
  /** Those to teams that have not won, for example after a corrected score. */
  misdirected: Payout[]
}

export function matchPayouts<Payout extends NotedPayout>(
  awards: readonly PrizeAward[],
  payouts: readonly Payout[],
): MatchedPayouts<Payout> {
  const byWinner = awards.map(({ week, winners }) =>
    winners.map(
      ({ teamId }) => payouts.find((payout) => payout.week === week && payout.teamId === teamId) ?? null,
    ),
  )
  const matched = new Set(byWinner.flat())
  return { byWinner, misdirected: payouts.filter((payout) => !matched.has(payout)) }
}
