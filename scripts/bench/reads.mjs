import { say } from '../project.mjs'
import { measure, medianOf } from './load.mjs'
import { LEAGUE, plainTag, sentIn, startBaselines, withOurServers } from './rivals.mjs'
import { rounded, table } from './table.mjs'

/**
 * @typedef {import('./rivals.mjs').Rival} Rival
 * @typedef {import('./load.mjs').Measure} Measure
 * @typedef {'200' | '304' | 'cold'} Kind of answer; cold ones are made anew each time
 * @typedef {{ name: string, path: string, connections: number, kind: Kind }} Load
 */

/** The reads that people's pages make most. */
const CALLS = {
  whoami: '/api/whoami/',
  standings: `${LEAGUE}/standings/`,
  scoreboard: `${LEAGUE}/scoreboard/`,
  roster: `${LEAGUE}/me/roster/`,
  history: `${LEAGUE}/history/`,
  feed: `${LEAGUE}/social/feed/`,
}

/** @type {readonly { connections: number, kind: Kind }[]} */
const WAYS = [
  { connections: 50, kind: '200' },
  { connections: 50, kind: '304' },
  { connections: 1, kind: '200' },
  { connections: 1, kind: '304' },
  { connections: 50, kind: 'cold' },
]

/** So often is everything asked before it is measured. */
const WARM_UP = 300

/**
 * Our server on both engines beside Node alone and the framework alone, which send the same bytes: each
 * call in turn at all of them, several rounds, so that what else the machine does hits all alike.
 * @param {{ seconds: number, rounds: number }} options
 */
export function benchReads({ seconds, rounds }) {
  return withOurServers(async (ours, folder) => {
    const [first] = ours
    if (first === undefined) throw new Error('no server of ours was started')
    const answers = await answersOf(first)
    const baselines = await startBaselines(folder, answers)
    const rivals = [...baselines, ...ours]
    try {
      const loads = loadsOf(answers)
      // What a server does for the first time takes longest, and is no part of what it does for hours.
      for (const load of loads) for (const rival of rivals) await ask(rival, load, { amount: WARM_UP })
      const rows = []
      for (const load of loads)
        rows.push(...rowsOf(load, rivals, await inRounds(rivals, load, seconds, rounds)))
      return `${table(HEADS, rows)}\n\n${starts(ours)}`
    } finally {
      await Promise.all(baselines.map(({ child }) => child.stop()))
    }
  })
}

/**
 * Those calls that answer, so that an unfinished part of the product is left out by name.
 * @param {Rival} rival
 */
async function answersOf(rival) {
  /** @type {Record<string, import('./rivals.mjs').Sent>} */
  const answers = {}
  for (const [name, path] of Object.entries(CALLS)) {
    const response = await plain(rival, path)
    if (response.ok) answers[path] = await sentIn(response)
    else say(`${name} is not measured: it answers ${response.status}`)
  }
  return answers
}

/**
 * @param {Record<string, unknown>} answers
 * @returns {Load[]}
 */
function loadsOf(answers) {
  return Object.entries(CALLS)
    .filter(([, path]) => path in answers)
    .flatMap(([name, path]) => WAYS.map((way) => ({ name, path, ...way })))
}

/**
 * @param {readonly Rival[]} rivals
 * @param {Load} load
 * @param {number} seconds
 * @param {number} rounds
 * @returns {Promise<Measure[]>} in the order of the rivals
 */
async function inRounds(rivals, load, seconds, rounds) {
  /** @type {Measure[][]} */
  const taken = rivals.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, rival] of rivals.entries())
      taken[index]?.push(await ask(rival, load, { duration: seconds }))
  }
  return taken.map(medianOf)
}

/**
 * @param {Rival} rival
 * @param {Load} load
 * @param {{ duration: number } | { amount: number }} length in seconds, or in requests
 */
async function ask(rival, { path, connections, kind }, length) {
  const cookie = cookieAt(rival)
  // Each server has its own ETag of the answer.
  const first = await plain(rival, path)
  await first.arrayBuffer()
  const headers = { cookie, ...(kind === '304' ? { 'if-none-match': plainTag(first) } : {}) }
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

/** @param {Rival} rival */
function cookieAt({ people: [person] }) {
  return person?.cookie() ?? ''
}

/**
 * The answer as it is measured: not compressed.
 * @param {Rival} rival
 * @param {string} path
 */
function plain(rival, path) {
  const headers = { cookie: cookieAt(rival), 'accept-encoding': 'identity' }
  return fetch(`${rival.address}${path}`, { headers })
}

const HEADS = [
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
 * @param {readonly Rival[]} rivals
 * @param {readonly Measure[]} measures in the order of the rivals
 */
function rowsOf({ name, connections, kind }, rivals, measures) {
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

/** @param {readonly Rival[]} ours */
function starts(ours) {
  const rows = ours.map(({ name, listeningMs, child }) => [
    name,
    rounded(listeningMs ?? Number.NaN),
    rounded(child.use().memoryMb),
  ])
  return table(['on a filled database', 'listening after ms', 'MB after the load'], rows)
}
