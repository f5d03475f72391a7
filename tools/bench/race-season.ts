import type { RegularSeason } from '@fieldhouse/domain/insights/season/regular-season'
import type { Points } from '@fieldhouse/domain/points'

export const WEEKS = 14

/** Everybody meets everybody in turn. The scores are computed from the team, week and league numbers. */
export function buildSeason(teams: number, league: number): RegularSeason {
  const games = Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: teams / 2 }, (_, pair) => {
      const teamAt = (position: number) =>
        position === 0 ? teams : ((week + position - 1) % (teams - 1)) + 1
      const sideOf = (teamId: number) => {
        const points = (9000 +
          teamId * 150 +
          ((teamId * 7919 + week * 104_729 + league * 1301) % 5000)) as Points
        return { teamId, points, pointsByWeek: [points] }
      }
      const [home, away] = [sideOf(teamAt(pair)), sideOf(teamAt(teams - 1 - pair))]
      const result = home.points > away.points ? ('home' as const) : ('away' as const)
      return { gameId: week * 100 + pair, period: week + 1, weeks: [week + 1], home, away, result }
    }),
  ).flat()
  return {
    teams: Array.from({ length: teams }, (_, index) => ({ teamId: index + 1, divisionId: null })),
    games,
    openGames: [],
    hasMedianGame: false,
    lastPeriod: WEEKS,
    completedPeriods: WEEKS,
  }
}
