import { startCaptureServer } from '@fieldhouse/simulator/capture-server'
import { startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import {
  CAPTURES_FOLDER,
  CAPTURES_SKIP_REASON,
  HAS_CAPTURES,
  readCapture,
} from '@fieldhouse/simulator/testing/captures'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readDraft, readTransactions, readWeek } from '../testing/read-part.ts'
import { createEspnProvider } from './espn-provider.ts'

const userAgent = 'Fieldhouse/1.0 (+https://fieldhouse.example)'
const SUNDAY = new Date('2026-10-11T18:30:00Z')
const LEAGUE = { leagueId: '18254195', cookies: null }

async function connectToSimulation(now = SUNDAY) {
  const provider = await startSimulatedProvider({ seed: 'harbor', now: () => now, pastSeasons: 10 })
  onTestFinished(() => provider.close())
  const espn = createEspnProvider({ baseUrl: provider.url, userAgent })
  return { espn, league: { leagueId: String(provider.leagueId), cookies: null } }
}

async function connectToCaptures() {
  const server = await startCaptureServer({ folder: CAPTURES_FOLDER })
  onTestFinished(() => server.close())
  return createEspnProvider({ baseUrl: server.url, userAgent })
}

describe('createEspnProvider with the simulated league', () => {
  it('reads lineups of a finished week that add up to the scores', async () => {
    const { espn, league } = await connectToSimulation()
    const season = await espn.readSeason({ ...league, season: 2026 })
    const response = await readWeek(espn, { ...league, season: 2026, week: 4, period: 4 })
    const games = season?.season.games.filter((game) => game.period === 4) ?? []
    const scores = games.flatMap(({ home, away }) => [home, away ?? []].flat())
    expect(response?.week.findings).toEqual([])
    expect(scores).toHaveLength(12)
    for (const { teamId, points } of scores) {
      expect(response?.week.lineups.find((lineup) => lineup.teamId === teamId)?.points).toBe(points)
    }
  })

  it('reads lineups of the live week with live scores and players whose games have not started', async () => {
    const { espn, league } = await connectToSimulation()
    const season = await espn.readSeason({ ...league, season: 2026 })
    const current = season?.season.progress.currentPeriod ?? 0
    const week = (await readWeek(espn, { ...league, season: 2026, week: current }))?.week
    const liveSides =
      season?.season.games.filter((game) => game.period === current).map(({ home }) => home) ?? []
    expect(liveSides).toHaveLength(6)
    for (const { teamId, livePoints } of liveSides) {
      expect(week?.lineups.find((lineup) => lineup.teamId === teamId)?.points).toBe(livePoints)
    }
    const entries = week?.lineups.flatMap((lineup) => lineup.entries) ?? []
    expect(entries.some((entry) => entry.points === null && (entry.projectedPoints ?? 0) > 0)).toBe(true)
  })

  it('reads no lineups before the draft, before 2019 and in an unknown season', async () => {
    const { espn, league } = await connectToSimulation(new Date('2026-08-01T12:00:00Z'))
    expect((await readWeek(espn, { ...league, season: 2026, week: 1 }))?.week.lineups).toEqual([])
    expect(await readWeek(espn, { ...league, season: 2018, week: 1 })).toBeNull()
    expect(await readWeek(espn, { ...league, season: 2030, week: 1 })).toBeNull()
  })

  it.each([
    [2026, 192],
    [2017, 192],
  ])('reads the draft of %d', async (season, picks) => {
    const { espn, league } = await connectToSimulation()
    const response = await readDraft(espn, { ...league, season })
    expect(response?.draft).toMatchObject({ season, isComplete: true })
    expect(response?.draft.picks).toHaveLength(picks)
  })

  it('reads no picks before the draft', async () => {
    const { espn, league } = await connectToSimulation(new Date('2026-08-01T12:00:00Z'))
    expect((await readDraft(espn, { ...league, season: 2026 }))?.draft).toMatchObject({
      isComplete: false,
      picks: [],
    })
    expect(await readDraft(espn, { ...league, season: 2030 })).toBeNull()
  })

  it('reads successful and failed claims, a drop, and one trade from two rows', async () => {
    const { espn, league } = await connectToSimulation()
    const response = await readTransactions(espn, { ...league, season: 2026, week: 4 })
    const summaries = response?.transactions.map(({ kind, status, moves }) => [kind, status, moves.length])
    expect(summaries?.sort()).toEqual([
      ['roster', 'done', 1],
      ['trade', 'cancelled', 2],
      ['waiver', 'done', 1],
      ['waiver', 'failed', 1],
    ])
    expect(await readTransactions(espn, { ...league, season: 2030, week: 4 })).toBeNull()
  })

  it('reads no transactions in a future week', async () => {
    const { espn, league } = await connectToSimulation()
    const response = await readTransactions(espn, { ...league, season: 2026, week: 9 })
    expect(response?.transactions).toEqual([])
    expect(response?.raw).toHaveLength(1)
  })
})

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => {})

describe.runIf(HAS_CAPTURES)('createEspnProvider with a recorded league', () => {
  it.each([
    ['the whole schedule', {}],
    ['the schedule of the matchup period', { period: 12 }],
  ])('reads a week with %s', async (_, filter) => {
    const espn = await connectToCaptures()
    const response = await readWeek(espn, { ...LEAGUE, season: 2024, week: 12, ...filter })
    expect(response?.week.lineups).toHaveLength(10)
    expect(response?.week).toMatchObject({ week: 12, findings: [] })
    const raw = JSON.parse(response?.raw[0]?.body ?? '') as { schedule: unknown[] }
    expect(raw.schedule).toHaveLength(5)
  })

  it('reports missing lineups for a week that was not recorded', async () => {
    const espn = await connectToCaptures()
    const response = await readWeek(espn, { ...LEAGUE, season: 2020, week: 3 })
    expect(response?.week.findings.map((finding) => finding.code)).toEqual(['missing_lineups'])
  })

  it('reads no lineups in 2026 before the draft', async () => {
    const espn = await connectToCaptures()
    const response = await readWeek(espn, { ...LEAGUE, season: 2026, week: 1 })
    expect(response?.week).toMatchObject({ lineups: [], findings: [] })
  })

  it('reads drafts from both endpoints', async () => {
    const espn = await connectToCaptures()
    const historyDraft = await readDraft(espn, { leagueId: '368876', cookies: null, season: 2015 })
    const seasonDraft = await readDraft(espn, { ...LEAGUE, season: 2024 })
    expect([historyDraft?.draft.picks.length, seasonDraft?.draft.picks.length]).toEqual([128, 150])
  })

  it('reads transactions by week and returns the raw response unchanged', async () => {
    const espn = await connectToCaptures()
    const response = await readTransactions(espn, { ...LEAGUE, season: 2024, week: 10 })
    expect(response?.transactions).toHaveLength(55)
    expect(JSON.parse(response?.raw[0]?.body ?? '')).toEqual(
      readCapture('league-18254195/2024/transactions-period-10.json'),
    )
  })
})
