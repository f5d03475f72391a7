import { type CaptureServer, startCaptureServer } from '@fieldhouse/simulator/capture-server'
import {
  CAPTURES_FOLDER,
  CAPTURES_SKIP_REASON,
  HAS_CAPTURES,
  readCapture,
} from '@fieldhouse/simulator/testing/captures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEspnProvider } from '../providers/espn/espn-provider.ts'
import { readSeason } from '../testing/change-season.ts'
import { IS_NET } from '../testing/is-net.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'

// Expected values are computed from the recorded responses alone, independently of the server code.
// biome-ignore lint/suspicious/noExplicitAny: recorded responses are untyped JSON
type Json = any

const ALL_SEASONS = [
  ...[2020, 2021, 2022, 2023, 2024, 2025, 2026].map((season) => [18254195, season, 'combined.json'] as const),
  [368876, 2015, 'mTeam.json'],
  [368876, 2018, 'mTeam.json'],
  [1446375, 2023, 'week1-pregame-scoreboard.json'],
  [1446375, 2024, 'week16-live.json'],
  [899513, 2020, 'mTeam.json'],
  [1178049, 2020, 'mTeam.json'],
] as const
/** The gate reads one season of one league. */
const SEASONS = IS_NET
  ? ALL_SEASONS
  : ALL_SEASONS.filter(([league, season]) => league === 18254195 && season === 2024)

/** Not every view of every season was recorded. */
const EXPECTED_FINDINGS = ['commissioner_unknown', 'missing_settings', 'missing_schedule']

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => undefined)

describe.runIf(HAS_CAPTURES)('a recorded league, created and refreshed by its admin', () => {
  let captures: CaptureServer
  let testApp: TestApp
  let admin: TestClient

  beforeAll(async () => {
    captures = await startCaptureServer({ folder: CAPTURES_FOLDER })
    testApp = await startApp(
      {},
      {
        provider: createEspnProvider({
          baseUrl: captures.url,
          userAgent: 'Tests/1.0 (+https://tests.example)',
        }),
      },
    )
    admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    for (const id of new Set(SEASONS.map(([league]) => league))) {
      await admin.post('/api/create-league/', { name: `League ${id}`, espn_league_id: id })
    }
  })
  afterAll(async () => {
    await testApp.close()
    await captures.close()
  })

  it.each(SEASONS)("shows the provider's standings for league %i in %i", async (league, season, file) => {
    const refreshed = await admin.post('/api/refresh-espn/', { name: `League ${league}`, season })
    expect(refreshed.body).toMatchObject({ ok: true, error: null })
    const { body } = await admin.get(`/api/league/League%20${league}/standings/?season=${season}`)
    const shown = body.standings.map((team: Json) => [
      team.team_id,
      team.wins,
      team.losses,
      team.ties,
      team.points_for,
      team.points_against,
      team.rank,
    ])
    expect(byTeam(shown)).toEqual(byTeam(expectedTeams(readCapture(`league-${league}/${season}/${file}`))))
    expect(toRanks(body)).toEqual(toRanks(body).toSorted((a, b) => a - b))
    const names = body.standings.map((team: Json) => team.name)
    expect(names.every((name: string) => name.trim() !== '')).toBe(true)
  })

  it.each(SEASONS)('has no unexpected consistency findings for league %i in %i', async (league, season) => {
    await admin.post('/api/refresh-espn/', { name: `League ${league}`, season })
    const leagueId = await testApp.findLeagueId(`League ${league}`)
    const { findings } = await readSeason(testApp.db, leagueId, season)
    const codes = findings.map(({ code }) => code)
    expect(codes.filter((code) => !EXPECTED_FINDINGS.includes(code))).toEqual([])
  })

  it.runIf(IS_NET)(
    'shows the standings of league 1446375 in 2023 before its draft, with fourteen teams',
    async () => {
      const address = `${captures.url}/at/predraft-scoreboard`
      const predraftApp = await startApp(
        {},
        {
          provider: createEspnProvider({ baseUrl: address, userAgent: 'Tests/1.0 (+https://tests.example)' }),
        },
      )
      const boss = await predraftApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
      await boss.post('/api/create-league/', { name: 'Early', espn_league_id: 1446375 })
      const refreshed = await boss.post('/api/refresh-espn/', { name: 'Early', season: 2023 })
      const { body } = await boss.get('/api/league/Early/standings/?season=2023')
      await predraftApp.close()
      expect(refreshed.body).toMatchObject({ ok: true, error: null })
      const capture = readCapture('league-1446375/2023/predraft-scoreboard.json')
      expect(expectedTeams(capture)).toHaveLength(14)
      const shown = body.standings.map((team: Json) => [
        team.team_id,
        team.wins,
        team.losses,
        team.ties,
        team.rank,
      ])
      expect(byTeam(shown)).toEqual(
        byTeam(
          expectedTeams(capture).map(
            ([id, wins, losses, ties, , , rank]) => [id, wins, losses, ties, rank] as number[],
          ),
        ),
      )
      expect([body.is_finished, body.draft_at]).toEqual([false, '2023-09-02T23:00:00.000Z'])
    },
  )

  it('does not change when another season is refused', async () => {
    await admin.post('/api/refresh-espn/', { name: 'League 18254195', season: 2024 })
    const before = await admin.get('/api/league/League%2018254195/standings/?season=2024')
    const response = await admin.post('/api/refresh-espn/', { name: 'League 18254195', season: 2012 })
    expect([response.status, response.body.error]).toEqual([
      400,
      expect.stringMatching(/^ESPN has this league's seasons since \d+\.$/),
    ])
    const after = await admin.get('/api/league/League%2018254195/standings/?season=2024')
    expect(after.body).toEqual(before.body)
  })
})

function expectedTeams(capture: Json): number[][] {
  const body = Array.isArray(capture) ? capture[0] : capture
  return body.teams.map((team: Json) => {
    const { wins, losses, ties, pointsFor, pointsAgainst } = team.record.overall
    const rank =
      team.rankCalculatedFinal > 0 ? team.rankCalculatedFinal : team.playoffSeed > 0 ? team.playoffSeed : null
    return [team.id, wins, losses, ties, roundToHundredths(pointsFor), roundToHundredths(pointsAgainst), rank]
  })
}

function roundToHundredths(points: number): number {
  return Number(points.toFixed(2))
}

function byTeam(rows: number[][]): number[][] {
  return rows.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
}

function toRanks(body: Json): number[] {
  return body.standings.map((team: Json) => team.rank ?? 999)
}
