import { type RosterWeek, startersOf } from '../../rosters/matchup.ts'
import { gradeOf } from '../grade.ts'
import { standardScores } from '../power-ranking.ts'

/**
 * In the order of the positions in the lineups and of the teams. Pass the lineups of completed weeks in which all teams
 * played.
 */
export function positionalStrength(weeks: readonly RosterWeek[]) {
  const teamIds = [...new Set(weeks.map(({ teamId }) => teamId))].sort((a, b) => a - b)
  const starters = weeks.flatMap((week) =>
    startersOf(week).map((player) => ({ ...player, teamId: week.teamId })),
  )
  const positions = new Set(starters.flatMap(({ position }) => position ?? []))
  return [...positions].flatMap((position) => {
    const means = teamIds.map((teamId) => {
      const own = starters.filter((starter) => starter.teamId === teamId && starter.position === position)
      const points = own.reduce((sum, starter) => sum + (starter.points ?? 0), 0) / 100
      return points / weeks.filter((week) => week.teamId === teamId).length
    })
    const leagueMean = means.reduce((sum, mean) => sum + mean, 0) / means.length
    const scores = standardScores(means)
    return teamIds.map((teamId, index) => ({
      position,
      teamId,
      points: means[index] ?? 0,
      difference: (means[index] ?? 0) - leagueMean,
      z: scores[index] ?? 0,
      grade: gradeOf(scores[index] ?? 0),
    }))
  })
}
