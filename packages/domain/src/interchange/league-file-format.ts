import { addPoints } from '../points.ts'
import type { Bracket, LeagueSeason } from '../seasons/season.ts'
import { countResults, isSameSum, regularSeasonTotals } from '../seasons/standings.ts'

/** The value of the field `format` of files with seasons of a league, and its newest version. */
export const LEAGUE_FILE_FORMAT = 'fieldhouse-league'
export const LEAGUE_FILE_VERSION = 1

export const GAME_BRACKETS = [
  'regular',
  'winners',
  'winners consolation',
  'losers consolation',
  'playoffs',
] as const satisfies readonly Bracket[]

/** A problem in a file, and where it is. `row` counts from 1 like a spreadsheet; null for a file without rows. */
export type FileProblem = { row: number | null; field: string; detail: string }

/**
 * Whether the totals of teams differ from the sums of their scores by no more than rounding, so that the platform's
 * scores have more decimals than are stored.
 */
export function hasRoundedScores({ teams, games }: Pick<LeagueSeason, 'teams' | 'games'>): boolean {
  return teams.some(({ teamId, pointsFor }) => {
    const totals = regularSeasonTotals(teamId, games)
    return (
      pointsFor !== totals.pointsFor && isSameSum(pointsFor, totals.pointsFor, countResults(totals.record))
    )
  })
}

/** The record and the points that the games of a team add up to, or those that are known. */
export function completeTotals(
  season: Pick<LeagueSeason, 'games' | 'weeklyScores'>,
  teamId: number,
  known: { [Field in keyof Totals]: Totals[Field] | null },
): Totals {
  const { record, pointsFor, pointsAgainst } = regularSeasonTotals(teamId, season.games)
  const weekly = addPoints(
    season.weeklyScores.filter((score) => score.teamId === teamId).map(({ points }) => points),
  )
  return {
    wins: known.wins ?? record.wins,
    losses: known.losses ?? record.losses,
    ties: known.ties ?? record.ties,
    pointsFor: known.pointsFor ?? (season.games.length === 0 ? weekly : pointsFor),
    pointsAgainst: known.pointsAgainst ?? pointsAgainst,
  }
}

type Totals = {
  wins: number
  losses: number
  ties: number
  pointsFor: LeagueSeason['teams'][number]['pointsFor']
  pointsAgainst: LeagueSeason['teams'][number]['pointsAgainst']
}
