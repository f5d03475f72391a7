import { addPoints } from '../points.ts'
import { knownRecord, type RecordOrNull } from '../seasons/format-record.ts'
import { type Bracket, type LeagueSeason, type SeasonTeam, UNKNOWN_RECORD } from '../seasons/season.ts'
import { regularSeasonTotals } from '../seasons/standings.ts'

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
 * The record and the points that are known, otherwise those that the games of a team add up to. Unknown without games: a
 * season of which only the places are known has no record of 0-0-0.
 */
export function completeTotals(
  season: Pick<LeagueSeason, 'games' | 'weeklyScores'>,
  teamId: number,
  known: RecordOrNull & Pick<SeasonTeam, 'pointsFor' | 'pointsAgainst'>,
): Pick<SeasonTeam, 'record' | 'pointsFor' | 'pointsAgainst'> {
  const hasGames = season.games.length > 0
  const { record, pointsFor, pointsAgainst } = regularSeasonTotals(teamId, season.games)
  const weekly = season.weeklyScores.filter((score) => score.teamId === teamId).map(({ points }) => points)
  const { wins, losses, ties } = hasGames ? record : { ...UNKNOWN_RECORD, ties: 0 }
  return {
    record: knownRecord({
      wins: known.wins ?? wins,
      losses: known.losses ?? losses,
      ties: known.ties ?? ties,
    }),
    pointsFor: known.pointsFor ?? (hasGames ? pointsFor : weekly.length === 0 ? null : addPoints(weekly)),
    pointsAgainst: known.pointsAgainst ?? (hasGames ? pointsAgainst : null),
  }
}
