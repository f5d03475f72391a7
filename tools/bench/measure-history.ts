import type { HistoryInput, PastGame, PastSeason } from '@fieldhouse/domain/history/history-input'
import { buildHistory } from '@fieldhouse/domain/history/league-history'
import type { Points } from '@fieldhouse/domain/points'

const TEAMS = 14
const WEEKS = 14
const SEASONS = 20
const RUNS = 15

/** Measures how long it takes to compute the history of leagues of different ages, for the benchmarks. */
function measureHistory(): void {
  for (const times of [1, 10, 100]) {
    const input = buildHistoryInput(SEASONS * times)
    const runs = Array.from({ length: times === 100 ? 3 : RUNS }, () => measureMs(() => buildHistory(input)))
    const games = input.seasons.reduce((sum, { games }) => sum + games.length, 0)
    console.log(
      JSON.stringify({ times, games, ms: runs.toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] }),
    )
  }
}

function measureMs(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function buildHistoryInput(seasons: number): HistoryInput {
  return {
    seasons: Array.from({ length: seasons }, (_, index) => buildSeason(2000 + index)),
    merges: [],
    exclusions: new Map(),
  }
}

/** Every team plays every week. The scores are computed from the team and week numbers. */
function buildSeason(season: number): PastSeason {
  const numbers = Array.from({ length: TEAMS }, (_, index) => index + 1)
  const record = { wins: WEEKS / 2, losses: WEEKS / 2, ties: 0 }
  return {
    season,
    isFinished: true,
    source: 'espn',
    provider: 'espn',
    depth: 'scores',
    previousSeasons: [],
    format: 'points',
    hasMedianGame: false,
    periods: Array.from({ length: WEEKS }, (_, index) => ({ period: index + 1, weeks: [index + 1] })),
    members: numbers.map((id) => ({
      memberId: `${id}`,
      name: `Owner ${id}`,
      isManager: id === 1,
      isCreator: false,
    })),
    teams: numbers.map((teamId) => ({
      teamId,
      name: `Team ${teamId} of ${season % 4}`,
      logo: null,
      logoColor: null,
      record,
      pointsFor: 140_000 as Points,
      pointsAgainst: 140_000 as Points,
      playoffSeed: teamId,
      finalRank: ((teamId + season) % TEAMS) + 1,
      primaryOwnerId: `${teamId}`,
    })),
    games: Array.from({ length: WEEKS }, (_, week) => gamesOf(week + 1)).flat(),
  }
}

function gamesOf(week: number): PastGame[] {
  return Array.from({ length: TEAMS / 2 }, (_, pair) => {
    const [home, away] = [pair + 1, TEAMS - ((pair + week) % (TEAMS / 2))]
    const [homePoints, awayPoints] = [home, away].map(
      (team) => 8000 + ((team * 7919 + week * 104_729) % 6000),
    )
    return {
      gameId: week * 100 + pair,
      period: week,
      bracket: 'regular',
      result: (homePoints ?? 0) > (awayPoints ?? 0) ? 'home' : 'away',
      home: { teamId: home, points: homePoints as Points },
      away: { teamId: away, points: awayPoints as Points },
    }
  })
}

measureHistory()
