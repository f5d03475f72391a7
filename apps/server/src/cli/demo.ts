import { seasonAt } from '@fieldhouse/domain/season'
import { DEMO_PASSWORD, DEMO_PEOPLE, furnish } from '../app/demo/furnish.ts'
import { environmentWithFile, runUntilStopped } from '../app/program.ts'
import { clockOf, runServer } from '../app/run-server.ts'
import { startSimulatedProvider } from '../providers/simulated/simulated-provider.ts'
import { readSettings } from '../settings.ts'

const SEED = 1889
const PAST_SEASONS = 2

await runUntilStopped(async () => {
  const environment = { DATA_DIR: './data-demo', ...environmentWithFile() }
  const now = clockOf(readSettings(environment))
  const provider = await startSimulatedProvider({ seed: SEED, now, pastSeasons: PAST_SEASONS })
  const settings = readSettings({ ...environment, ESPN_BASE_URL: provider.url })
  const server = await runServer(settings)
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
  console.log(`Sign in with the password ${DEMO_PASSWORD} as:`)
  for (const { username, firstName, lastName, does } of DEMO_PEOPLE) {
    console.log(`  ${username.padEnd(8)} ${firstName} ${lastName}, ${does}`)
  }
  return { close }
})
