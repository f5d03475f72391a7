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
  const asked = readSettings(environment)
  const now = asked.NOW === undefined ? clockDuringGames(clockOf(asked)) : clockOf(asked)
  const beganAt = now()
  const provider = await startSimulatedProvider({ seed: DEMO_SEED, now, pastSeasons: DEMO_PAST_SEASONS })
  const settings = readSettings({ ...environment, ...simulatedSourceUrls(provider.url) })
  const clock = settableClock(
    () => provider.now(),
    () => performance.now(),
  )
  const server = await runServer(settings, clock.now)
  const newest = seasonAt(beganAt)
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
        (_, index) => newest - DEMO_PAST_SEASONS + index,
      ),
      isInUse: !server.needsAdmin,
      clock,
    })
  } catch (error) {
    await close()
    throw error
  }
  server.log.flush()
  console.log(signInBlock(server.address, provider.url, beganAt))
  return { close }
})

/** Printed last, so that it is what a newcomer sees. */
function signInBlock(address: string, providerUrl: string, startedAt: Date): string {
  const people = DEMO_USERS.map(
    ({ username, firstName, lastName, does }) =>
      `    ${username.padEnd(8)} ${firstName} ${lastName}, ${does}`,
  )
  return [
    '',
    `  The demo league is ready: ${address}`,
    '',
    `  Sign in with the password ${DEMO_PASSWORD} as:`,
    ...people,
    '',
    `  ESPN and all other sources are simulated at ${providerUrl}.`,
    `  The simulated clock started at ${startedAt.toUTCString()}.`,
    '',
  ].join('\n')
}

/** The time itself where games are being played, else as it was on the last Sunday when some were. */
function clockDuringGames(time: () => Date): () => Date {
  const start = time()
  if (isGameTime(start)) return time
  const behindMs = start.getTime() - lastGameTime(start).getTime()
  return () => new Date(time().getTime() - behindMs)
}

/** The simulated provider stands in for every source outside. */
function simulatedSourceUrls(url: string): NodeJS.ProcessEnv {
  return {
    ESPN_BASE_URL: url,
    ESPN_SITE_URL: url,
    WEATHER_BASE_URL: url,
    NEWS_BASE_URL: url,
    SHEETS_BASE_URL: url,
  }
}
