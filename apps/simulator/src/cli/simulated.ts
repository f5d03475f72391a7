import { parseArgs } from 'node:util'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { startSimulatedProvider } from '../simulated-provider.ts'
import { leagueIdOf, MOVED_LEAGUE, SHAPED_LEAGUES } from '../sleeper/leagues.ts'

const USAGE = 'Usage: npm run simulated -- [--port 4100] [--past-seasons 14] [--seed 1889]'

async function serveSimulated(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '0' },
      'past-seasons': { type: 'string', default: '14' },
      seed: { type: 'string', default: '1889' },
    },
  })
  const provider = await startSimulatedProvider({
    seed: parseWholeNumber(values.seed),
    port: parseWholeNumber(values.port, 65_535),
    pastSeasons: parseWholeNumber(values['past-seasons'], 20),
    now: () => new Date(),
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void provider.close())
  const newest = seasonAt(provider.clock.now())
  const leagues = [MOVED_LEAGUE, ...SHAPED_LEAGUES].map(
    (league) => `  ${leagueIdOf(league, newest)} ${league.name.trim()}`,
  )
  console.log(`Simulated Sleeper at ${provider.url}, with the leagues\n${leagues.join('\n')}`)
  console.log(`Simulated ESPN at ${provider.url}, with the league ${provider.leagueId}`)
}

function parseWholeNumber(text: string, max = Number.MAX_SAFE_INTEGER): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number <= max)) throw new Error(`Expected a whole number from 0 to ${max}, not ${text}.`)
  return number
}

try {
  await serveSimulated(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(USAGE)
  process.exitCode = 1
}
