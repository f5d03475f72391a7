import { addMoney, type Cents, ZERO_CENTS } from '../money.ts'
import { pluralize } from '../pluralize.ts'
import { addPoints, type Points } from '../points.ts'
import { type PlayoffGame, podiumOf } from '../seasons/playoffs.ts'
import { hasMatchups, hasWeeklyPoints, type ScoringFormat } from '../seasons/scoring-format.ts'
import { isDecided, type MatchupPeriod, type SeasonTeam, type WeeklyScore } from '../seasons/season.ts'
import { byRank, winPercentage } from '../seasons/standings.ts'

/** The limits of a league's dues: texts in characters, and numbers of rows in a season. */
export const DUES_LIMITS = { note: 1000, title: 60, reason: 120, prizes: 30, entries: 1000 } as const

/** What is noted about a team: an adjustment of what it owes, which can be negative, or a payment. */
export const DUES_ENTRY_KINDS = ['adjustment', 'payment'] as const

export type DuesEntryKind = (typeof DUES_ENTRY_KINDS)[number]

export type DuesEntry = { kind: DuesEntryKind; amount: Cents }

/** `no_dues`: nothing is owed and nothing was paid. */
export const DUES_STATUSES = ['no_dues', 'owes', 'paid', 'overpaid'] as const

type DuesStatus = (typeof DUES_STATUSES)[number]

/**
 * What a team owes and has paid in a season. Nothing of it is stored. `dues` is 0 for a team that is not part of the
 * season, and `balance` negative while the team owes something.
 */
export function duesAccount(dues: Cents, entries: readonly DuesEntry[]) {
  const sumOf = (kind: DuesEntryKind) =>
    addMoney(entries.filter((entry) => entry.kind === kind).map(({ amount }) => amount))
  const [adjustments, paid] = [sumOf('adjustment'), sumOf('payment')]
  const owed = addMoney([dues, adjustments])
  const balance = (paid - owed) as Cents
  return { dues, adjustments, owed, paid, balance, status: statusOf(owed, paid) }
}

function statusOf(owed: Cents, paid: Cents): DuesStatus {
  if (owed === 0n && paid === 0n) return 'no_dues'
  if (paid < owed) return 'owes'
  return paid === owed ? 'paid' : 'overpaid'
}

/**
 * `planned` is the sum of each prize; null for one whose number of weeks is unknown. What teams have overpaid does not
 * count against what others still owe. `leftOver` is negative if the prizes exceed what is owed.
 */
export function duesPool(
  accounts: readonly ReturnType<typeof duesAccount>[],
  planned: readonly (Cents | null)[],
  payouts: readonly Cents[],
) {
  const owed = addMoney(accounts.map((account) => account.owed))
  const collected = addMoney(accounts.map(({ paid }) => paid))
  const outstanding = addMoney(
    accounts.map(({ balance }) => (balance < 0n ? ((0n - balance) as Cents) : ZERO_CENTS)),
  )
  const known = planned.filter((amount) => amount !== null)
  const total = known.length === planned.length ? addMoney(known) : null
  const paidOut = addMoney(payouts)
  return {
    owed,
    collected,
    outstanding,
    planned: total,
    leftOver: total === null ? null : ((owed - total) as Cents),
    paidOut,
    onHand: (collected - paidOut) as Cents,
  }
}

/** Whether a team that owes something is late. Both days are written as `2026-09-01`; null without a due date. */
export function isOverdue(status: DuesStatus, dueOn: string | null, today: string): boolean {
  return status === 'owes' && dueOn !== null && dueOn < today
}

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

type AwardState = (typeof AWARD_STATES)[number]

type Candidate = {
  teamId: number
  /** The score or the total that won; null for prizes that no points decide. */
  points: Points | null
  week: number | null
}

type Decision = Exclude<AwardState, 'decided'> | Candidate[]

