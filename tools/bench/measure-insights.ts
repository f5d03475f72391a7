import { fitScoreModel } from '@fieldhouse/domain/insights/odds/score-model'
import { simulateSeason } from '@fieldhouse/domain/insights/odds/simulate-season'
import { playoffRace, toOpenRace } from '@fieldhouse/domain/insights/race/playoff-race'
import { certaintyOfTeams, labelOf } from '@fieldhouse/domain/insights/race/race-status'
import { scenariosOf } from '@fieldhouse/domain/insights/race/scenarios'
import { luckOfTeams } from '@fieldhouse/domain/insights/season/all-play'
import { type RegularSeason, seasonThrough } from '@fieldhouse/domain/insights/season/regular-season'
import { swapSchedules } from '@fieldhouse/domain/insights/season/schedule-swap'
import type { Points } from '@fieldhouse/domain/points'

const WEEKS = 14
const RUNS = 10_000
const LEAGUES = 9
const RULES = { tieBreaker: 'points_for', divisions: null } as const

/** Measures how much CPU time the insights of a season take, for the benchmarks. */
function measureInsights(): void {
  for (const teams of [12, 14]) {
    const goals = { places: teams / 2, byes: 2, divisions: null }
    const playoffs = { places: teams / 2, roundWeeks: [1], isReseeded: false, knownRounds: [] }
    const measure = (name: string, openWeeks: number, work: (season: RegularSeason) => unknown) => {
      const times = Array.from({ length: LEAGUES }, (_, league) => {
        const season = seasonThrough(buildSeason(teams, league + 1), WEEKS - openWeeks)
        const start = process.cpuUsage()
        work(season)
        const { user, system } = process.cpuUsage(start)
        return (user + system) / 1000
      })
      // The first league is compiled on the way.
      const [, ...rest] = times
      const sorted = rest.toSorted((a, b) => a - b)
      console.log(
        JSON.stringify({ name, teams, openWeeks, ms: sorted[sorted.length / 2], worstMs: sorted.at(-1) }),
      )
    }
    measure('odds, 10,000 runs', 6, (season) => {
      const model = fitScoreModel(season)
      if (model === null) throw new Error('The season has no model.')
      return simulateSeason({ season, model, rules: RULES, playoffs, runs: RUNS, seed: 1 })
    })
    for (const openWeeks of [6, 3])
      measure('what-if, half of the games picked', openWeeks, (season) => {
        const picks = season.openGames
          .filter((_, index) => index % 2 === 0)
          .map(({ gameId }) => ({ gameId, winner: 'home' as const }))
        const names = new Map(season.teams.map(({ teamId }) => [teamId, `Team ${teamId}`]))
        const rules = { seeding: RULES, playoffs }
        return playoffRace(season, { rules, runs: RUNS, seedText: 'bench', names, picks })
      })
    for (const openWeeks of [6, 3, 1])
      measure('what is certain, and labels', openWeeks, (season) => {
        const { race } = toOpenRace(season)
        return certaintyOfTeams(race, goals, null).map((own, team) => labelOf(team, race, goals, own, null))
      })
    measure('scenarios', 1, (season) => {
      const { race } = toOpenRace(season)
      return season.teams.map((_, team) => scenariosOf(team, race, goals))
    })
    measure('luck and swapped schedules', 0, (season) => [luckOfTeams(season), swapSchedules(season)])
  }
}

/** Everybody meets everybody in turn. The scores are computed from the team, week and league numbers. */
function buildSeason(teams: number, league: number): RegularSeason {
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

measureInsights()
