import { seasonAt } from '@fieldhouse/domain/season'
import { DEMO_PASSWORD, DEMO_PEOPLE, furnish } from '../app/demo/furnish.ts'
import { environmentWithFile } from '../app/environment.ts'
import { runUntilStopped } from '../app/program.ts'
import { clockOf, runServer } from '../app/run-server.ts'
import { startSimulatedProvider } from '../providers/simulated/simulated-provider.ts'
import { readSettings } from '../settings.ts'

const SEED = 1889
const PAST_SEASONS = 14

await runUntilStopped(async () => {
  const environment = { DATA_DIR: './data-demo', ...environmentWithFile() }
  const now = clockOf(readSettings(environment))
  const provider = await startSimulatedProvider({ seed: SEED, now, pastSeasons: PAST_SEASONS })
  const settings = readSettings({ ...environment, ...everySourceAt(provider.url) })
  const server = await runServer(settings, () => provider.now())
  const newest = seasonAt(now())
  const close = async () => {
    await server.close()
    await provider.close()
  }
  try {
    await furnish({
      app: server.app,
      adminCode: settings.adminSignupCode,
      providerLeagueId: provider.leagueId,
      seasons: Array.from({ length: PAST_SEASONS + 1 }, (_, index) => newest - PAST_SEASONS + index),
      isInUse: !server.needsAdmin,
    })
  } catch (error) {
    await close()
    throw error
  }
  console.log(`The demo league is open at ${server.address}`)
  console.log(`ESPN and the other sources are simulated at ${provider.url}`)
  console.log(`Sign in with the password ${DEMO_PASSWORD} as:`)
  for (const { username, firstName, lastName, does } of DEMO_PEOPLE) {
    console.log(`  ${username.padEnd(8)} ${firstName} ${lastName}, ${does}`)
  }
  return { close }
})

/** The simulated provider stands in for every source outside. */
function everySourceAt(url: string): NodeJS.ProcessEnv {
  return {
    ESPN_BASE_URL: url,
    ESPN_SITE_URL: url,
    WEATHER_BASE_URL: url,
    NEWS_BASE_URL: url,
    SHEETS_BASE_URL: url,
  }
}
