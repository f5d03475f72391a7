import { pointsToDecimal } from '@fieldhouse/domain/points'
import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { checkConsistency } from '@fieldhouse/domain/seasons/season-check'
import { type SimulatedProvider, startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEspnProvider } from './espn-provider.ts'

const SUNDAY = new Date('2026-11-22T20:30:00Z')
const SEASONS = Array.from({ length: 15 }, (_, index) => 2012 + index)
const userAgent = 'Tests/1.0 (+https://tests.example)'

async function readSeasons(provider: SimulatedProvider): Promise<Map<number, LeagueSeason>> {
  const espn = createEspnProvider({ baseUrl: provider.url, userAgent })
  const seasonsByYear = new Map<number, LeagueSeason>()
  for (const season of SEASONS) {
    const result = await espn.readSeason({ leagueId: String(provider.leagueId), season, cookies: null })
    if (result !== null) seasonsByYear.set(season, result.season)
  }
  return seasonsByYear
}

describe('fifteen simulated seasons, read through the ESPN client', () => {
  let provider: SimulatedProvider
  let seasons: Map<number, LeagueSeason>
  beforeAll(async () => {
    provider = await startSimulatedProvider({ seed: 1889, now: () => SUNDAY, pastSeasons: 14 })
    seasons = await readSeasons(provider)
  })
  afterAll(() => provider.close())
  const season = (year: number) => seasons.get(year) as LeagueSeason

  it('reads all seasons without findings or inconsistencies', () => {
    expect([...seasons.keys()]).toEqual(SEASONS)
    for (const each of seasons.values()) {
      expect([each.season, each.findings, checkConsistency(each)]).toEqual([each.season, [], []])
    }
  })

  it('reads one champion per finished season and none for the current one', () => {
    for (const each of seasons.values()) {
      expect([each.season, each.progress.isFinished]).toEqual([each.season, each.season < 2026])
      const champions = each.teams.filter((team) => team.finalRank === 1)
      expect(champions).toHaveLength(each.season < 2026 ? 1 : 0)
    }
  })

  it('reads whole points through 2017 and a 13-week regular season through 2020', () => {
    for (const each of seasons.values()) {
      const scores = each.games.flatMap(({ home, away }) => [home, away ?? []].flat())
      const isWhole = scores.every(({ points }) => Number.isInteger(pointsToDecimal(points)))
      expect([each.season, isWhole]).toEqual([each.season, each.season < 2018])
      expect(each.calendar.regularSeasonPeriods).toBe(each.season < 2021 ? 13 : 14)
    }
  })

  it('reads ties, including one 0–0 game', () => {
    const ties = [...seasons.values()].flatMap((each) => each.games.filter(({ result }) => result === 'tie'))
    for (const { home, away } of ties) expect(home.points).toBe(away?.points)
    expect(ties.some(({ home }) => home.points > 0)).toBe(true)
    const empty = season(2022).games.filter(({ home, away }) => home.points === 0 && away?.points === 0)
    expect(empty.map(({ period, result }) => [period, result])).toEqual([[14, 'tie']])
  })

  it('reads a two-week championship in 2019 that is scored by the sum of both weeks', () => {
    const { games, calendar, progress } = season(2019)
    expect(calendar.periods.at(-1)).toEqual({ period: 16, weeks: [16, 17] })
    expect(progress.finalWeek).toBe(17)
    for (const { home } of games.filter(({ period }) => period === 16)) {
      expect(home.pointsByWeek.map(({ week }) => week)).toEqual([16, 17])
      expect(home.pointsByWeek.reduce((sum, { points }) => sum + points, 0)).toBe(home.points)
    }
  })

  it('reads one adjustment, which is included in the score but not in the weekly points', () => {
    const adjusted = [...seasons.values()].flatMap((each) =>
      each.games.flatMap(({ period, home, away }) =>
        [home, away ?? []].flat().flatMap((side) => (side.adjustment === 0 ? [] : { each, period, side })),
      ),
    )
    expect(adjusted.map(({ each, period, side }) => [each.season, period, side.teamId])).toEqual([
      [2020, 8, 5],
    ])
    const [{ side } = { side: undefined }] = adjusted
    expect((side?.points ?? 0) - (side?.pointsByWeek[0]?.points ?? 0)).toBe(1400)
  })

  it('reads a team without an owner in 2020, and normalizes names', () => {
    expect(
      season(2020)
        .teams.filter((team) => team.ownerIds.length === 0)
        .map(({ name }) => name),
    ).toEqual(['Team 3'])
    expect(season(2012).teams.map(({ name }) => name)).toContain('Whooping Cranes')
    expect(season(2012).members.map(({ name }) => name)).toContain('cleo marsh')
  })

  it('serves a season in under 30 ms from the cache', async () => {
    const views = '&view=mSettings&view=mTeam&view=mMatchupScore&view=mMatchup'
    const path = `${provider.url}/apis/v3/games/ffl/leagueHistory/${provider.leagueId}?seasonId=2014${views}`
    const times: number[] = []
    for (let run = 0; run < 20; run++) {
      const startedAt = performance.now()
      await (await fetch(path)).text()
      times.push(performance.now() - startedAt)
    }
    expect(Math.min(...times)).toBeLessThan(30)
  })
})
