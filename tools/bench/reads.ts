import type { Request } from 'autocannon'
import { log } from '../../scripts/bootstrap/project.mjs'
import {
  BARE_NODE,
  type BenchServer,
  LEAGUE_PATH,
  type Measurement,
  measure,
  medianMeasurement,
  type RecordedResponse,
  recordResponse,
  startBaselines,
  strongEtag,
  withFieldhouseServers,
  withUniqueCookies,
} from './baselines.ts'
import type { Client } from './program.ts'
import { rounded, table } from './table.ts'

/** Cold responses are computed for each request. */
type ResponseKind = '200' | '304' | 'cold'

type Load = { name: string; path: string; connections: number; kind: ResponseKind }

const READ_PATHS = {
  whoami: '/api/whoami/',
  standings: `${LEAGUE_PATH}/standings/`,
  scoreboard: `${LEAGUE_PATH}/scoreboard/`,
  roster: `${LEAGUE_PATH}/me/roster/`,
  history: `${LEAGUE_PATH}/history/`,
  feed: `${LEAGUE_PATH}/social/feed/`,
}

const LOAD_PROFILES: readonly { connections: number; kind: ResponseKind }[] = [
  { connections: 50, kind: '200' },
  { connections: 50, kind: '304' },
  { connections: 1, kind: '200' },
  { connections: 1, kind: '304' },
  { connections: 50, kind: 'cold' },
]

/** Requests of each kind before the measurement. Computing responses takes longest until its code is optimized. */
const WARM_UP_REQUESTS: Record<ResponseKind, number> = { '200': 300, '304': 300, cold: 3000 }

/**
 * Compares the server on both engines with the baselines, which send the same bytes. Each operation is
 * measured on all servers one after the other, in several rounds, so that other load on the machine affects
 * all of them.
 */
export function benchReads({ seconds, rounds }: { seconds: number; rounds: number }) {
  return withFieldhouseServers(async (fieldhouse, folder) => {
    const [first] = fieldhouse
    if (first === undefined) throw new Error('no Fieldhouse server was started')
    const responses = await recordResponses(first)
    const baselines = await startBaselines(folder, responses)
    const servers = [...baselines, ...fieldhouse]
    try {
      const loads = listLoads(responses)
      // The first requests take longest and are not representative of a running server.
      for (const load of loads)
        for (const server of servers)
          await measureServer(server, load, { amount: WARM_UP_REQUESTS[load.kind] })
      const rows = []
      for (const load of loads)
        rows.push(...toRows(load, servers, await measureInRounds(servers, load, seconds, rounds)))
      return `${table(COLUMNS, rows)}\n\n${startupTable(fieldhouse)}`
    } finally {
      await Promise.all(baselines.map(({ child }) => child.stop()))
    }
  })
}

async function recordResponses(server: BenchServer) {
  const responses: Record<string, RecordedResponse> = {}
  for (const [name, path] of Object.entries(READ_PATHS)) {
    const response = await fetchUncompressed(server, path)
    if (response.ok) responses[path] = await recordResponse(response)
    else log(`skipping ${name}: it returns ${response.status}`)
  }
  return responses
}

function listLoads(responses: Record<string, unknown>): Load[] {
  return Object.entries(READ_PATHS)
    .filter(([, path]) => path in responses)
    .flatMap(([name, path]) => LOAD_PROFILES.map((profile) => ({ name, path, ...profile })))
}

/** @returns in the order of the servers */
async function measureInRounds(servers: readonly BenchServer[], load: Load, seconds: number, rounds: number) {
  const measurements: Measurement[][] = servers.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, server] of servers.entries())
      measurements[index]?.push(await measureServer(server, load, { duration: seconds }))
  }
  return measurements.map(medianMeasurement)
}

/** @param length in seconds, or in requests */
async function measureServer(
  server: BenchServer,
  { path, connections, kind }: Load,
  length: { duration: number } | { amount: number },
) {
  const cookie = cookieFor(server)
  // Each server has its own ETag for the response.
  const first = await fetchUncompressed(server, path)
  await first.arrayBuffer()
  const headers = { cookie, ...(kind === '304' ? { 'if-none-match': strongEtag(first) } : {}) }
  return measure(server, {
    url: `${server.address}${path}`,
    connections,
    ...length,
    headers,
    ...(kind === 'cold' ? withUniqueCookies(headers) : {}),
    expects: kind === '304' ? '3xx' : '2xx',
  })
}

function cookieFor({ clients: [client] }: BenchServer) {
  return client?.cookie() ?? ''
}

/** Fetches the uncompressed response, which is the one that is measured. */
function fetchUncompressed(server: BenchServer, path: string) {
  const headers = { cookie: cookieFor(server), 'accept-encoding': 'identity' }
  return fetch(`${server.address}${path}`, { headers })
}

const COLUMNS = [
  'operation',
  'connections',
  'response',
  'server',
  `vs. ${BARE_NODE}`,
  'req/s',
  'p50 ms',
  'p99 ms',
  'CPU %',
  'CPU µs/req',
  'MB',
]

