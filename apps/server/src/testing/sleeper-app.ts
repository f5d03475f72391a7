import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  capturedSleeper,
  type SleeperServer,
  type SleeperServerOptions,
  startSleeperServer,
} from '@fieldhouse/simulator/sleeper/sleeper-server'
import { SLEEPER_CAPTURES_FOLDER } from '@fieldhouse/simulator/testing/sleeper-captures'
import { pino } from 'pino'
import { externalDataFrom } from '../app/integrations.ts'
import { storedSleeperPlayers } from '../features/external-data/external-data.ts'
import { systemClock } from '../providers/http/attempts.ts'
import type { LeagueArchive } from '../providers/league-provider.ts'
import { sleeperClient, sleeperProvider } from '../providers/sleeper/sleeper-provider.ts'
import { readSettings } from '../settings.ts'
import { startApp, type TestApp } from './start-app.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export const SLEEPER_USER_AGENT = 'Tests/1.0 (+https://tests.example)'

/** Before the first week of 2026, as in the recorded responses. */
export const BEFORE_THE_SEASON = new Date('2026-09-01T12:00:00Z')

export type SleeperApp = {
  testApp: TestApp
  server: SleeperServer
  database: TestDatabase
  dataFolder: string
  /** Lets time pass for the requests to Sleeper. */
  skipTime: (ms: number) => void
  close: () => Promise<void>
}

type SleeperAppOptions = Partial<Pick<SleeperServerOptions, 'respond' | 'faults'>> & {
  /** Stands for ESPN. */
  espn?: LeagueArchive
  /** How long to wait for a response. */
  timeoutMs?: number
}

/** Starts the whole server with Sleeper over HTTP: the recorded responses, unless a test has its own. */
export async function startSleeperApp({
  respond = capturedSleeper(SLEEPER_CAPTURES_FOLDER),
  faults,
  espn,
  timeoutMs,
}: SleeperAppOptions = {}): Promise<SleeperApp> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'fieldhouse-sleeper-'))
  const server = await startSleeperServer({ respond, ...(faults === undefined ? {} : { faults }) })
  const database = await createTestDatabase()
  // Requests that have to wait for their turn do not wait in the test.
  let time = BEFORE_THE_SEASON.getTime()
  const client = sleeperClient({
    ...systemClock,
    now: () => new Date(time),
    async sleep(ms) {
      time += ms
    },
    baseUrl: `${server.url}/v1`,
    userAgent: SLEEPER_USER_AGENT,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  const settings = readSettings({
    DATA_DIR: dataFolder,
    SLEEPER_BASE_URL: server.url,
    PROVIDER_USER_AGENT: SLEEPER_USER_AGENT,
  })
  const log = pino({ level: 'silent' })
  const clock = { now: () => BEFORE_THE_SEASON }
  const { readPlayers, fetch } = externalDataFrom(database.db, settings, log, () => clock.now())
  const players = storedSleeperPlayers(database.db)
  const testApp = await startApp(
    {},
    {
      database,
      ...(espn === undefined ? {} : { provider: espn }),
      otherProviders: { sleeper: sleeperProvider(client, players) },
      externalData: { readPlayers, fetch },
    },
  )
  testApp.clock.now = BEFORE_THE_SEASON
  clock.now = () => testApp.clock.now
  return {
    testApp,
    server,
    database,
    dataFolder,
    skipTime(ms) {
      time += ms
    },
    async close() {
      await testApp.close()
      await database.drop()
      await server.close()
      rmSync(dataFolder, { recursive: true })
    },
  }
}
