import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { NotTheDemoError, seedDemo } from '../demo/seed.ts'
import {
  DEMO_PASSWORD,
  DEMO_PAST_SEASONS,
  DEMO_SEED,
  DEMO_USERS,
  FIRST_ESPN_SEASON,
  type SiteClock,
} from '../demo/site-client.ts'
import { LEAGUE_NAME } from '../league/seed-users.ts'
import { isGameTime, lastGameTime } from '../nfl.ts'
import { startSimulatedProvider } from '../simulated-provider.ts'
import { FORMER_LEAGUE, SHAPED_LEAGUES } from '../sleeper/leagues.ts'

const SERVER_PROGRAM = fileURLToPath(new URL('../../server/dist/main-with-clock.js', import.meta.url))

/** A clock that another process can follow: the system clock with an offset, or a time that runs at a speed. */
type ClockState = { offsetMs: number } | { atMs: number; speed: number }

type DemoSiteAddress = {
  publicUrl: string
  localUrl: string
  adminCode: string
  needsAdmin: boolean
}

interface DemoServer {
  /** Rejects with a ServerExitedError if the server cannot start. It has printed the reason. */
  listening: Promise<DemoSiteAddress>
  /** Resolves when the server follows the clock and has written its log. */
  setClock(clock: ClockState): Promise<void>
  exited: Promise<number>
  stop(): Promise<void>
}

class ServerExitedError extends Error {
  override name = 'ServerExitedError'
}

function startDemoServer(env: NodeJS.ProcessEnv, clock: ClockState): DemoServer {
  const child = fork(SERVER_PROGRAM, {
    env,
    execArgv: [...process.execArgv, '--enable-source-maps'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit').then(([code]) => Number(code ?? 1))
  const failed = exited.then((code) => {
    throw new ServerExitedError(`the server exited with code ${code}`)
  })
  const nextMessage = async () => {
    const [message] = (await Promise.race([once(child, 'message'), failed])) as [unknown]
    return message
  }
  const listening = nextMessage() as Promise<DemoSiteAddress>
  let lastChange: Promise<unknown> = listening
  child.send({ clock })
  return {
    listening,
    async setClock(newClock) {
      // One at a time, so that each response belongs to its own change.
      const change = lastChange.then(() => {
        const response = nextMessage()
        child.send({ clock: newClock })
        return response
      })
      lastChange = change
      await change
    },
    exited,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

const running: { close: () => Promise<void> }[] = []
let isReady = false
let isStopping = false

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void stop(isReady ? 0 : 128 + constants.signals[signal]))

try {
  await runDemo()
  isReady = true
} catch (error) {
  if (!isStopping && !(error instanceof ServerExitedError))
    console.error(error instanceof NotTheDemoError ? error.message : error)
  await stop(1)
}

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  for (const { close } of running.toReversed()) await close()
  process.exit(exitCode)
}

async function runDemo(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const environment: NodeJS.ProcessEnv = {
    DATA_DIR: './data-demo',
    BETSLIP_LEAGUE: LEAGUE_NAME,
    LOG_LEVEL: 'warn',
    // The clock leaps through hundreds of nights while the demo data is created.
    BACKUPS: 'off',
    ...process.env,
  }
  const baseClock = initialClock(environment['NOW'])
  const startedAt = timeOf(baseClock)
  const newestSeason = seasonAt(startedAt)
  const provider = await startSimulatedProvider({
    seed: DEMO_SEED,
    now: () => timeOf(baseClock),
    pastSeasons: newestSeason - FIRST_ESPN_SEASON,
    sleeperLeagues: [FORMER_LEAGUE, ...SHAPED_LEAGUES],
    hasTrades: true,
    onClockChange() {
      if (!isStopping) void server.setClock(providerClock())
    },
  })
  running.push(provider)
  const server = startDemoServer({ ...environment, ...simulatedSourceUrls(provider.url) }, baseClock)
  running.push({ close: () => server.stop() })
  void server.exited.then((code) => stop(code === 0 ? 1 : code))
  const site = await server.listening
  await seedDemo({
    baseUrl: site.localUrl,
    adminCode: site.adminCode,
    espnLeagueId: provider.leagueId,
    seasons: Array.from(
      { length: DEMO_PAST_SEASONS + 1 },
      (_, index) => newestSeason - DEMO_PAST_SEASONS + index,
    ),
    isInUse: !site.needsAdmin,
    clock: siteClock(),
  })
  await server.setClock(providerClock())
  console.log(signInBlock(site.publicUrl, provider.url, startedAt))

  function providerClock(): ClockState {
    const speed = provider.clock.speed()
    return speed === null ? baseClock : { atMs: provider.clock.now().getTime(), speed }
  }

  function siteClock(): SiteClock {
    return {
      now: () => provider.clock.now(),
      set: (at) => server.setClock({ atMs: at.getTime(), speed: 0 }),
      reset: () => server.setClock(providerClock()),
    }
  }
}

/**
 * The fixed time of the settings. Without one, the system clock if games are in progress, otherwise a clock
 * that runs from the last Sunday with games.
 */
function initialClock(fixedTime: string | undefined): ClockState {
  const fixedMs = Date.parse(fixedTime ?? '')
  // The server rejects an invalid setting.
  if (!Number.isNaN(fixedMs)) return { atMs: fixedMs, speed: 0 }
  const now = new Date()
  return { offsetMs: isGameTime(now) ? 0 : lastGameTime(now).getTime() - now.getTime() }
}

/** Only a fixed time or the system clock, because the provider runs its own clock after it has been set. */
function timeOf(clock: ClockState): Date {
  return new Date('atMs' in clock ? clock.atMs : Date.now() + clock.offsetMs)
}

/** Printed last, so new users see it. */
function signInBlock(address: string, providerUrl: string, startedAt: Date): string {
  const users = DEMO_USERS.map(
    ({ username, firstName, lastName, description }) =>
      `    ${username.padEnd(8)} ${firstName} ${lastName}, ${description}`,
  )
  return [
    '',
    `  The demo league is ready: ${address}`,
    `  Open it, sign in as greta with the password ${DEMO_PASSWORD}, and click Matchup: your game is on.`,
    '',
    '  The password is the same for all of them:',
    ...users,
    '',
    `  ESPN, Sleeper and all other data sources are simulated at ${providerUrl}`,
    `  The simulated clock started at ${startedAt.toUTCString()}.`,
    '',
  ].join('\n')
}

function simulatedSourceUrls(url: string): NodeJS.ProcessEnv {
  return {
    ESPN_BASE_URL: url,
    ESPN_SITE_URL: url,
    SLEEPER_BASE_URL: url,
    SLEEPER_CDN_URL: url,
    PROVIDER_REQUESTS_PER_MINUTE: '10000',
    IMAGES_BASE_URL: url,
    WEATHER_BASE_URL: url,
    NEWS_BASE_URL: url,
    SHEETS_BASE_URL: url,
  }
}