/** The cents that cannot be divided go one each to the first of them, so the parts add up to the prize. */
export function splitPrize(amount: Cents, count: number): Cents[] {
  if (count === 0) return []
  const [part, rest] = [amount / BigInt(count), amount % BigInt(count)]
  return Array.from({ length: count }, (_, index) => (part + (BigInt(index) < rest ? 1n : 0n)) as Cents)
}

/**
 * The winners of a prize, in the order of the standings: one award without a week, or one for each NFL week of a weekly
 * prize in order.
 *
 * - `champion`, `runner_up` and `third_place` are the places of the finished season, as in its history.
 * - `best_record` is the best win percentage of the regular season by the results of the provider, and `most_points`
 *   the highest total of it. Tie breakers of the standings do not count: teams with equal records share the prize.
 * - `weekly_high` and `season_high` are the highest score of a week, and of any week.
 *
 * Teams that are level share the prize equally. Cents that are left over go to the better team in the standings: by
 * playoff seed, then wins, points for, name and ID. Nothing is decided before what decides it is final.
 */
export function prizeAwards(prize: Prize, season: PrizeSeason) {
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

function toAward(prize: Prize, season: PrizeSeason, decision: Decision, week: number | null) {
  const state: AwardState = typeof decision === 'string' ? decision : 'decided'
  const candidates = typeof decision === 'string' ? [] : decision
  const order = standingsOrder(season.teams)
  const positionOf = ({ teamId }: Candidate) => {
    const position = order.indexOf(teamId)
    return position === -1 ? order.length : position
  }
  const winners = candidates.toSorted((a, b) => positionOf(a) - positionOf(b) || a.teamId - b.teamId)
  const shares = splitPrize(prize.amount, winners.length)
  return {
    week,
    state,
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

type NotedPayout = {
  /** null for a team that is no longer part of the season. */
  teamId: number | null
  week: number | null
}

export function matchPayouts<Payout extends NotedPayout>(
  awards: readonly ReturnType<typeof toAward>[],
  payouts: readonly Payout[],
) {
  const byWinner = awards.map(({ week, winners }) =>
    winners.map(
      ({ teamId }) => payouts.find((payout) => payout.week === week && payout.teamId === teamId) ?? null,
    ),
  )
  const matched = new Set(byWinner.flat())
  return { byWinner, misdirected: payouts.filter((payout) => !matched.has(payout)) }
}

export type PrizeTeam = Pick<
  SeasonTeam,
  'teamId' | 'name' | 'record' | 'pointsFor' | 'playoffSeed' | 'finalRank'
>

export type PrizeSeason = {
  format: ScoringFormat
  isFinished: boolean
  teams: readonly PrizeTeam[]
  games: readonly PlayoffGame[]
  periods: readonly MatchupPeriod[]
  regularSeasonPeriods: number | null
  /** NFL week; null if unknown. */
  finalWeek: number | null
  /** The scores of completed weeks, as far as they are stored. */
  weeklyScores: readonly WeeklyScore[]
}

type PrizeWeek = {
  week: number
  isPlayoffs: boolean
  isFinal: boolean
  /** The scores of all teams that played; null if one of them is not stored, and before the week is final. */
  scores: { teamId: number; points: Points }[] | null
}

/**
 * The weeks of a season in order; null if the season does not say how long it or its regular season is.
 *
 * A week is final once each game of its matchup period is decided, so the first week of a game over two weeks becomes
 * final with the second one. A team on bye does not play, and its score does not count. Without matchups, all weeks
 * belong to the regular season.
 */
function prizeWeeks(season: PrizeSeason): PrizeWeek[] | null {
  if (!hasMatchups(season.format)) return weeksWithoutGames(season)
  const { periods, regularSeasonPeriods } = season
  if (regularSeasonPeriods === null || periods.length === 0) return null
  const scores = scoresByTeamAndWeek(season.weeklyScores)
  return periods.flatMap(({ period, weeks }) => {
    const all = season.games.filter((game) => game.period === period && game.away !== null)
    const games = all.filter(({ result }) => result !== 'not_played')
    // Nobody can win a week that was not played.
    if (all.length > 0 && games.length === 0) return []
    const isFinal = games.length > 0 && games.every(({ result }) => isDecided(result))
    const sides = games.flatMap(({ home, away }) => (away === null ? [] : [home, away]))
    return weeks.map((week): PrizeWeek => {
      const known = sides.flatMap((side) => {
        const points = scoreOf(side, weeks, week, scores)
        return points === null ? [] : [{ teamId: side.teamId, points }]
      })
      const isKnown = isFinal && hasWeeklyPoints(season.format) && known.length === sides.length
      return { week, isPlayoffs: period > regularSeasonPeriods, isFinal, scores: isKnown ? known : null }
    })
  })
}

function weeksWithoutGames(season: PrizeSeason): PrizeWeek[] | null {
  if (season.finalWeek === null) return null
  return Array.from({ length: season.finalWeek }, (_, index) => {
    const week = index + 1
    const scores = season.weeklyScores.filter((score) => score.week === week)
    return {
      week,
      isPlayoffs: false,
      isFinal: scores.length > 0,
      scores: scores.length === 0 || !hasWeeklyPoints(season.format) ? null : scores,
    }
  })
}

const keyOf = (teamId: number, week: number) => `${teamId} ${week}`

function scoresByTeamAndWeek(scores: readonly WeeklyScore[]): Map<string, Points> {
  return new Map(scores.map(({ teamId, week, points }) => [keyOf(teamId, week), points]))
}

/** The weeks of a longer game are known only if they add up to its total. */
function scoreOf(
  side: { teamId: number; points: Points },
  weeks: readonly number[],
  week: number,
  scores: ReadonlyMap<string, Points>,
): Points | null {
  if (weeks.length === 1) return side.points
  const parts = weeks.flatMap((each) => scores.get(keyOf(side.teamId, each)) ?? [])
  const isComplete = parts.length === weeks.length && addPoints(parts) === side.points
  return isComplete ? (scores.get(keyOf(side.teamId, week)) ?? null) : null
}

type Field = (name: string) => string
type Detail = Readonly<Record<string, string | number | boolean | null>>

export const DUES_DESCRIPTIONS = {
  'dues.save': (field: Field, { removed }: Detail) =>
    removed === true
      ? `removed the dues of ${field('season')}`
      : `saved the dues of ${field('season')}: $${field('amount')} per team, ${pluralize(Number(field('prizes')), 'prize')}`,
  'dues.payment': (field: Field) =>
    `noted a payment of $${field('amount')} by ${field('team')} for ${field('season')}`,
  'dues.adjustment': (field: Field) =>
    `changed what ${field('team')} owes for ${field('season')} by ${describeChange(field('amount'))}: ${field('reason')}`,
  'dues.remove-entry': (field: Field) =>
    `removed the ${field('kind')} of ${describeChange(field('amount'))} of ${field('team')} for ${field('season')}`,
  'dues.payout': (field: Field) =>
    `noted that $${field('amount')} was paid out to ${field('team')} ${describePrize(field)}`,
  'dues.undo-payout': (field: Field) =>
    `undid the payout of $${field('amount')} to ${field('team')} ${describePrize(field)}`,
  'dues.winner': (field: Field, { team }: Detail) =>
    team === null
      ? `named no winner of ${field('prize')} in ${field('season')}`
      : `named ${field('team')} the winner of ${field('prize')} in ${field('season')}`,
} as const

export const DUES_LABELS = {
  'dues.save': 'Changed the dues',
  'dues.payment': 'Noted a payment of dues',
  'dues.adjustment': 'Adjusted what a team owes',
  'dues.remove-entry': 'Removed a payment or an adjustment',
  'dues.payout': 'Noted a payout of a prize',
  'dues.undo-payout': 'Undid a payout of a prize',
  'dues.winner': 'Named the winner of a prize',
} as const

const describeChange = (amount: string) => (amount.startsWith('-') ? `−$${amount.slice(1)}` : `$${amount}`)

const describePrize = (field: Field) =>
  `for ${field('prize')}${field('week') === '?' ? '' : `, Week ${field('week')}`} in ${field('season')}`
