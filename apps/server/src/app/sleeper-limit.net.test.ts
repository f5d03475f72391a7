import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSleeperServer } from '@fieldhouse/simulator/sleeper/sleeper-server'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { providerNamed } from '../providers/league-provider.ts'
import { readSettings } from '../settings.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createLeagueProviders } from './integrations.ts'

const LEAGUES_PER_PROCESS = 60

let database: TestDatabase
let dataFolder: string
beforeEach(async () => {
  database = await createTestDatabase()
  dataFolder = mkdtempSync(join(tmpdir(), 'fieldhouse-limit-'))
})
afterEach(async () => {
  await database.drop()
  rmSync(dataFolder, { recursive: true })
})

it('sends at most 100 requests a minute to Sleeper from all processes of a site together', async () => {
  const server = await startSleeperServer({ respond: () => null })
  const settings = readSettings({ DATA_DIR: dataFolder, SLEEPER_BASE_URL: server.url })
  const stop = new AbortController()
  const reads = [1, 2].flatMap((process) => {
    const providers = createLeagueProviders(database.db, settings, pino({ level: 'silent' }))
    return Array.from({ length: LEAGUES_PER_PROCESS }, (_, index) =>
      providerNamed(providers, 'sleeper').readSeason({
        leagueId: `${process}00${index}`,
        season: 2026,
        cookies: null,
        signal: stop.signal,
      }),
    )
  })
  const settled = Promise.allSettled(reads)
  await vi.waitFor(() => expect(server.requests.length).toBeGreaterThanOrEqual(100), { timeout: 20_000 })
  // Without a common limit, those that still wait would be sent at once.
  await expect(
    vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(100), { timeout: 1500 }),
  ).rejects.toThrow('expected 100 to be greater than 100')
  stop.abort()
  await settled
  await server.close()
})
