import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listFeed } from '@fieldhouse/contract/feed/feed'
import { getHistory } from '@fieldhouse/contract/history/history'
import { seedDemo } from '@fieldhouse/simulator/demo/seed'
import { DEMO_ITEMS } from '@fieldhouse/simulator/demo/seed-feed'
import { DEMO_PASSWORD, DEMO_USERS, type SiteClock } from '@fieldhouse/simulator/demo/site-client'
import { LEAGUE_NAME } from '@fieldhouse/simulator/league/seed-users'
import { type SimulatedProvider, startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { FORMER_LEAGUE } from '@fieldhouse/simulator/sleeper/leagues'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSettings } from '../settings.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp } from '../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createLeagueProviders, externalDataFrom } from './integrations.ts'

let provider: SimulatedProvider
let database: TestDatabase
let testApp: TestApp
let dataFolder: string
beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'fieldhouse-demo-'))
  provider = await startSimulatedProvider({
    seed: 1,
    now: () => SUNDAY,
    pastSeasons: 5,
    sleeperLeagues: [FORMER_LEAGUE],
    hasTrades: true,
  })
  database = await createTestDatabase()
  const settings = readSettings({
    DATA_DIR: dataFolder,
    ESPN_BASE_URL: provider.url,
    ESPN_SITE_URL: provider.url,
    SLEEPER_BASE_URL: provider.url,
    PROVIDER_REQUESTS_PER_MINUTE: '10000',
    SOURCES_OFF: 'odds,weather,news,sheets',
    PROVIDER_USER_AGENT: 'Tests/1.0 (+https://tests.example)',
  })
  const log = pino({ level: 'silent' })
  const { espn, ...otherProviders } = createLeagueProviders(database.db, settings, log)
  const { readPlayers, fetch } = externalDataFrom(database.db, settings, log, () => SUNDAY)
  testApp = await startApp(
    { BETSLIP_LEAGUE: LEAGUE_NAME },
    { database, provider: espn, otherProviders, externalData: { readPlayers, fetch } },
  )
})
afterEach(async () => {
  await testApp.close()
  await database.drop()
  await provider.close()
  rmSync(dataFolder, { recursive: true })
})

const ALL_SEASONS = Array.from({ length: 15 }, (_, index) => 2012 + index)

async function runSeed(isInUse = false, seasons = [2021, 2025, 2026]): Promise<void> {
  if (!testApp.app.server.listening) await testApp.app.listen({ port: 0 })
  await seedDemo({
    baseUrl: testApp.app.listeningOrigin,
    adminCode: ADMIN_CODE,
    espnLeagueId: provider.leagueId,
    seasons,
    isInUse,
    clock: clockOf(testApp),
  })
}

async function countRows({ db }: TestApp): Promise<Record<string, number>> {
  const tables = ['users', 'leagues', 'memberships', 'feed_items', 'item_comments', 'picks'] as const
  const counts: Record<string, number> = {}
  for (const table of tables) counts[table] = (await db.selectFrom(table).selectAll().execute()).length
  // A job posts the recaps, at any time.
  const recaps = await db.selectFrom('recaps').selectAll().execute()
  return { ...counts, feed_items: (counts['feed_items'] ?? 0) - recaps.length }
}

function clockOf({ clock }: TestApp): SiteClock {
  return {
    now: () => clock.now,
    set: async (at) => {
      clock.now = at
    },
    reset: async () => {
      clock.now = SUNDAY
    },
  }
}

it('seeds a league that every demo user but Petra can open', async () => {
  await runSeed()
  for (const { username } of DEMO_USERS) {
    const client = testApp.client()
    expect((await client.post('/api/login/', { username, password: DEMO_PASSWORD })).status).toBe(200)
    const { leagues } = (await client.get(`/api/user-leagues/${username}/`)).body
    if (username === 'petra') {
      expect(leagues).toEqual([])
      continue
    }
    expect(leagues).toHaveLength(1)
    const standings = await client.get(`/api/league/${encodeURIComponent(leagues[0].name)}/standings/`)
    expect(standings.body).toMatchObject({ season: 2026, last_error: null })
    expect(standings.body.standings).toHaveLength(12)
    expect(leagues[0].team === null).toBe(username === 'nell')
  }
})

it('imports every season, from 8 to 12 teams', async () => {
  await runSeed(false, ALL_SEASONS)
  const greta = testApp.client()
  await greta.post('/api/login/', { username: 'greta', password: DEMO_PASSWORD })
  const url = `/api/league/${encodeURIComponent(LEAGUE_NAME)}/standings/`
  const sizes: number[] = []
  for (const season of [2012, 2014, 2017, 2020, 2026]) {
    const { body } = await greta.get(`${url}?season=${season}`)
    expect(body).toMatchObject({ season, last_error: null })
    sizes.push(body.standings.length)
  }
  expect(sizes).toEqual([8, 10, 12, 12, 12])
})

