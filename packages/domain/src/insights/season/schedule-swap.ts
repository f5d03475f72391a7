import type { TeamRecord } from '../../seasons/season.ts'
import { completedGames, gamesOfTeam, type RegularSeason, type TeamGame } from './regular-season.ts'

/** The records that a team's scores would have given it with the schedules of all teams. */
export type SwappedSchedules = {
  teamId: number
  /** In the order of the teams. The team's own schedule gives its real record against opponents. */
  records: { scheduleOf: number; record: TeamRecord }[]
  /** The most, fewest and mean wins over all schedules, a tie as half a win. */
  best: number
  worst: number
  mean: number
  /** How many of the schedules would have given more wins than the own one. */
  better: number
}

/** The matrix of all teams and schedules through the completed periods, in the order of the teams. */
export function swapSchedules(season: RegularSeason): SwappedSchedules[] {
  const games = completedGames(season)
  const gamesOf = new Map(season.teams.map(({ teamId }) => [teamId, gamesOfTeam(games, teamId)]))
  return season.teams.map(({ teamId }) => {
    const own = new Map((gamesOf.get(teamId) ?? []).map((game) => [game.game.period, game]))
    const records = season.teams.map((schedule) => ({
      scheduleOf: schedule.teamId,
      record: recordWith(own, gamesOf.get(schedule.teamId) ?? []),
    }))
    const wins = records.map(({ record }) => record.wins + record.ties / 2)
    const real = wins[season.teams.findIndex((team) => team.teamId === teamId)] ?? 0
    return {
      teamId,
      records,
      best: Math.max(...wins),
      worst: Math.min(...wins),
      mean: wins.reduce((sum, each) => sum + each, 0) / wins.length,
      better: wins.filter((each) => each > real).length,
    }
  })
}

/** Weeks without a game of either team are skipped. The games that were really played keep their results. */
function recordWith(own: ReadonlyMap<number, TeamGame>, schedule: readonly TeamGame[]): TeamRecord {
  const record: TeamRecord = { wins: 0, losses: 0, ties: 0 }
  for (const { game, other } of schedule) {
    const mine = own.get(game.period)
    if (mine === undefined) continue
    const margin = mine.game === game ? mine.result - 0.5 : mine.own.points - other.points
    record[margin > 0 ? 'wins' : margin < 0 ? 'losses' : 'ties'] += 1
  }
  return record
}
