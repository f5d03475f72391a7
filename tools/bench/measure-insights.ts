import { positionalStrength } from '@fieldhouse/domain/insights/awards/positional-strength'
import { reportCards } from '@fieldhouse/domain/insights/awards/report-card'
import { rivalryIndex } from '@fieldhouse/domain/insights/awards/rivalry-index'
import { weeklyAwards } from '@fieldhouse/domain/insights/awards/weekly-awards'
import { draftBoards } from '@fieldhouse/domain/insights/moves/draft-board'
import { pickupResult, tradeResult } from '@fieldhouse/domain/insights/moves/roster-results'
import { fitScoreModel } from '@fieldhouse/domain/insights/odds/score-model'
import { simulateSeason } from '@fieldhouse/domain/insights/odds/simulate-season'
import { playoffRace, toOpenRace } from '@fieldhouse/domain/insights/race/playoff-race'
import { certaintyOfTeams, labelOf } from '@fieldhouse/domain/insights/race/race-status'
import { scenariosOf } from '@fieldhouse/domain/insights/race/scenarios'
import { luckOfTeams } from '@fieldhouse/domain/insights/season/all-play'
import { type RegularSeason, seasonThrough } from '@fieldhouse/domain/insights/season/regular-season'
import { swapSchedules } from '@fieldhouse/domain/insights/season/schedule-swap'
import { latestAcquisitions } from '@fieldhouse/domain/rosters/acquisitions'
import { toRosterWeek } from '@fieldhouse/domain/rosters/roster-week'
import { buildSeason, WEEKS } from './race-season.ts'
import { buildLineup, buildPicks } from './roster-season.ts'

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
    const reviewSeason = ({ teams: members }: RegularSeason) =>
      Array.from({ length: WEEKS }, (_, week) =>
        members.map(({ teamId }) => toRosterWeek(week + 1, buildLineup(teamId, week + 1))),
      ).flat()
    const lineups = reviewSeason(buildSeason(teams, 1))
    const picks = buildPicks(teams)
    measure('best lineups of a season', 0, reviewSeason)
    measure('weekly awards of a season', 0, ({ games }) =>
      weeklyAwards({
        games,
        lineups,
        latestAcquisition: latestAcquisitions({ picks, transactions: [] }),
        isOnBye: () => false,
      }),
    )
    measure('positional strength', 0, () => positionalStrength(lineups))
    measure('boards of ten drafts', 0, () =>
      draftBoards(
        Array.from({ length: 10 }, (_, year) => ({
          season: 2016 + year,
          kind: null,
          picks,
          weeks: lineups,
          isRated: true,
        })),
      ),
    )
    measure('30 trades and 200 pickups', 0, () => [
      Array.from({ length: 30 }, (_, index) =>
        tradeResult(
          {
            week: (index % WEEKS) + 1,
            moves: [
              { playerId: 101, fromTeamId: 2, toTeamId: 1 },
              { playerId: 201, fromTeamId: 1, toTeamId: 2 },
            ],
          },
          lineups,
        ),
      ),
      Array.from({ length: 200 }, (_, index) =>
        pickupResult({ playerId: 103, teamId: 1, week: (index % WEEKS) + 1, bid: 5 }, lineups),
      ),
    ])
    measure('report cards, and rivalries of all pairs', 0, (season) => [
      reportCards(
        luckOfTeams(season).map(({ teamId, wins, expectedWins }) => ({
          teamId,
          results: wins,
          scoring: expectedWins,
          management: teamId,
          draft: teamId % 5,
          moves: teamId % 3,
        })),
        season,
      ),
      season.teams.map((_, team) =>
        season.teams.map((__, other) =>
          rivalryIndex({ games: 20, wins: team, closeGames: other, playoffGames: 2, metInFinal: false }),
        ),
      ),
    ])
  }
}

measureInsights()
