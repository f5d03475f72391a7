import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon, { type Options, type Request } from 'autocannon'
import { log } from '../../scripts/bootstrap/project.mjs'
import { startPostgres } from '../../scripts/test/postgres.ts'
import {
  ADMIN_SIGNUP_CODE,
  type Child,
  type Client,
  createClient,
  startChild,
  startProgramInFolder,
} from './program.ts'
import { median } from './table.ts'

export type RecordedResponse = { body: string; headers: Record<string, string> & { etag: string } }

/** `clients` are signed in. A baseline has no clients, and its `listeningMs` is null. */
export type BenchServer = {
  name: string
  address: string
  child: Child
  clients: readonly Client[]
  listeningMs: number | null
}

export const LEAGUE_PATH = `/api/league/${encodeURIComponent('The Gridiron Supper Club')}`

export const BARE_NODE = 'bare Node'

const PASSWORD = 'touchdown-at-noon'
const USERNAMES = ['ada', 'hugo', 'dov', 'ines', 'greta']

/**
 * The built server with the demo league on each engine, with default settings. Stops them and deletes their data
 * afterward.
 */
export async function withFieldhouseServers<Result>(
  work: (servers: BenchServer[], folder: string) => Promise<Result>,
): Promise<Result> {
  return withEngines(async (engines, folder) => {
    const servers: BenchServer[] = []
    try {
      for (const [name, env] of Object.entries(engines))
        servers.push(await startFieldhouse(join(folder, name), name, env))
      return await work(servers, folder)
    } finally {
      await Promise.all(servers.map(({ child }) => child.stop()))
    }
  })
}

/**
 * Starts an empty server on each engine, one after the other.
 * @param measure returns the rows of a server, which begin with the engine afterward
 */
export async function measureEachEngine(
  env: Record<string, string>,
  measure: (server: Awaited<ReturnType<typeof startProgramInFolder>>) => Promise<(string | number)[][]>,
): Promise<(string | number)[][]> {
  return withEngines(async (engines, folder) => {
    const rows = []
    for (const [name, ofEngine] of Object.entries(engines)) {
      const server = await startProgramInFolder(join(folder, name), 'main', /(http:\/\/localhost:\d+)/, {
        SOURCES_OFF: 'odds,weather,news,sheets',
        ADMIN_SIGNUP_CODE,
        ...env,
        ...ofEngine,
      })
      try {
        for (const row of await measure(server)) rows.push([name, ...row])
      } finally {
        await server.stop()
      }
    }
    return rows
  })
}

/** With an empty folder. Stops PostgreSQL and deletes the folder afterward. */
async function withEngines<Result>(
  work: (engines: Record<string, Record<string, string>>, folder: string) => Promise<Result>,
): Promise<Result> {
  const postgres = await startPostgres({}, { isDurable: true })
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  if ('reason' in postgres) log(`skipping PostgreSQL: ${postgres.reason}`)
  try {
    const engines = 'url' in postgres ? { PostgreSQL: { DATABASE_URL: postgres.url } } : {}
    return await work({ SQLite: {}, ...engines }, folder)
  } finally {
    if ('stop' in postgres) await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startFieldhouse(folder: string, name: string, env: Record<string, string>) {
  const now = await createDemoLeague(folder, env)
  const child = await startProgramInFolder(folder, 'main', /listening on (\S+)/, {
    ...demoSettings(now),
    ...env,
  })
  child.discardOutput()
  const clients = await signInDemoUsers(child.address)
  return { name, address: child.address, child, clients, listeningMs: child.listeningMs }
}

/** Fills the database. Returns the time of the simulated clock. */
async function createDemoLeague(folder: string, env: Record<string, string>): Promise<Date> {
  const demo = await startProgramInFolder(folder, 'demo', /demo league is ready: (\S+)/, {
    LOG_LEVEL: 'warn',
    ...env,
  })
  const [, demoTime = ''] = await demo.waitForOutput(/simulated clock started at (.+ GMT)/)
  await demo.stop()
  return new Date(demoTime)
}

function demoSettings(now: Date): Record<string, string> {
  return {
    NOW: now.toISOString(),
    SOURCES_OFF: 'odds,weather,news,sheets',
    BETSLIP_LEAGUE: 'The Gridiron Supper Club',
  }
}

/** The clients of the users of the demo league, the commissioner last. */
function signInDemoUsers(address: string): Promise<Client[]> {
  return Promise.all(USERNAMES.map((username) => createSignedInClient(address, username)))
}

async function createSignedInClient(address: string, username: string) {
  const client = createClient(address, username)
  await client.post('/api/login/', { username, password: PASSWORD })
  return client
}

/**
 * Starts the servers that return the recorded responses, by bare Node and through the framework.
 * @param responses by path
 */
export async function startBaselines(
  folder: string,
  responses: Record<string, RecordedResponse>,
): Promise<BenchServer[]> {
  const file = join(folder, 'responses.json')
  writeFileSync(file, JSON.stringify(responses))
  return Promise.all(
    Object.entries({ bare: BARE_NODE, framework: 'framework' }).map(async ([kind, name]) => {
      const child = startChild([join(import.meta.dirname, 'baseline-server.ts'), kind, file], {})
      const [, address = ''] = await child.waitForOutput(/listening at (\S+)/)
      return { name, address, child, clients: [], listeningMs: null }
    }),
  )
}

/** Headers that differ from response to response, or that Node sets itself. */
const VOLATILE_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
])

