import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { log } from '../../scripts/bootstrap/project.mjs'
import { startPostgres } from '../../scripts/test/postgres.ts'
import { type Child, startChild } from './child.ts'
import { type Client, createClient } from './client.ts'
import { ADMIN_SIGNUP_CODE, startProgramInFolder } from './program.ts'

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
