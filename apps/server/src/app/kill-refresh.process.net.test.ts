import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gamesById } from '@fieldhouse/domain/seasons/season-views'
import { type SimulatedProvider, startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { afterEach, expect, it } from 'vitest'
import { connect, type DatabaseAddress, type Db } from '../database/engine/database.ts'
import { createEspnProvider } from '../providers/espn/espn-provider.ts'
import { readWeek } from '../providers/testing/read-part.ts'
import { findSeason } from '../repositories/stored-seasons.ts'
import { createDataFolder } from '../testing/data-folder.ts'
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
/** Enough to cover the differences from SQLite; each kill takes more than two seconds. */
const KILLS_ON_POSTGRES = 6
const SEASON = 2026
/** During games, when the scores change every minute. */
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

/** Every score of the season in the database, in the same form as `readProviderScores`. */
async function readStoredScores(db: Db): Promise<string> {
  const [stored] = await db.selectFrom('seasons').select('league_id').where('season', '=', SEASON).execute()
  const season = stored === undefined ? null : await findSeason(db, stored.league_id, SEASON)
  const games = season === null ? [] : gamesById(season)
  const lineups = await db
    .selectFrom('lineups')
    .select(['team_id', 'points'])
    .orderBy('team_id')
    .where('week', '=', 5)
    .execute()
  return JSON.stringify([
    season?.teams.length ?? 0,
    games.map(({ gameId, home, away }) => [gameId, home.livePoints, away?.livePoints ?? null]),
    lineups.map((lineup) => lineup.points),
  ])
}

async function readProviderScores({ url, leagueId }: SimulatedProvider): Promise<string> {
  const espn = createEspnProvider({ baseUrl: url, userAgent: 'Tests/1.0 (+https://tests.example)' })
  const [season, week] = await Promise.all([
    espn.readSeason({ leagueId: String(leagueId), season: SEASON, cookies: null }),
    readWeek(espn, { leagueId: String(leagueId), season: SEASON, week: 5, cookies: null }),
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

it('stores either the complete old season or the complete new one when a refresh is killed', async () => {
  const folder = createDataFolder()
  const address = { engine: 'sqlite', file: join(folder, 'fieldhouse.db') } as const
  const newSeasonCount = await killRepeatedly(folder, address, KILLS)
  expect(newSeasonCount).toBeGreaterThan(0)
  expect(newSeasonCount).toBeLessThan(KILLS)
}, 300_000)

it('stores either the complete old season or the complete new one on PostgreSQL when a refresh is killed', async ({
  skip,
}) => {
  skip(process.env['TEST_DATABASE_URL'] === undefined, 'Skipped: TEST_DATABASE_URL is not set.')
  const database = await createEmptyDatabase('postgres')
  drop = database.drop
  const newSeasonCount = await killRepeatedly(createTempFolder(), database.address, KILLS_ON_POSTGRES)
  expect(newSeasonCount).toBeGreaterThan(0)
  expect(newSeasonCount).toBeLessThan(KILLS_ON_POSTGRES)
}, 300_000)

/** Returns how often the new season was stored after a kill. */
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
  const start = () => startServer(folder, { env })
  const refresh = (server: ServerProcess) =>
    server.browser(cookies).post('/api/refresh-espn/', { name: 'Harbour', season: SEASON })

  let server = await start()
  await server.browser(cookies).post('/api/register/', BOSS)
  await server
    .browser(cookies)
    .post('/api/create-league/', { name: 'Harbour', espn_league_id: simulated.leagueId })
  for (let count = 0; count < 2; count += 1) await refresh(server)
  const startedAt = performance.now()
  await refresh(server)
  const typicalMs = performance.now() - startedAt

  const db = connect(address)
  let newSeasonCount = 0
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const oldScores = await readProviderScores(simulated)
      await waitForScores(db, oldScores)
      minute += 2
      const newScores = await readProviderScores(simulated)
      expect(newScores).not.toBe(oldScores)
      const refreshed = refresh(server).catch(() => undefined)
      // Spread the kills over the whole refresh, from its start until after its end.
      if (kill === kills - 1) await refreshed
      else if (kill > 0) await sleep(((kill + Math.random()) / kills) * typicalMs * 1.3)
      server.signal('SIGKILL')
      await server.exited
      const storedScores = await readStoredScores(db)
      expect([oldScores, newScores]).toContain(storedScores)
      if (storedScores === newScores) newSeasonCount += 1
      if (address.engine === 'postgres') await expireLeases(db)
      // The restarted server resumes a job that was started. If none was, request the refresh again.
      server = await start()
      if ((await countOpenRefreshes(db)) === 0 && storedScores === oldScores) await refresh(server)
    }
    await waitForScores(db, await readProviderScores(simulated))
  } finally {
    await db.destroy()
  }
  return newSeasonCount
}

/** Simulates the wait until the leases expire, because other processes cannot know that the server is dead. */
async function expireLeases(db: Db): Promise<void> {
  await db.updateTable('jobs').set({ lease_until: 0 }).where('lease_token', 'is not', null).execute()
}

async function countOpenRefreshes(db: Db): Promise<number> {
  const jobs = db.selectFrom('jobs').select('id').where('kind', '=', 'refresh').where('ended_at', 'is', null)
  return (await jobs.execute()).length
}
