import { pointsToDecimal } from '@fieldhouse/domain/points'
import type { LeagueSeason } from '@fieldhouse/domain/season'
import { checkConsistency } from '@fieldhouse/domain/season-consistency'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEspnProvider } from '../espn/espn.ts'
import { type SimulatedProvider, startSimulatedProvider } from './simulated-provider.ts'

const SUNDAY = new Date('2026-11-22T20:30:00Z')
const SEASONS = Array.from({ length: 15 }, (_, index) => 2012 + index)
const userAgent = 'Tests/1.0 (+https://tests.example)'

async function readSeasons(provider: SimulatedProvider): Promise<Map<number, LeagueSeason>> {
  const espn = createEspnProvider({ address: provider.url, userAgent })
  const read = new Map<number, LeagueSeason>()
  for (const season of SEASONS) {
    const answer = await espn.readSeason({ leagueId: provider.leagueId, season, cookies: null })
    if (answer !== null) read.set(season, answer.season)
  }
  return read
}

describe('fifteen seasons, read as the real provider’s are', () => {
  let provider: SimulatedProvider
  let seasons: Map<number, LeagueSeason>
  beforeAll(async () => {
    provider = await startSimulatedProvider({ seed: 1889, now: () => SUNDAY, pastSeasons: 14 })
    seasons = await readSeasons(provider)
  })
  afterAll(() => provider.close())
  const season = (year: number) => seasons.get(year) as LeagueSeason

  it('are all there, without a finding, and their books balance', () => {
    expect([...seasons.keys()]).toEqual(SEASONS)
    for (const each of seasons.values()) {
      expect([each.season, each.findings, checkConsistency(each)]).toEqual([each.season, [], []])
    }
  })

  it('are finished but for the current one, each with one champion', () => {
    for (const each of seasons.values()) {
      expect([each.season, each.progress.isFinished]).toEqual([each.season, each.season < 2026])
      const champions = each.teams.filter((team) => team.finalRank === 1)
      expect(champions).toHaveLength(each.season < 2026 ? 1 : 0)
    }
  })

  it('were played in whole points up to 2017, in 13 weeks and 3 up to 2020', () => {
    for (const each of seasons.values()) {
      const scores = each.games.flatMap(({ home, away }) => [home, away ?? []].flat())
      const isWhole = scores.every(({ points }) => Number.isInteger(pointsToDecimal(points)))
      expect([each.season, isWhole]).toEqual([each.season, each.season < 2018])
      expect(each.calendar.regularSeasonPeriods).toBe(each.season < 2021 ? 13 : 14)
    }
  })

  it('have ties at equal scores and one at 0–0', () => {
    const ties = [...seasons.values()].flatMap((each) => each.games.filter(({ result }) => result === 'tie'))
    for (const { home, away } of ties) expect(home.points).toBe(away?.points)
    expect(ties.some(({ home }) => home.points > 0)).toBe(true)
    const empty = season(2022).games.filter(({ home, away }) => home.points === 0 && away?.points === 0)
    expect(empty.map(({ period, result }) => [period, result])).toEqual([[14, 'tie']])
  })

  it('have a final of two weeks in 2019, whose score is the sum of both', () => {
    const { games, calendar, progress } = season(2019)
    expect(calendar.periods.at(-1)).toEqual({ period: 16, weeks: [16, 17] })
    expect(progress.finalWeek).toBe(17)
    for (const { home } of games.filter(({ period }) => period === 16)) {
      expect(home.pointsByWeek.map(({ week }) => week)).toEqual([16, 17])
      expect(home.pointsByWeek.reduce((sum, { points }) => sum + points, 0)).toBe(home.points)
    }
  })

  it('have one adjustment, which is in the score and not in the points of the week', () => {
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

  it('have a team that is nobody’s in 2020, and tidy names all the same', () => {
    expect(
      season(2020)
        .teams.filter((team) => team.ownerIds.length === 0)
        .map(({ name }) => name),
    ).toEqual(['Team 3'])
    expect(season(2012).teams.map(({ name }) => name)).toContain('Whooping Cranes')
    expect(season(2012).members.map(({ name }) => name)).toContain('cleo marsh')
  })

  it('are answered in under 30 ms when they are known', async () => {
    const views = '&view=mSettings&view=mTeam&view=mMatchupScore&view=mMatchup'
    const path = `${provider.url}/apis/v3/games/ffl/leagueHistory/${provider.leagueId}?seasonId=2014${views}`
    const times: number[] = []
    for (let turn = 0; turn < 20; turn++) {
      const began = performance.now()
      await (await fetch(path)).text()
      times.push(performance.now() - began)
    }
    expect(Math.min(...times)).toBeLessThan(30)
  })
})
