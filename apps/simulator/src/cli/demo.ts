import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { type ClockState, ServerExitedError, startDemoServer } from '../demo/demo-server.ts'
import {
  DEMO_PASSWORD,
  DEMO_PAST_SEASONS,
  DEMO_SEED,
  DEMO_USERS,
  FIRST_ESPN_SEASON,
} from '../demo/demo-users.ts'
import { NotTheDemoError, seedDemo } from '../demo/seed.ts'
import type { SiteClock } from '../demo/site-client.ts'
import { LEAGUE_NAME } from '../league/seed-users.ts'
import { isGameTime, lastGameTime } from '../nfl.ts'
import { startSimulatedProvider } from '../simulated-provider.ts'
import { FORMER_LEAGUE, SHAPED_LEAGUES } from '../sleeper/leagues.ts'

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
