import { createClient, startProgram } from './program.mjs'
import { median, rounded, table } from './table.mjs'

const RESPONSE_DELAY_MS = 100
const MAX_CONCURRENCY = 4
const PAST_SEASONS = 14
const LEAGUE = 'Bench'
const ESPN_LEAGUE_ID = 4_242_001

/**
 * Reads fifteen seasons from a provider that answers after 100 ms each, first their tables and games,
 * then with every week's line-ups, into a server with an empty SQLite.
 * @param {{ rounds: number }} options
 */
export async function benchBackfill({ rounds }) {
  const rows = []
  for (const scrape of [false, true]) {
    /** @type {Awaited<ReturnType<typeof measureBackfill>>[]} */
    const runs = []
    for (let round = 0; round < (scrape ? 1 : rounds); round += 1) runs.push(await measureBackfill(scrape))
    const middle = (/** @type {(run: (typeof runs)[number]) => number} */ of) => median(runs.map(of))
    const [calls, ms] = [middle((run) => run.calls), middle((run) => run.ms)]
    const chainMs = (1 + Math.ceil((calls - 1) / MAX_CONCURRENCY)) * RESPONSE_DELAY_MS
    rows.push([
      scrape ? 'with line-ups' : 'tables and games',
      calls,
      rounded(ms),
      chainMs,
      rounded(ms / chainMs, 2),
      rounded(middle((run) => run.loopMs)),
      rounded(middle((run) => run.memoryMb)),
    ])
  }
  const heads = ['fifteen seasons', 'calls', 'ms', 'chain ms', 'of chain', 'loop blocked ms', 'MB']
  return table(heads, rows)
}

/** @param {boolean} scrape */
async function measureBackfill(scrape) {
  const provider = await startProgram('simulated', /Simulated ESPN at (\S+),/, {})
  const site = await startProgram('main', /(http:\/\/localhost:\d+)/, {
    ESPN_BASE_URL: provider.address,
    SOURCES_OFF: 'odds,weather,news,sheets',
    ADMIN_SIGNUP_CODE: 'only-for-the-bench',
    LOG_LEVEL: 'debug',
  })
  try {
    const admin = createClient(site.address)
    await admin.post('/api/register/', {
      username: 'bench',
      password: PASSWORD,
      role: 'admin',
      admin_code: 'only-for-the-bench',
    })
    await admin.post('/api/create-league/', { name: LEAGUE, espn_league_id: ESPN_LEAGUE_ID })
    await generateSeasons(provider.address)
    await delayResponses(provider.address)
    // Whatever was slow before, such as hashing a password, is not the backfill's.
    await readEventLoopLagMs(site.address)
    const asked = site.countMatches(PROVIDER_REQUEST_LOG)
    const started = performance.now()
    const answer = await admin.post(`/api/league/${LEAGUE}/history/backfill-admin/`, {
      password: PASSWORD,
      scrape,
    })
    const ms = performance.now() - started
    const { ingested } = await answer.json()
    if (ingested.length !== PAST_SEASONS + 1) throw new Error(`${ingested.length} seasons were read`)
    return {
      ms,
      calls: site.countMatches(PROVIDER_REQUEST_LOG) - asked,
      loopMs: await readEventLoopLagMs(site.address),
      memoryMb: site.resourceUsage().memoryMb,
    }
  } finally {
    await site.stop()
    await provider.stop()
  }
}

const PASSWORD = 'bench-the-long-way'
const PROVIDER_REQUEST_LOG = /asked the provider/g

/**
 * A provider has its seasons; the simulated one makes each when it is asked for the first time.
 * @param {string} address
 */
async function generateSeasons(address) {
  const thisYear = new Date().getFullYear()
  for (let year = thisYear; year >= thisYear - PAST_SEASONS - 1; year -= 1) {
    const places = [
      `seasons/${year}/segments/0/leagues/${ESPN_LEAGUE_ID}?`,
      `leagueHistory/${ESPN_LEAGUE_ID}?seasonId=${year}&`,
    ]
    for (const place of places)
      await (await fetch(`${address}/apis/v3/games/ffl/${place}view=mMatchup`)).arrayBuffer()
  }
}

/** @param {string} address */
async function delayResponses(address) {
  const answer = await fetch(`${address}/__faults`, {
    method: 'PUT',
    body: JSON.stringify({ path: '/apis', delayMs: RESPONSE_DELAY_MS }),
  })
  if (!answer.ok) throw new Error(`the simulated provider answered ${answer.status}: ${await answer.text()}`)
}

/**
 * How long the server's event loop was blocked at most since this was last asked.
 * @param {string} address
 */
async function readEventLoopLagMs(address) {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds ([\d.e-]+)$/m.exec(text)?.[1] ?? Number.NaN) * 1000
}