/** Records a response with all headers that the application sets, so that the baselines send as many bytes. */
export async function recordResponse(response: Response): Promise<RecordedResponse> {
  const headers = [...response.headers].filter(([name]) => !VOLATILE_HEADERS.has(name))
  return {
    body: await response.text(),
    headers: { ...Object.fromEntries(headers), etag: strongEtag(response) },
  }
}

export function strongEtag(response: Response) {
  return response.headers.get('etag')?.replace(/^W\//, '') ?? ''
}

/** Requests per second, latencies in milliseconds, percent of one core, microseconds of CPU time per request. */
export type Measurement = {
  rate: number
  p50: number
  p99: number
  cpuShare: number
  cpuMicros: number
  memoryMb: number
}

/** Sends requests to a server for a duration or up to an amount. Throws on an unexpected response. */
export async function measure(
  { address, child }: BenchServer,
  { expects, ...options }: Partial<Options> & { expects: '2xx' | '3xx' },
): Promise<Measurement> {
  const before = child.resourceUsage()
  const started = performance.now()
  // On a busy machine, a response can take longer than the ten seconds that are the default.
  const result = await autocannon({ url: address, timeout: 60, ...options })
  const elapsed = performance.now() - started
  const { cpuMs, memoryMb } = child.resourceUsage()
  const unexpected = result.requests.total - result[expects]
  // Requests in progress at the end are counted as requests, but have no response.
  if (result.errors > 0 || result[expects] === 0 || unexpected > (options.connections ?? 1)) {
    throw new Error(
      `unexpected responses from ${address}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`,
    )
  }
  return {
    rate: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuShare: ((cpuMs - before.cpuMs) / elapsed) * 100,
    cpuMicros: ((cpuMs - before.cpuMs) * 1000) / result.requests.total,
    memoryMb,
  }
}

/**
 * @param measurements at least one
 * @returns the median of each figure
 */
export function medianMeasurement(measurements: readonly Measurement[]): Measurement {
  const medianOf = (figure: keyof Measurement) =>
    median(measurements.map((measurement) => measurement[figure]))
  return {
    rate: medianOf('rate'),
    p50: medianOf('p50'),
    p99: medianOf('p99'),
    cpuShare: medianOf('cpuShare'),
    cpuMicros: medianOf('cpuMicros'),
    memoryMb: medianOf('memoryMb'),
  }
}

/**
 * The server caches responses per set of cookies, so none of these is served from the cache, like a member's first view
 * after a change.
 */
export function withUniqueCookies(headers: Record<string, string>) {
  let count = 0
  const setupRequest = (request: Request) => {
    count += 1
    const cookie = `${headers['cookie']}; browser=${process.hrtime.bigint()}-${count}`
    return { ...request, headers: { ...headers, cookie } }
  }
  return { requests: [{ setupRequest }] }
}
