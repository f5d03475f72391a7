import { luckOfTeams } from './all-play.ts'
import { completedGames, gamesOfTeam, meanOf, pointsPerWeek, type RegularSeason } from './regular-season.ts'

export type ScheduleStrength = {
  teamId: number
  /** How many points per week the opponents met score above the average of all others; null before the first. */
  played: number | null
  /** The same for the opponents to come; null if there are none. */
  remaining: number | null
  /** The mean all-play win rate of the opponents met, 0 to 1. */
  opponentsAllPlayRate: number | null
}

/** The strength of every team's schedule through the completed periods. Opponents met twice count twice. */
export function scheduleStrengths(season: RegularSeason): ScheduleStrength[] {
  const games = completedGames(season)
  const pointsOf = new Map(
    season.teams.map(({ teamId }) => [teamId, pointsPerWeek(gamesOfTeam(games, teamId))]),
  )
  const ratesOf = new Map(luckOfTeams(season).map(({ teamId, allPlayRate }) => [teamId, allPlayRate]))
  return season.teams.map(({ teamId }) => {
    const meanOver = (values: ReadonlyMap<number, number | null>, teamIds: readonly number[]) =>
      meanOf(teamIds.flatMap((id) => values.get(id) ?? []))
    const others = season.teams.map((team) => team.teamId).filter((id) => id !== teamId)
    const baseline = meanOver(pointsOf, others)
    const aboveBaseline = (opponents: readonly number[]) => {
      const mean = meanOver(pointsOf, opponents)
      return mean === null || baseline === null ? null : mean - baseline
    }
    const met = gamesOfTeam(games, teamId).map(({ other }) => other.teamId)
    const toCome = season.openGames.flatMap(({ homeId, awayId }) =>
      homeId === teamId ? awayId : awayId === teamId ? homeId : [],
    )
    return {
      teamId,
      played: aboveBaseline(met),
      remaining: aboveBaseline(toCome),
      opponentsAllPlayRate: meanOver(ratesOf, met),
    }
  })
}
