import { describe, expect, it, onTestFinished } from 'vitest'
import { CAPTURES_FOLDER, CAPTURES_SKIP_REASON, HAS_CAPTURES, readCapture } from '../../testing/captures.ts'
import { startCaptureServer } from '../captures/capture-server.ts'
import { startSimulatedProvider } from '../simulated/simulated-provider.ts'
import { createEspnProvider } from './espn.ts'

const userAgent = 'Fieldhouse/1.0 (+https://fieldhouse.example)'
const SUNDAY = new Date('2026-10-11T18:30:00Z')
const LEAGUE = { leagueId: 18254195, cookies: null }

async function simulated(now = SUNDAY) {
  const provider = await startSimulatedProvider({ seed: 'harbor', now: () => now, pastSeasons: 10 })
  onTestFinished(() => provider.close())
  const espn = createEspnProvider({ address: provider.url, userAgent })
  return { espn, league: { leagueId: provider.leagueId, cookies: null } }
}

async function captured() {
  const server = await startCaptureServer({ folder: CAPTURES_FOLDER })
  onTestFinished(() => server.close())
  return createEspnProvider({ address: server.url, userAgent })
}

describe('of the simulated league', () => {
  it('a finished week has line-ups of all teams that add up to the scores', async () => {
    const { espn, league } = await simulated()
    const season = await espn.readSeason({ ...league, season: 2026 })
    const answer = await espn.readWeek({ ...league, season: 2026, week: 4, period: 4 })
    const games = season?.season.games.filter((game) => game.period === 4) ?? []
    const scores = games.flatMap(({ home, away }) => [home, away ?? []].flat())
    expect(answer?.week.findings).toEqual([])
    expect(scores).toHaveLength(12)
    for (const { teamId, points } of scores) {
      expect(answer?.week.lineups.find((lineup) => lineup.teamId === teamId)?.points).toBe(points)
    }
  })

  it('the live week has the live scores, with players who have not begun', async () => {
    const { espn, league } = await simulated()
    const season = await espn.readSeason({ ...league, season: 2026 })
    const current = season?.season.progress.currentPeriod ?? 0
    const week = (await espn.readWeek({ ...league, season: 2026, week: current }))?.week
    const live = season?.season.games.filter((game) => game.period === current).map(({ home }) => home) ?? []
    expect(live).toHaveLength(6)
    for (const { teamId, livePoints } of live) {
      expect(week?.lineups.find((lineup) => lineup.teamId === teamId)?.points).toBe(livePoints)
    }
    const entries = week?.lineups.flatMap((lineup) => lineup.entries) ?? []
    expect(entries.some((entry) => entry.points === null && (entry.projectedPoints ?? 0) > 0)).toBe(true)
  })

  it('there are no line-ups before the draft, before 2019, and of an unknown season', async () => {
    const { espn, league } = await simulated(new Date('2026-08-01T12:00:00Z'))
    expect((await espn.readWeek({ ...league, season: 2026, week: 1 }))?.week.lineups).toEqual([])
    expect(await espn.readWeek({ ...league, season: 2018, week: 1 })).toBeNull()
    expect(await espn.readWeek({ ...league, season: 2030, week: 1 })).toBeNull()
  })

  it.each([
    [2026, 192],
    [2017, 192],
  ])('the draft of %d has its picks', async (season, picks) => {
    const { espn, league } = await simulated()
    const answer = await espn.readDraft({ ...league, season })
    expect(answer?.draft).toMatchObject({ season, isComplete: true })
    expect(answer?.draft.picks).toHaveLength(picks)
  })

  it('the draft that is to come has none', async () => {
    const { espn, league } = await simulated(new Date('2026-08-01T12:00:00Z'))
    expect((await espn.readDraft({ ...league, season: 2026 }))?.draft).toMatchObject({
      isComplete: false,
      picks: [],
    })
    expect(await espn.readDraft({ ...league, season: 2030 })).toBeNull()
  })

  it('a week has claims that were granted and refused, a drop, and one trade from its two rows', async () => {
    const { espn, league } = await simulated()
    const answer = await espn.readTransactions({ ...league, season: 2026, week: 4 })
    const told = answer?.transactions.map(({ kind, status, moves }) => [kind, status, moves.length])
    expect(told?.sort()).toEqual([
      ['roster', 'done', 1],
      ['trade', 'cancelled', 2],
      ['waiver', 'done', 1],
      ['waiver', 'failed', 1],
    ])
    expect(await espn.readTransactions({ ...league, season: 2030, week: 4 })).toBeNull()
  })

  it('a week that has not come has no transactions', async () => {
    const { espn, league } = await simulated()
    const answer = await espn.readTransactions({ ...league, season: 2026, week: 9 })
    expect(answer?.transactions).toEqual([])
    expect(answer?.raw).toHaveLength(1)
  })
})

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => {})

describe.runIf(HAS_CAPTURES)('of the recorded league', () => {
  it.each([
    ['the whole schedule', {}],
    ['the schedule narrowed to the matchup period', { period: 12 }],
  ])('a week is read with %s', async (_, narrowed) => {
    const espn = await captured()
    const answer = await espn.readWeek({ ...LEAGUE, season: 2024, week: 12, ...narrowed })
    expect(answer?.week.lineups).toHaveLength(10)
    expect(answer?.week).toMatchObject({ week: 12, findings: [] })
    const raw = JSON.parse(answer?.raw[0]?.body ?? '') as { schedule: unknown[] }
    expect(raw.schedule).toHaveLength(5)
  })

  it('a week that was not recorded says that it has no line-ups', async () => {
    const espn = await captured()
    const answer = await espn.readWeek({ ...LEAGUE, season: 2020, week: 3 })
    expect(answer?.week.findings.map((finding) => finding.code)).toEqual(['missing_lineups'])
  })

  it('the weeks of 2026 have no line-ups before the draft', async () => {
    const espn = await captured()
    const answer = await espn.readWeek({ ...LEAGUE, season: 2026, week: 1 })
    expect(answer?.week).toMatchObject({ lineups: [], findings: [] })
  })

  it('drafts are read from both endpoints', async () => {
    const espn = await captured()
    const old = await espn.readDraft({ leagueId: 368876, cookies: null, season: 2015 })
    const recent = await espn.readDraft({ ...LEAGUE, season: 2024 })
    expect([old?.draft.picks.length, recent?.draft.picks.length]).toEqual([128, 150])
  })

  it('transactions are read by week, and the raw answer is kept as it came', async () => {
    const espn = await captured()
    const answer = await espn.readTransactions({ ...LEAGUE, season: 2024, week: 10 })
    expect(answer?.transactions).toHaveLength(55)
    expect(JSON.parse(answer?.raw[0]?.body ?? '')).toEqual(
      readCapture('league-18254195/2024/transactions-period-10.json'),
    )
  })
})
