import { type PlayoffRace, playoffRace } from '@fieldhouse/domain/insights/race/playoff-race'
import { type RegularSeason, toRegularSeason } from '@fieldhouse/domain/insights/season/regular-season'
import { pointsFromDecimal } from '@fieldhouse/domain/points'
import { expect, it } from 'vitest'
import type { InsightSeason } from '../../repositories/seasons/insight-reader.ts'
import { type RaceReaderOptions, raceReader } from './race-reader.ts'

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

function createReader(find: () => InsightSeason, races?: Partial<RaceReaderOptions['races']>) {
  const through: number[] = []
  const reader = raceReader({
    seasons: { getCurrentSeason: async () => 2026 },
    insights: { findSeason: async () => find() },
    races: {
      async run({ season, options }): Promise<PlayoffRace | null> {
        through.push(season.completedPeriods)
        return playoffRace(season, { ...options, runs: 50 })
      },
      close: async () => undefined,
      ...races,
    },
    now: () => new Date('2026-11-01T00:00:00Z'),
  })
  return { reader, through }
}

it('computes each week once, however often the league changes', async () => {
  let stored = aStored(4)
  const { reader, through } = createReader(() => stored)
  await Promise.all([reader.getRace(1, 2026), reader.getRace(1, 2026)])
  expect(through).toEqual([4])
  await reader.getHistory(1, 2026)
  expect(through).toEqual([4, 3])
  stored = aStored(5)
  const history = await reader.getHistory(1, null)
  expect(through).toEqual([4, 3, 5])
  expect(history?.weeks.map(({ week }) => week)).toEqual([3, 4, 5])
})

it('computes equal seasons once, however the engine stores their numbers', async () => {
  let stored = aStored(4)
  const { reader, through } = createReader(() => stored)
  await reader.getRace(1, 2026)
  const again = aStored(4)
  for (const { home } of again.regular.games) {
    const { points } = home
    // A number that had a fraction stays a double.
    Object.assign(home, { points: points + 0.5 })
    Object.assign(home, { points })
  }
  stored = again
  await reader.getRace(1, 2026)
  expect(through).toEqual([4])
})

it('computes all weeks again after the correction of an early score', async () => {
  let stored = aStored(4)
  const { reader, through } = createReader(() => stored)
  await reader.getHistory(1, 2026)
  stored = aStored(4, 150)
  await reader.getHistory(1, 2026)
  expect(through).toEqual([4, 3, 4, 3])
})

it('tries again after a failure, and after too many others were waiting', async () => {
  const outcomes: ('fail' | 'busy' | 'work')[] = ['fail', 'busy', 'work']
  const { reader } = createReader(() => aStored(3), {
    run: async ({ season, options }) => {
      const outcome = outcomes.shift()
      if (outcome === 'fail') throw new Error('the thread has ended')
      return outcome === 'busy' ? null : playoffRace(season, { ...options, runs: 50 })
    },
  })
  await expect(reader.getRace(1, 2026)).rejects.toThrow('the thread has ended')
  expect(await reader.getRace(1, 2026)).toBeNull()
  expect(await reader.getRace(1, 2026)).toMatchObject({ season: 2026, week: 3 })
})

it('draws the same odds for a league under another ID, such as after an export and import', async () => {
  const oddsOf = async (leagueId: number, stored: InsightSeason) => {
    const { reader } = createReader(() => stored)
    return (await reader.getRace(leagueId, 2026))?.teams.map(({ odds }) => odds)
  }
  const stored = aStored(4)
  const renamed = { ...stored, teams: stored.teams.map((team) => ({ ...team, name: `New ${team.name}` })) }
  const odds = await oddsOf(1, stored)
  expect(odds?.[0]).not.toBeNull()
  expect(await oddsOf(2, renamed)).toEqual(odds)
})
