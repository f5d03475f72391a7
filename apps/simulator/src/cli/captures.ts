import { parseArgs } from 'node:util'
import { startCaptureServer } from '../capture-server.ts'

const USAGE = 'Usage: npm run captures -- DIRECTORY [--port 4000] [--snapshot predraft-scoreboard]'

async function serveCaptures(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { port: { type: 'string' }, snapshot: { type: 'string' } },
  })
  const [folder] = positionals
  const port = Number(values.port ?? 0)
  if (folder === undefined) throw new Error('Specify the directory of captured responses.')
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`Port must be a whole number from 0 to 65535, not ${values.port}.`)
  const server = await startCaptureServer({ folder, port, snapshot: values.snapshot ?? null })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close())
  console.log(`Serving captured ESPN responses at ${server.url}`)
  for (const line of formatLeagues(server.seasons)) console.log(line)
  console.log(`ESPN_BASE_URL=${server.url}`)
}

function formatLeagues(seasons: { leagueId: number; season: number }[]): string[] {
  return [...Map.groupBy(seasons, ({ leagueId }) => leagueId)].map(
    ([leagueId, all]) => `League ${leagueId}: ${all.map(({ season }) => season).join(', ')}`,
  )
}

try {
  await serveCaptures(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(USAGE)
  process.exitCode = 1
}
