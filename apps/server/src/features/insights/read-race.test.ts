import { type PlayoffRace, playoffRace } from '@fieldhouse/domain/insights/race/playoff-race'
import type { InsightSeason } from '@fieldhouse/domain/insights/season/insight-season'
import { type RegularSeason, toRegularSeason } from '@fieldhouse/domain/insights/season/regular-season'
import { pointsFromDecimal } from '@fieldhouse/domain/points'
import { expect, it } from 'vitest'
import { type RaceThread, readRace, readRaceHistory, rememberRaces } from './read-race.ts'

const WEEKS = 6

/** Two games a week, of which the first `final` weeks are over. */
function aStored(final: number, firstScore = 120): InsightSeason {
  const side = (teamId: number, points: number) => ({ teamId, points: pointsFromDecimal(points) })
  const games = Array.from({ length: WEEKS }, (_, index) => index + 1).flatMap((period) => {
    const result = period <= final ? ('home' as const) : ('undecided' as const)
    const score = (points: number) => (period <= final ? points : 0)
    const first = period === 1 ? firstScore : 120
    return [
      { gameId: period * 10, period, result, home: side(1, score(first)), away: side(2, score(90 + period)) },
      { gameId: period * 10 + 1, period, result, home: side(3, score(110)), away: side(4, score(99)) },
    ].map((game) => ({ ...game, bracket: 'regular' as const }))
  })
  const teams = [1, 2, 3, 4].map((teamId) => ({
    teamId,
    name: `Team ${teamId}`,
    divisionId: null,
    record: { wins: 0, losses: 0, ties: 0 },
    pointsFor: pointsFromDecimal(0),
    playoffSeed: null,
  }))
  const regular: RegularSeason = toRegularSeason({
    teams,
    games,
    weeklyScores: [],
    periods: [],
    regularSeasonPeriods: WEEKS,
    hasMedianGame: false,
  })
  return {
    regular,
    teams,
    bracket: { status: 'before', rounds: [], championId: null },
    schedule: { format: 'points', playoffTeams: 2, periods: [] } as never,
  }
}

function createContext(races?: Pick<RaceThread, 'run'>) {
  const through: number[] = []
  const computeRace = rememberRaces({
    async run({ season, options }): Promise<PlayoffRace | null> {
      through.push(season.completedPeriods)
      return playoffRace(season, { ...options, runs: 50 })
    },
    ...races,
  })
  return { ctx: { computeRace }, through }
}

it('computes each week once, however often the league changes', async () => {
  const { ctx, through } = createContext()
  await Promise.all([readRace(ctx, 2026, aStored(4)), readRace(ctx, 2026, aStored(4))])
  expect(through).toEqual([4])
  await readRaceHistory(ctx, 2026, aStored(4))
  expect(through).toEqual([4, 3])
  const history = await readRaceHistory(ctx, 2026, aStored(5))
  expect(through).toEqual([4, 3, 5])
  expect(history?.weeks.map(({ week }) => week)).toEqual([3, 4, 5])
})

it('computes equal seasons once, however the engine stores their numbers', async () => {
  const { ctx, through } = createContext()
  await readRace(ctx, 2026, aStored(4))
  const again = aStored(4)
  for (const { home } of again.regular.games) {
    const { points } = home
    // A number that had a fraction stays a double.
    Object.assign(home, { points: points + 0.5 })
    Object.assign(home, { points })
  }
  await readRace(ctx, 2026, again)
  expect(through).toEqual([4])
})

it('computes all weeks again after the correction of an early score', async () => {
  const { ctx, through } = createContext()
  await readRaceHistory(ctx, 2026, aStored(4))
  await readRaceHistory(ctx, 2026, aStored(4, 150))
  expect(through).toEqual([4, 3, 4, 3])
})

it('tries again after a failure, and after too many others were waiting', async () => {
  const outcomes: ('fail' | 'busy' | 'work')[] = ['fail', 'busy', 'work']
  const { ctx } = createContext({
    run: async ({ season, options }) => {
      const outcome = outcomes.shift()
      if (outcome === 'fail') throw new Error('the thread has ended')
      return outcome === 'busy' ? null : playoffRace(season, { ...options, runs: 50 })
    },
  })
  await expect(readRace(ctx, 2026, aStored(3))).rejects.toThrow('the thread has ended')
  expect(await readRace(ctx, 2026, aStored(3))).toBeNull()
  expect(await readRace(ctx, 2026, aStored(3))).toMatchObject({ season: 2026, week: 3 })
})

it('draws the same odds for a league under another ID, such as after an export and import', async () => {
  const oddsOf = async (stored: InsightSeason) =>
    (await readRace(createContext().ctx, 2026, stored))?.teams.map(({ odds }) => odds)
  const stored = aStored(4)
  const renamed = { ...stored, teams: stored.teams.map((team) => ({ ...team, name: `New ${team.name}` })) }
  const odds = await oddsOf(stored)
  expect(odds?.[0]).not.toBeNull()
  expect(await oddsOf(renamed)).toEqual(odds)
})
