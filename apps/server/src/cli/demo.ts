import { seasonAt } from '@fieldhouse/domain/season'
import { DEMO_PAST_SEASONS, DEMO_SEED } from '../app/demo/demo-league.ts'
import { DEMO_PASSWORD, DEMO_USERS } from '../app/demo/demo-users.ts'
import { seedDemo } from '../app/demo/seed.ts'
import { loadEnvironment } from '../app/environment.ts'
import { runUntilStopped } from '../app/program.ts'
import { clockOf, runServer } from '../app/run-server.ts'
import { settableClock } from '../providers/simulated/clock.ts'
import { isGameTime, lastGameTime } from '../providers/simulated/game-time.ts'
import { LEAGUE_NAME } from '../providers/simulated/seed-users.ts'
import { startSimulatedProvider } from '../providers/simulated/simulated-provider.ts'
import { readSettings } from '../settings.ts'

await runUntilStopped(async () => {
  const environment = {
    DATA_DIR: './data-demo',
    BETSLIP_LEAGUE: LEAGUE_NAME,
    LOG_LEVEL: 'warn',
    ...loadEnvironment(),
  }
  const initialSettings = readSettings(environment)
  const realClock = clockOf(initialSettings)
  const now = initialSettings.NOW === undefined ? clockDuringGames(realClock) : realClock
  const startedAt = now()
  const provider = await startSimulatedProvider({ seed: DEMO_SEED, now, pastSeasons: DEMO_PAST_SEASONS })
  const settings = readSettings({ ...environment, ...simulatedSourceUrls(provider.url) })
  const clock = settableClock(
    () => provider.now(),
    () => performance.now(),
  )
  const server = await runServer(settings, clock.now)
  const newestSeason = seasonAt(startedAt)
  const close = async () => {
    await server.close()
    await provider.close()
  }
  try {
    await seedDemo({
      app: server.app,
      adminCode: settings.adminSignupCode,
      providerLeagueId: provider.leagueId,
      seasons: Array.from(
        { length: DEMO_PAST_SEASONS + 1 },
        (_, index) => newestSeason - DEMO_PAST_SEASONS + index,
      ),
      isInUse: !server.needsAdmin,
      clock,
    })
  } catch (error) {
    await close()
    throw error
  }
  server.log.flush()
  console.log(signInBlock(server.publicUrl, provider.url, startedAt))
  return { close }
})

/** Printed last, so new users see it. */
function signInBlock(address: string, providerUrl: string, startedAt: Date): string {
  const users = DEMO_USERS.map(
    ({ username, firstName, lastName, description }) =>
      `    ${username.padEnd(8)} ${firstName} ${lastName}, ${description}`,
  )
  return [
    '',
    `  The demo league is ready: ${address}`,
    '',
    `  Sign in as any of these users. The password is ${DEMO_PASSWORD}`,
    ...users,
    '',
    `  ESPN and all other data sources are simulated at ${providerUrl}`,
    `  The simulated clock started at ${startedAt.toUTCString()}.`,
    '',
  ].join('\n')
}

/**
 * Returns the given clock if games are in progress, otherwise one that runs from the last Sunday with games.
 */
function clockDuringGames(clock: () => Date): () => Date {
  const start = clock()
  if (isGameTime(start)) return clock
  const offsetMs = start.getTime() - lastGameTime(start).getTime()
  return () => new Date(clock().getTime() - offsetMs)
}

/** Points every external source to the simulated provider. */
function simulatedSourceUrls(url: string): NodeJS.ProcessEnv {
  return {
    ESPN_BASE_URL: url,
    ESPN_SITE_URL: url,
    WEATHER_BASE_URL: url,
    NEWS_BASE_URL: url,
    SHEETS_BASE_URL: url,
  }
}
