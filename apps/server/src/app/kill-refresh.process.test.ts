import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { connect, type DatabaseAddress, type Db } from '../database/database.ts'
import { createEspnProvider } from '../providers/espn/espn.ts'
import { type SimulatedProvider, startSimulatedProvider } from '../providers/simulated/simulated-provider.ts'
import {
  ADMIN_CODE,
  buildRegistration,
  type Cookies,
  cleanUpServers,
  createTempFolder,
  type ServerProcess,
  startServer,
} from '../testing/server-process.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'

const KILLS = 20
/** Few, for what differs from SQLite: each takes more than two seconds. */
const KILLS_ON_POSTGRES = 6
const SEASON = 2026
/** Games are played, so that the scores differ from one minute to the next. */
const KICKOFF = Date.parse('2026-10-11T17:00:00Z')
const BOSS = buildRegistration('boss', { role: 'admin', admin_code: ADMIN_CODE })

let simulated: SimulatedProvider | undefined
let drop: (() => Promise<void>) | undefined
afterEach(async () => {
  await cleanUpServers()
  await simulated?.close()
  await drop?.()
  drop = undefined
})

/** Every score of a season, from the database and as the provider has it. */
async function readStoredScores(db: Db): Promise<string> {
  const games = await db.selectFrom('season_games').selectAll().orderBy('game_id').execute()
  const lineups = await db
    .selectFrom('lineups')
    .select(['team_id', 'points'])
    .orderBy('team_id')
    .where('week', '=', 5)
    .execute()
  const teams = await db.selectFrom('season_teams').select('team_id').execute()
  return JSON.stringify([
    teams.length,
    games.map((game) => [game.game_id, game.home_live_points, game.away_live_points]),
    lineups.map((lineup) => lineup.points),
  ])
}

async function readProviderScores({ url, leagueId }: SimulatedProvider): Promise<string> {
  const espn = createEspnProvider({ address: url, userAgent: 'Tests/1.0 (+https://tests.example)' })
  const [season, week] = await Promise.all([
    espn.readSeason({ leagueId, season: SEASON, cookies: null }),
    espn.readWeek({ leagueId, season: SEASON, week: 5, cookies: null }),
  ])
  const games = season?.season.games.toSorted((a, b) => a.gameId - b.gameId) ?? []
  return JSON.stringify([
    season?.season.teams.length,
    games.map(({ gameId, home, away }) => [gameId, home.livePoints, away?.livePoints ?? null]),
    week?.week.lineups.map(({ points }) => points),
  ])
}

async function waitForScores(db: Db, scores: string): Promise<void> {
  await expect.poll(() => readStoredScores(db), { timeout: 10_000, interval: 20 }).toBe(scores)
}

it('leaves the old season or the new one whole, however often and whenever a refresh is killed', async () => {
  const folder = createTempFolder()
  const address = { engine: 'sqlite', file: join(folder, 'fieldhouse.db') } as const
  const wasNew = await killRepeatedly(folder, address, KILLS)
  expect(wasNew).toBeGreaterThan(0)
  expect(wasNew).toBeLessThan(KILLS)
}, 300_000)

it('does so on PostgreSQL', async ({ skip }) => {
  skip(process.env['TEST_DATABASE_URL'] === undefined, 'Skipped: TEST_DATABASE_URL names no PostgreSQL.')
  const database = await createEmptyDatabase('postgres')
  drop = database.drop
  const wasNew = await killRepeatedly(createTempFolder(), database.address, KILLS_ON_POSTGRES)
  expect(wasNew).toBeGreaterThan(0)
  expect(wasNew).toBeLessThan(KILLS_ON_POSTGRES)
}, 300_000)

/** Answers how often the new season was there after a kill. */
async function killRepeatedly(folder: string, address: DatabaseAddress, kills: number): Promise<number> {
  let minute = 0
  simulated = await startSimulatedProvider({
    seed: 7,
    pastSeasons: 0,
    now: () => new Date(KICKOFF + minute * 60_000),
  })
  const env: Record<string, string> = { ADMIN_SIGNUP_CODE: ADMIN_CODE, ESPN_BASE_URL: simulated.url }
  if (address.engine === 'postgres') env['DATABASE_URL'] = address.url
  const cookies: Cookies = new Map()
  const begin = () => startServer(folder, { env })
  const refresh = (server: ServerProcess) =>
    server.browser(cookies).post('/api/refresh-espn/', { name: 'Harbour', season: SEASON })

  let server = await begin()
  await server.browser(cookies).post('/api/register/', BOSS)
  await server
    .browser(cookies)
    .post('/api/create-league/', { name: 'Harbour', espn_league_id: simulated.leagueId })
  for (let times = 0; times < 2; times += 1) await refresh(server)
  const startedAt = performance.now()
  await refresh(server)
  const usualMs = performance.now() - startedAt

  const db = connect(address)
  let wasNew = 0
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const old = await readProviderScores(simulated)
      await waitForScores(db, old)
      minute += 2
      const next = await readProviderScores(simulated)
      expect(next).not.toBe(old)
      const refreshed = refresh(server).catch(() => undefined)
      // Spread over the whole of a refresh, from its first moment until it is over.
      if (kill === kills - 1) await refreshed
      else if (kill > 0) await sleep(((kill + Math.random()) / kills) * usualMs * 1.3)
      server.signal('SIGKILL')
      await server.exited
      const found = await readStoredScores(db)
      expect([old, next]).toContain(found)
      if (found === next) wasNew += 1
      if (address.engine === 'postgres') await expireLeases(db)
      // What was begun is brought to its end without being asked again; what was not yet is asked for.
      server = await begin()
      if ((await countOpenJobs(db)) === 0 && found === old) await refresh(server)
    }
    await waitForScores(db, await readProviderScores(simulated))
  } finally {
    await db.destroy()
  }
  return wasNew
}

/** As half a minute later: another process cannot know that this one is dead. */
async function expireLeases(db: Db): Promise<void> {
  await db.updateTable('league_jobs').set({ lease_until: 0 }).where('lease_token', 'is not', null).execute()
}

async function countOpenJobs(db: Db): Promise<number> {
  return (await db.selectFrom('league_jobs').select('id').where('ended_at', 'is', null).execute()).length
}
