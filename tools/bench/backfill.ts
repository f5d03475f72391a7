import { ADMIN_PASSWORD, ADMIN_SIGNUP_CODE, createLeague, startProgram } from './program.ts'
import { median, rounded, table } from './table.ts'

const RESPONSE_DELAY_MS = 100
const MAX_CONCURRENCY = 4
const PAST_SEASONS = 14
const LEAGUE = 'Bench'
const ESPN_LEAGUE_ID = 4_242_001

/**
 * Backfills fifteen seasons into a server with an empty SQLite database, from a provider that takes 100 ms
 * per response: first the standings and games only, then with the lineups of every week.
 */
export async function benchBackfill({ rounds }: { rounds: number }) {
  const rows = []
  for (const scrape of [false, true]) {
    const runs: Awaited<ReturnType<typeof measureBackfill>>[] = []
    for (let round = 0; round < (scrape ? 1 : rounds); round += 1) runs.push(await measureBackfill(scrape))
    const medianOf = (figure: (run: (typeof runs)[number]) => number) => median(runs.map(figure))
    const [requests, ms] = [medianOf((run) => run.requests), medianOf((run) => run.ms)]
    // The first request is made alone, the others in parallel.
    const minimumMs = (1 + Math.ceil((requests - 1) / MAX_CONCURRENCY)) * RESPONSE_DELAY_MS
    rows.push([
      scrape ? 'with lineups' : 'standings and games',
      requests,
      rounded(ms),
      minimumMs,
      rounded(ms / minimumMs, 2),
      rounded(medianOf((run) => run.loopMs)),
      rounded(medianOf((run) => run.memoryMb)),
    ])
  }
  const columns = ['fifteen seasons', 'requests', 'ms', 'minimum ms', 'ratio', 'event loop blocked ms', 'MB']
  return table(columns, rows)
}

async function measureBackfill(scrape: boolean) {
  const provider = await startProgram('simulated', /Simulated ESPN at (\S+),/, {})
  const site = await startProgram('main', /(http:\/\/localhost:\d+)/, {
    ESPN_BASE_URL: provider.address,
    SOURCES_OFF: 'odds,weather,news,sheets',
    ADMIN_SIGNUP_CODE,
    LOG_LEVEL: 'debug',
  })
  try {
    const admin = await createLeague(site.address, LEAGUE, ESPN_LEAGUE_ID)
    await generateSeasons(provider.address)
    await delayResponses(provider.address)
    // Resets the maximum, so that earlier work such as password hashing is not counted.
    await readEventLoopLagMs(site.address)
    const requestsBefore = site.countMatches(PROVIDER_REQUEST_LOG)
    const started = performance.now()
    const response = await admin.post(`/api/league/${LEAGUE}/history/backfill-admin/`, {
      password: ADMIN_PASSWORD,
      scrape,
    })
    const ms = performance.now() - started
    const { ingested } = await response.json()
    if (ingested.length !== PAST_SEASONS + 1)
      throw new Error(`backfilled ${ingested.length} seasons instead of ${PAST_SEASONS + 1}`)
    return {
      ms,
      requests: site.countMatches(PROVIDER_REQUEST_LOG) - requestsBefore,
      loopMs: await readEventLoopLagMs(site.address),
      memoryMb: site.resourceUsage().memoryMb,
    }
  } finally {
    await site.stop()
    await provider.stop()
  }
}

const PROVIDER_REQUEST_LOG = /"provider request"/g

/** The simulated provider generates a season on its first request. A real provider would already have it. */
async function generateSeasons(address: string) {
  const thisYear = new Date().getFullYear()
  for (let year = thisYear; year >= thisYear - PAST_SEASONS - 1; year -= 1) {
    const paths = [
      `seasons/${year}/segments/0/leagues/${ESPN_LEAGUE_ID}?`,
      `leagueHistory/${ESPN_LEAGUE_ID}?seasonId=${year}&`,
    ]
    for (const path of paths)
      await (await fetch(`${address}/apis/v3/games/ffl/${path}view=mMatchup`)).arrayBuffer()
  }
}

async function delayResponses(address: string) {
  const response = await fetch(`${address}/__faults`, {
    method: 'PUT',
    body: JSON.stringify({ path: '/apis', delayMs: RESPONSE_DELAY_MS }),
  })
  if (!response.ok)
    throw new Error(`the simulated provider returned ${response.status}: ${await response.text()}`)
}

/** Returns the longest event loop delay of the server in milliseconds since the previous call. */
async function readEventLoopLagMs(address: string) {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds ([\d.e-]+)$/m.exec(text)?.[1] ?? Number.NaN) * 1000
}
