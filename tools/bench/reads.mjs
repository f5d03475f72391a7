import { log } from '../../scripts/project.mjs'
import {
  BARE_NODE,
  LEAGUE_PATH,
  recordResponse,
  startBaselines,
  strongEtag,
  withFieldhouseServers,
} from './baselines.mjs'
import { measure, medianMeasurement } from './load.mjs'
import { rounded, table } from './table.mjs'

/**
 * @typedef {import('./baselines.mjs').BenchServer} BenchServer
 * @typedef {import('./load.mjs').Measurement} Measurement
 * @typedef {'200' | '304' | 'cold'} ResponseKind cold responses are computed for each request
 * @typedef {{ name: string, path: string, connections: number, kind: ResponseKind }} Load
 */

/** The most frequent reads of the web app. */
const READ_PATHS = {
  whoami: '/api/whoami/',
  standings: `${LEAGUE_PATH}/standings/`,
  scoreboard: `${LEAGUE_PATH}/scoreboard/`,
  roster: `${LEAGUE_PATH}/me/roster/`,
  history: `${LEAGUE_PATH}/history/`,
  feed: `${LEAGUE_PATH}/social/feed/`,
}

/** @type {readonly { connections: number, kind: ResponseKind }[]} */
const LOAD_PROFILES = [
  { connections: 50, kind: '200' },
  { connections: 50, kind: '304' },
  { connections: 1, kind: '200' },
  { connections: 1, kind: '304' },
  { connections: 50, kind: 'cold' },
]

/** Requests of each kind before the measurement. */
const WARM_UP_REQUESTS = 300

/**
 * Compares the server on both engines with the baselines, which send the same bytes. Each operation is
 * measured on all servers one after the other, in several rounds, so that other load on the machine affects
 * all of them.
 * @param {{ seconds: number, rounds: number }} options
 */
export function benchReads({ seconds, rounds }) {
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
        for (const server of servers) await measureServer(server, load, { amount: WARM_UP_REQUESTS })
      const rows = []
      for (const load of loads)
        rows.push(...toRows(load, servers, await measureInRounds(servers, load, seconds, rounds)))
      return `${table(COLUMNS, rows)}\n\n${startupTable(fieldhouse)}`
    } finally {
      await Promise.all(baselines.map(({ child }) => child.stop()))
    }
  })
}

/**
 * Records the responses of all reads, and logs those that are skipped because they fail.
 * @param {BenchServer} server
 */
async function recordResponses(server) {
  /** @type {Record<string, import('./baselines.mjs').RecordedResponse>} */
  const responses = {}
  for (const [name, path] of Object.entries(READ_PATHS)) {
    const response = await fetchUncompressed(server, path)
    if (response.ok) responses[path] = await recordResponse(response)
    else log(`skipping ${name}: it returns ${response.status}`)
  }
  return responses
}

/**
 * @param {Record<string, unknown>} responses
 * @returns {Load[]}
 */
function listLoads(responses) {
  return Object.entries(READ_PATHS)
    .filter(([, path]) => path in responses)
    .flatMap(([name, path]) => LOAD_PROFILES.map((profile) => ({ name, path, ...profile })))
}

/**
 * @param {readonly BenchServer[]} servers
 * @param {Load} load
 * @param {number} seconds
 * @param {number} rounds
 * @returns {Promise<Measurement[]>} in the order of the servers
 */
async function measureInRounds(servers, load, seconds, rounds) {
  /** @type {Measurement[][]} */
  const measurements = servers.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, server] of servers.entries())
      measurements[index]?.push(await measureServer(server, load, { duration: seconds }))
  }
  return measurements.map(medianMeasurement)
}

/**
 * @param {BenchServer} server
 * @param {Load} load
 * @param {{ duration: number } | { amount: number }} length in seconds, or in requests
 */
async function measureServer(server, { path, connections, kind }, length) {
  const cookie = cookieFor(server)
  // Each server has its own ETag for the response.
  const first = await fetchUncompressed(server, path)
  await first.arrayBuffer()
  const headers = { cookie, ...(kind === '304' ? { 'if-none-match': strongEtag(first) } : {}) }
  let count = 0
  // The server caches responses per set of cookies, so a different cookie bypasses the cache.
  const withUniqueCookie = (/** @type {import('autocannon').Request} */ request) => {
    count += 1
    return {
      ...request,
      headers: { ...headers, cookie: `${cookie}; browser=${process.hrtime.bigint()}-${count}` },
    }
  }
  return measure(server, {
    url: `${server.address}${path}`,
    connections,
    ...length,
    headers,
    ...(kind === 'cold' ? { requests: [{ setupRequest: withUniqueCookie }] } : {}),
    expects: kind === '304' ? '3xx' : '2xx',
  })
}

/** @param {BenchServer} server */
function cookieFor({ clients: [client] }) {
  return client?.cookie() ?? ''
}

/**
 * Fetches the uncompressed response, which is the one that is measured.
 * @param {BenchServer} server
 * @param {string} path
 */
function fetchUncompressed(server, path) {
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

/**
 * @param {Load} load
 * @param {readonly BenchServer[]} servers
 * @param {readonly Measurement[]} measurements in the order of the servers
 */
function toRows({ name, connections, kind }, servers, measurements) {
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

/** @param {readonly BenchServer[]} servers */
function startupTable(servers) {
  const rows = servers.map(({ name, listeningMs, child }) => [
    name,
    rounded(listeningMs ?? Number.NaN),
    rounded(child.resourceUsage().memoryMb),
  ])
  return table(['existing data directory', 'listening after ms', 'MB after the load'], rows)
}
