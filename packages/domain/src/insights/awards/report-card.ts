import { seasonEfficiency } from '../../rosters/lineup.ts'
import type { RosterWeek } from '../../rosters/matchup.ts'
import type { LeagueTransaction } from '../../rosters/transactions.ts'
import { gradeOf } from '../grade.ts'
import type { BoardPick } from '../moves/draft.ts'
import { listPickups } from '../moves/move-records.ts'
import { tradeResult } from '../moves/roster-results.ts'
import { countedTrades } from '../moves/trades.ts'
import { standardScores } from '../power-ranking.ts'
import { reviewedGames } from '../season/insight-season.ts'
import { completedGames, gamesOfTeam, type RegularSeason, winRateOf } from '../season/regular-season.ts'
import { formatSigned } from '../season-cards/season-card.ts'

/**
 * The win rate (0 to 1), points for, lineup efficiency (0 to 1), and what the draft, and trades and pickups, gave in
 * points; null if unknown.
 */
export type SubjectValues = { teamId: number } & Readonly<Record<Subject, number | null>>

/** How much of the regular season must be played. */
const MIN_PLAYED = 0.5

/** What the subjects of a season are measured by. A list is empty if its data are not stored. */
export type SubjectsInput = {
  season: RegularSeason
  /** The lineups of completed weeks. */
  lineups: readonly RosterWeek[]
  isBestBall: boolean
  picks: readonly Pick<BoardPick, 'teamId' | 'value'>[]
  transactions: readonly LeagueTransaction[]
}

/** Measures every team of a season, in the order of the teams. */
export function subjectValues(input: SubjectsInput): SubjectValues[] {
  const { season, lineups, isBestBall, picks, transactions } = input
  const games = completedGames(season)
  const isDraftRated = picks.some(({ value }) => value !== null)
  const moves = lineups.length === 0 || transactions.length === 0 ? null : pointsOfMoves(input)
  return season.teams.map(({ teamId }) => {
    const own = gamesOfTeam(games, teamId)
    const isDrafter = picks.some((pick) => pick.teamId === teamId)
    return {
      teamId,
      results: winRateOf(own),
      scoring: own.length === 0 ? null : own.reduce((sum, game) => sum + game.own.points, 0) / 100,
      management: isBestBall ? null : seasonEfficiency(reviewedGames(season, lineups, teamId)).efficiency,
      draft:
        isDraftRated && isDrafter
          ? picks.reduce((sum, pick) => sum + (pick.teamId === teamId ? (pick.value ?? 0) : 0), 0)
          : null,
      moves: moves === null ? null : (moves.get(teamId) ?? 0),
    }
  })
}

/** What trades gave more than they took, and what pickups gave, in points of starters, by team ID. */
function pointsOfMoves({ lineups, transactions }: SubjectsInput): Map<number, number> {
  const points = new Map<number, number>()
  const add = (teamId: number, amount: number) => points.set(teamId, (points.get(teamId) ?? 0) + amount)
  for (const trade of countedTrades(transactions, lineups))
    for (const { teamId, netStarted } of tradeResult(trade, lineups)) add(teamId, netStarted)
  for (const { teamId, started } of listPickups({ transactions, lineups })) add(teamId, started)
  return points
}

type Progress = Pick<RegularSeason, 'completedPeriods' | 'lastPeriod'>

/** Whether enough of the regular season is played; false if its length is unknown. */
export function isReportDue({ completedPeriods, lastPeriod }: Progress): boolean {
  return lastPeriod !== null && completedPeriods >= lastPeriod * MIN_PLAYED
}

/**
 * In the order of the teams. A subject that is unknown for any team is left out. null before half of the regular
 * season, and with fewer than two subjects.
 */
export function reportCards(teams: readonly SubjectValues[], progress: Progress) {
  if (!isReportDue(progress)) return null
  const known = SUBJECTS.flatMap((subject) => {
    const values = teams.flatMap((team) => team[subject] ?? [])
    return values.length === teams.length && teams.length > 0
      ? [{ subject, values, scores: standardScores(values) }]
      : []
  })
  if (known.length < 2) return null
  return teams.map(({ teamId }, index) => {
    const subjects = known.map(({ subject, values, scores }) => {
      const z = scores[index] ?? 0
      return { subject, value: values[index] ?? 0, z, grade: gradeOf(z) }
    })
    const z = subjects.reduce((sum, subject) => sum + subject.z, 0) / subjects.length
    return { teamId, subjects, overall: { z, grade: gradeOf(z) } }
  })
}

export const SUBJECTS = ['results', 'scoring', 'management', 'draft', 'moves'] as const

export const SUBJECT_NAMES: Readonly<Record<Subject, string>> = {
  results: 'Results',
  scoring: 'Scoring',
  management: 'Lineups',
  draft: 'Draft',
  moves: 'Moves',
}

export type Subject = (typeof SUBJECTS)[number]

export function describeSubject(subject: Subject, value: number): string {
  switch (subject) {
    case 'results':
      return `${formatPercent(value)} of games won`
    case 'scoring':
      return `${value.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} points`
    case 'management':
      return `${formatPercent(value)} of the best possible points`
    case 'draft':
      return `${formatSigned(value)} points vs expected`
    case 'moves':
      return `${formatSigned(value)} points from trades and pickups`
  }
}

function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
