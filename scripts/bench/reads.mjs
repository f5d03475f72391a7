import { log } from '../project.mjs'
import { LEAGUE_PATH, recordResponse, startBaselines, strongEtag, withOurServers } from './baselines.mjs'
import { measure, medianMeasurement } from './load.mjs'
import { rounded, table } from './table.mjs'

/**
 * @typedef {import('./baselines.mjs').BenchServer} BenchServer
 * @typedef {import('./load.mjs').Measurement} Measurement
 * @typedef {'200' | '304' | 'cold'} ResponseKind of answer; cold ones are made anew each time
 * @typedef {{ name: string, path: string, connections: number, kind: ResponseKind }} Load
 */

/** The reads that people's pages make most. */
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

/** So often is everything asked before it is measured. */
const WARM_UP_REQUESTS = 300

/**
 * Our server on both engines beside Node alone and the framework alone, which send the same bytes: each
 * call in turn at all of them, several rounds, so that what else the machine does hits all alike.
 * @param {{ seconds: number, rounds: number }} options
 */
export function benchReads({ seconds, rounds }) {
  return withOurServers(async (ours, folder) => {
    const [first] = ours
    if (first === undefined) throw new Error('no server of ours was started')
    const answers = await recordResponses(first)
    const baselines = await startBaselines(folder, answers)
    const rivals = [...baselines, ...ours]
    try {
      const loads = listLoads(answers)
      // What a server does for the first time takes longest, and is no part of what it does for hours.
      for (const load of loads)
        for (const rival of rivals) await measureServer(rival, load, { amount: WARM_UP_REQUESTS })
      const rows = []
      for (const load of loads)
        rows.push(...toRows(load, rivals, await measureInRounds(rivals, load, seconds, rounds)))
      return `${table(COLUMNS, rows)}\n\n${startupTable(ours)}`
    } finally {
      await Promise.all(baselines.map(({ child }) => child.stop()))
    }
  })
}

/**
 * Those calls that answer, so that an unfinished part of the product is left out by name.
 * @param {BenchServer} rival
 */
async function recordResponses(rival) {
  /** @type {Record<string, import('./baselines.mjs').RecordedResponse>} */
  const answers = {}
  for (const [name, path] of Object.entries(READ_PATHS)) {
    const response = await fetchUncompressed(rival, path)
    if (response.ok) answers[path] = await recordResponse(response)
    else log(`${name} is not measured: it answers ${response.status}`)
  }
  return answers
}

/**
 * @param {Record<string, unknown>} answers
 * @returns {Load[]}
 */
function listLoads(answers) {
  return Object.entries(READ_PATHS)
    .filter(([, path]) => path in answers)
    .flatMap(([name, path]) => LOAD_PROFILES.map((way) => ({ name, path, ...way })))
}

/**
 * @param {readonly BenchServer[]} rivals
 * @param {Load} load
 * @param {number} seconds
 * @param {number} rounds
 * @returns {Promise<Measurement[]>} in the order of the rivals
 */
async function measureInRounds(rivals, load, seconds, rounds) {
  /** @type {Measurement[][]} */
  const taken = rivals.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, rival] of rivals.entries())
      taken[index]?.push(await measureServer(rival, load, { duration: seconds }))
  }
  return taken.map(medianMeasurement)
}

/**
 * @param {BenchServer} rival
 * @param {Load} load
 * @param {{ duration: number } | { amount: number }} length in seconds, or in requests
 */
async function measureServer(rival, { path, connections, kind }, length) {
  const cookie = cookieFor(rival)
  // Each server has its own ETag of the answer.
  const first = await fetchUncompressed(rival, path)
  await first.arrayBuffer()
  const headers = { cookie, ...(kind === '304' ? { 'if-none-match': strongEtag(first) } : {}) }
  let asked = 0
  // Another cookie beside the session's is another browser, for which nothing is kept.
  const fresh = (/** @type {import('autocannon').Request} */ request) => {
    asked += 1
    return {
      ...request,
      headers: { ...headers, cookie: `${cookie}; browser=${process.hrtime.bigint()}-${asked}` },
    }
  }
  return measure(rival, {
    url: `${rival.address}${path}`,
    connections,
    ...length,
    headers,
    ...(kind === 'cold' ? { requests: [{ setupRequest: fresh }] } : {}),
    expects: kind === '304' ? '3xx' : '2xx',
  })
}

/** @param {BenchServer} rival */
function cookieFor({ clients: [person] }) {
  return person?.cookie() ?? ''
}

/**
 * The answer as it is measured: not compressed.
 * @param {BenchServer} rival
 * @param {string} path
 */
function fetchUncompressed(rival, path) {
  const headers = { cookie: cookieFor(rival), 'accept-encoding': 'identity' }
  return fetch(`${rival.address}${path}`, { headers })
}

const COLUMNS = [
  'call',
  'conns',
  'answer',
  'server',
  'of bare',
  'req/s',
  'p50 ms',
  'p99 ms',
  'CPU %',
  'CPU µs',
  'MB',
]

/**
 * @param {Load} load
 * @param {readonly BenchServer[]} rivals
 * @param {readonly Measurement[]} measures in the order of the rivals
 */
function toRows({ name, connections, kind }, rivals, measures) {
  const bare = measures[rivals.findIndex((rival) => rival.name === 'bare')]?.rate ?? Number.NaN
  return rivals.flatMap((rival, index) => {
    const figures = measures[index]
    if (figures === undefined) return []
    const { rate, p50, p99, cpuShare, cpuMicros, memoryMb } = figures
    const numbers = [rounded(rate / bare, 2), rounded(rate), p50, p99]
    return [
      [
        name,
        connections,
        kind,
        rival.name,
        ...numbers,
        ...[cpuShare, cpuMicros, memoryMb].map((each) => rounded(each)),
      ],
    ]
  })
}

/** @param {readonly BenchServer[]} ours */
function startupTable(ours) {
  const rows = ours.map(({ name, listeningMs, child }) => [
    name,
    rounded(listeningMs ?? Number.NaN),
    rounded(child.resourceUsage().memoryMb),
  ])
  return table(['on a filled database', 'listening after ms', 'MB after the load'], rows)
}
