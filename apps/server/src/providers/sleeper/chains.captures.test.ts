import { readdirSync } from 'node:fs'
import { capturedSleeper, startSleeperServer } from '@fieldhouse/simulator/sleeper/sleeper-server'
import { CAPTURES_SKIP_REASON } from '@fieldhouse/simulator/testing/captures'
import { HAS_SLEEPER_CAPTURES, SLEEPER_CAPTURES_FOLDER } from '@fieldhouse/simulator/testing/sleeper-captures'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../http/attempts.ts'
import { listLeaguesOfUser, sleeperClient, sleeperProvider } from './sleeper-provider.ts'
import { capturedSeason } from './testing/captured-season.ts'

async function start() {
  const server = await startSleeperServer({ respond: capturedSleeper(SLEEPER_CAPTURES_FOLDER) })
  onTestFinished(() => server.close())
  let time = Date.UTC(2026, 8, 1)
  const client = sleeperClient({
    ...systemClock,
    now: () => new Date(time),
    sleep: (ms) => {
      time += ms
      return Promise.resolve()
    },
    baseUrl: `${server.url}/v1`,
    userAgent: 'Tests/1.0 (+https://tests.example)',
  })
  return {
    client,
    provider: sleeperProvider(client, () => Promise.resolve(new Map())),
    requests: server.requests,
  }
}

if (!HAS_SLEEPER_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => {})

describe.runIf(HAS_SLEEPER_CAPTURES)('recorded chains of Sleeper', () => {
  it.each([
    ['Jailyard', '918335334096846848', [2023, 2022]],
    ['Pioneer', '1345194878245556224', [2026, 2025, 2024, 2023, 2022, 2021]],
    ['Pioneer, from an old season', '933782968236191744', [2026, 2025, 2024, 2023, 2022, 2021]],
    ['Fantasy 101', '1389719640493551616', [2026, 2025, 2024, 2023, 2022, 2021, 2020]],
    ['Harborlight', '787506053142216704', [2022, 2021, 2020, 2019]],
    ['LOB', '1128059523031220224', [2024]],
    ['DLP, whose predecessor is unknown', '521379020332068864', [2020]],
  ])('%s (%s) has the seasons %j', async (_, leagueId, seasons) => {
    const { provider } = await start()
    const found = await provider.listSeasons({ leagueId, newest: 2026, cookies: null })
    expect(found?.knownSeasons).toEqual({ seasons, denied: [] })
  })

  it('a whole chain is read over HTTP as from its files', async () => {
    const { provider, requests } = await start()
    for (const [season, leagueId] of [
      [2026, '1345194878245556224'],
      [2023, '933782968236191744'],
      [2021, '733501008587657216'],
    ] as const) {
      const response = await provider.readSeason({ leagueId: '1345194878245556224', season, cookies: null })
      expect(response?.season.previousSeasons).toEqual(
        [2021, 2022, 2023, 2024, 2025, 2026].filter((year) => year !== season),
      )
      expect({ ...response?.season, previousSeasons: [] }).toEqual(capturedSeason(leagueId))
    }
    expect(requests.filter((path) => path.startsWith('league/933782968236191744/matchups/'))).toHaveLength(17)
    expect(requests.length).toBeLessThan(80)
  })

  it('the leagues of a user are found by name and by ID', async () => {
    const { client } = await start()
    const names = readdirSync(new URL(`file://${SLEEPER_CAPTURES_FOLDER}user/`), { withFileTypes: true })
      .filter((entry) => entry.isFile() && !/^\d/.test(entry.name))
      .map(({ name }) => name.replace(/\.json$/, ''))
    const found = await Promise.all(
      names.map((username) => listLeaguesOfUser(client, { username, season: 2026 })),
    )
    const leagues = found.flatMap((each) => each ?? [])
    expect(found).not.toContain(null)
    expect(leagues).toContainEqual({
      leagueId: '1345194878245556224',
      name: expect.any(String),
      season: 2026,
      totalRosters: 12,
      previousLeagueId: '1230537737975631872',
    })
    for (const username of ['nobody-with-this-name', '../league/1', '', 'ä'])
      expect(await listLeaguesOfUser(client, { username, season: 2026 })).toBeNull()
  })
})