it('has seasons from a file, from Sleeper and from ESPN, with everyone as one person', async () => {
  await runSeed(false, ALL_SEASONS)
  const greta = testApp.client()
  await greta.post('/api/login/', { username: 'greta', password: DEMO_PASSWORD })
  const league = `/api/league/${encodeURIComponent(LEAGUE_NAME)}`
  const { sources } = (await greta.get(`${league}/sources/`)).body
  expect(sources).toMatchObject([
    { provider: 'sleeper', seasons: [2020, 2019, 2018], first_season: 2018, last_season: 2020 },
    { provider: 'espn', seasons: [2026, 2025, 2024, 2023, 2022, 2021], first_season: 2021 },
  ])
  const history = getHistory.schema.response[200].parse((await greta.get(`${league}/history/`)).body)
  expect(history.seasons.map(({ season, champion }) => [season, champion?.owner === undefined])).toEqual(
    ALL_SEASONS.map((season) => [season, season === 2026]),
  )
  expect(history.owners.filter((owner) => !/^\S+ \S+$/.test(owner))).toEqual([])
  const people = new Map<string, unknown>(history.people.map((person) => [person.owner, person.picture]))
  for (const { firstName, lastName, username } of DEMO_USERS.filter(({ username: name }) => name !== 'nell'))
    expect([username, people.has(`${firstName} ${lastName}`)]).toEqual([username, true])
  expect(people.get('Kit Sorrel')).toBeNull()
  expect(people.get('Lena Fogg')).toMatch(/^\//)
  const { suggestions } = (await greta.get(`${league}/history/merges/`)).body
  expect(suggestions).toEqual([])
  const roster = (await greta.get(`${league}/me/roster/`)).body
  expect(roster).toMatchObject({ season: 2026 })
  expect(JSON.stringify(roster)).not.toContain('"Player ')
})

it('seeds posts, picks, pictures and a join request with dates in the past', async () => {
  await runSeed()
  const ada = testApp.client()
  await ada.post('/api/login/', { username: 'ada', password: DEMO_PASSWORD })
  const league = `/api/league/${encodeURIComponent(LEAGUE_NAME)}`
  const feed = listFeed.schema.response[200].parse((await ada.get(`${league}/social/feed/`)).body)
  // A job posts the recaps, at any time.
  const items = feed.items.filter((item) => item.type !== 'post' || !item.by_league)
  expect(items[0]).toMatchObject({ type: 'post', user: 'Greta Lund', pinned: true, liked: true })
  const times = items.slice(1).map(({ created_at }) => new Date(created_at).getTime())
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(times[0]).toBeLessThan(SUNDAY.getTime())
  expect(new Set(times).size).toBe(DEMO_ITEMS.length - 1)
  expect(items.filter(({ type }) => type === 'proposal')).toMatchObject([
    { closed: false, total: 3 },
    { closed: false, total: 5, closes_at: null },
    { closed: true, total: 6, options: [{ won: true, percent: 50 }, { won: false }, { won: false }] },
  ])
  for (const item of items) {
    if (item.type === 'media') expect((await ada.get(item.url)).headers['content-type']).toBe('image/png')
  }
  expect((await ada.get(`${league}/me/roster/`)).body.weeks).toEqual([1, 2, 3, 4, 5])
  const slips: string[] = []
  for (const week of [2, 3, 4, 5]) {
    const { slip } = (await ada.get(`${league}/bets/?season=2026&week=${week}`)).body
    slips.push(`${slip.legs} ${slip.state}`)
  }
  expect(slips).toEqual(['5 won', '5 lost', '4 lost', '4 open'])

  const greta = testApp.client()
  await greta.post('/api/login/', { username: 'greta', password: DEMO_PASSWORD })
  const history = getHistory.schema.response[200].parse((await greta.get(`${league}/history/`)).body)
  expect(history.people.find(({ owner }) => owner === 'Greta Lund')?.picture).toMatch(/^\//)
  const { requests } = (await greta.get('/api/league-requests/')).body
  expect(requests).toMatchObject([{ username: 'petra', league: LEAGUE_NAME }])
})

it('refreshes a seeded site without adding anything', async () => {
  await runSeed()
  const before = await countRows(testApp)
  await runSeed(true)
  expect(await countRows(testApp)).toEqual(before)
  expect(before).toMatchObject({ users: DEMO_USERS.length, leagues: 1 })
})

it('refuses to seed a site that is not the demo, and changes nothing', async () => {
  await testApp.registerUser('owner', { role: 'admin', admin_code: ADMIN_CODE })
  await expect(runSeed(true)).rejects.toThrow('This data directory contains another site.')
  expect(await testApp.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'owner' }])
})