/** @param measurements in the order of the servers */
function toRows(
  { name, connections, kind }: Load,
  servers: readonly BenchServer[],
  measurements: readonly Measurement[],
) {
  const bare = measurements[servers.findIndex((server) => server.name === BARE_NODE)]?.rate ?? Number.NaN
  return servers.flatMap((server, index) => {
    const measurement = measurements[index]
    if (measurement === undefined) return []
    const { rate, p50, p99, cpuShare, cpuMicros, memoryMb } = measurement
    const numbers = [rounded(rate / bare, 2), rounded(rate), p50, p99]
    return [
      [
        name,
        connections,
        kind,
        server.name,
        ...numbers,
        ...[cpuShare, cpuMicros, memoryMb].map((each) => rounded(each)),
      ],
    ]
  })
}

function startupTable(servers: readonly BenchServer[]) {
  const rows = servers.map(({ name, listeningMs, child }) => [
    name,
    rounded(listeningMs ?? Number.NaN),
    rounded(child.resourceUsage().memoryMb),
  ])
  return table(['existing data directory', 'listening after ms', 'MB after the load'], rows)
}

const PATHS = ['standings/', 'scoreboard/', 'me/roster/', 'me/matchup/', 'social/feed/'].map(
  (path) => `${LEAGUE_PATH}/${path}`,
)
const DEVICES = 24
const OTHER_LEAGUE = 'Lakeside'
const LIVE_COLUMNS = [
  'commits',
  'in',
  'server',
  'req/s',
  'vs. no commits',
  'p50 ms',
  'p99 ms',
  'CPU µs/req',
  'MB',
]

type Writes = { perSecond: number; league: 'the same league' | 'another league' }

const WRITES: readonly Writes[] = [
  { perSecond: 0, league: 'the same league' },
  { perSecond: 1, league: 'the same league' },
  { perSecond: 10, league: 'the same league' },
  { perSecond: 1, league: 'another league' },
  { perSecond: 10, league: 'another league' },
]

export function benchLive({ seconds, rounds }: { seconds: number; rounds: number }) {
  return withFieldhouseServers(async (servers) => {
    const rows = []
    for (const server of servers) rows.push(...(await measureLive(server, { seconds, rounds })))
    return table(LIVE_COLUMNS, rows)
  })
}

/** @returns the rows of a server, one for each rate of commits */
async function measureLive(
  server: BenchServer,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<(string | number)[][]> {
  const rows = []
  const posts = {
    'the same league': await createPost(adminOf(server), LEAGUE_PATH),
    'another league': await otherPost(server),
  }
  await measureMix(server, { amount: 3000 })
  let warmRate = Number.NaN
  for (const { perSecond, league } of WRITES) {
    const measurements = []
    for (let round = 0; round < rounds; round += 1) {
      const stop = toggleLike(adminOf(server), posts[league], perSecond)
      measurements.push(await measureMix(server, { duration: Math.max(3, seconds) }))
      await stop()
    }
    const { rate, p50, p99, cpuMicros, memoryMb } = medianMeasurement(measurements)
    if (perSecond === 0) warmRate = rate
    const figures = [
      rounded(rate),
      rounded(rate / warmRate, 2),
      p50,
      p99,
      rounded(cpuMicros),
      rounded(memoryMb),
    ]
    rows.push([`${perSecond}/s`, perSecond === 0 ? '' : league, server.name, ...figures])
  }
  return rows
}

function measureMix(server: BenchServer, length: { duration: number } | { amount: number }) {
  let turn = 0
  const setupRequest = (request: Request) => {
    turn += 1
    const device = turn % DEVICES
    const cookie = `${server.clients[device % server.clients.length]?.cookie()}; device=${device}`
    const path = PATHS[Math.floor(turn / DEVICES) % PATHS.length]
    return { ...request, path, headers: { cookie, 'accept-encoding': 'br' } }
  }
  return measure(server, { ...length, connections: DEVICES, requests: [{ setupRequest }], expects: '2xx' })
}

function toggleLike(client: Client, post: string, perSecond: number) {
  const pending = new Set<Promise<unknown>>()
  const timer =
    perSecond === 0
      ? undefined
      : setInterval(() => {
          const like = client.post(`${post}like/`, {})
          pending.add(like)
          void like.finally(() => pending.delete(like))
        }, 1000 / perSecond)
  return async () => {
    clearInterval(timer)
    await Promise.all(pending)
  }
}

function adminOf({ name, clients }: BenchServer): Client {
  const admin = clients.at(-1)
  if (admin === undefined) throw new Error(`nobody is signed in on ${name}`)
  return admin
}

async function createPost(client: Client, league: string): Promise<string> {
  const { id }: { id: number } = await client.post(`${league}/social/posts/`, { content: 'Kickoff' })
  return `${league}/social/posts/${id}/`
}

async function otherPost(server: BenchServer): Promise<string> {
  const admin = adminOf(server)
  // Servers may share a database.
  const name = `${OTHER_LEAGUE} ${server.name.replaceAll(/\W/g, '')}`
  await admin.post('/api/create-league/', { name, espn_league_id: '99887766' })
  return createPost(admin, `/api/league/${encodeURIComponent(name)}`)
}
