import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { startPostgres } from '../postgres.mjs'
import { say } from '../project.mjs'
import { startChild } from './child.mjs'
import { startSite, visitorAt } from './site.mjs'
import { median, rounded, table } from './table.mjs'

/**
 * @typedef {{ name: string, address: string, cookie: string, child: import('./child.mjs').Child }} Rival
 * @typedef {{ rate: number, p50: number, p99: number, cpu: number, memoryMb: number }} Measure
 */

const LEAGUE = `/api/league/${encodeURIComponent('The Gridiron Supper Club')}`

/** The reads that people's pages make most. */
const CALLS = {
  whoami: '/api/whoami/',
  meta: `${LEAGUE}/meta/`,
  standings: `${LEAGUE}/standings/`,
  scoreboard: `${LEAGUE}/scoreboard/`,
  roster: `${LEAGUE}/me/roster/`,
  matchup: `${LEAGUE}/me/matchup/`,
  history: `${LEAGUE}/history/`,
  feed: `${LEAGUE}/social/feed/`,
}

const PASSWORD = 'touchdown-at-noon'

/**
 * Our server on both engines beside Node alone and the framework alone, which send the same bytes: each
 * call in turn at all of them, several rounds, so that what else the machine does hits all alike.
 * @param {{ seconds: number, rounds: number }} options
 */
export async function benchReads({ seconds, rounds }) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  const postgres = await startPostgres(process.env)
  if ('reason' in postgres) say(`PostgreSQL is not measured: ${postgres.reason}`)
  const engines = { SQLite: {}, ...('url' in postgres ? { PostgreSQL: { DATABASE_URL: postgres.url } } : {}) }
  /** @type {Rival[]} */
  const rivals = []
  try {
    for (const [name, env] of Object.entries(engines)) rivals.push(await ourServer(name, env))
    const [first] = rivals
    if (first === undefined) throw new Error('no server of ours was started')
    const answers = await answersOf(first)
    const file = join(folder, 'answers.json')
    writeFileSync(file, JSON.stringify(answers))
    for (const kind of ['bare', 'framework']) rivals.unshift(await baseline(kind, file))
    return await measureAll(rivals, answers, { seconds, rounds })
  } finally {
    await Promise.all(rivals.map(({ child }) => child.stop()))
    if ('stop' in postgres) await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} name
 * @param {Record<string, string>} env
 * @returns {Promise<Rival>}
 */
async function ourServer(name, env) {
  const site = await startSite('demo', /demo league is open at (\S+)/, env)
  const ada = visitorAt(site.address)
  await ada.post('/api/login/', { username: 'ada', password: PASSWORD })
  return { name, address: site.address, cookie: ada.cookie(), child: site }
}

/**
 * @param {string} kind
 * @param {string} file
 * @returns {Promise<Rival>}
 */
async function baseline(kind, file) {
  const child = startChild([join(import.meta.dirname, 'baseline-server.mjs'), kind, file], {})
  const [, address = ''] = await child.said(/listening at (\S+)/)
  return { name: kind, address, cookie: '', child }
}

/**
 * Those calls that answer, so that an unfinished part of the product is left out by name.
 * @param {Rival} rival
 */
async function answersOf({ address, cookie }) {
  /** @type {Record<string, { body: string, etag: string }>} */
  const answers = {}
  for (const [name, path] of Object.entries(CALLS)) {
    const response = await fetch(`${address}${path}`, { headers: { cookie } })
    const body = await response.text()
    if (response.ok) answers[path] = { body, etag: response.headers.get('etag') ?? '' }
    else say(`${name} is not measured: it answers ${response.status}`)
  }
  return answers
}

/**
 * @param {readonly Rival[]} rivals
 * @param {Record<string, { body: string, etag: string }>} answers
 * @param {{ seconds: number, rounds: number }} options
 */
async function measureAll(rivals, answers, { seconds, rounds }) {
  const rows = []
  for (const [name, path] of Object.entries(CALLS)) {
    const answer = answers[path]
    if (answer === undefined) continue
    for (const connections of [1, 50]) {
      for (const isConditional of [false, true]) {
        const measures = await medianOf(rivals, { path, connections, seconds, isConditional }, rounds)
        rows.push(...rowsOf(name, answer.body.length, connections, isConditional, rivals, measures))
      }
    }
  }
  const heads = [
    'call',
    'bytes',
    'connections',
    'answer',
    'server',
    'of bare',
    'requests/s',
    'p50 ms',
    'p99 ms',
    'CPU %',
    'MB',
  ]
  return table(heads, rows)
}

/**
 * The median of some rounds, in each of which every rival is asked once.
 * @param {readonly Rival[]} rivals
 * @param {{ path: string, connections: number, seconds: number, isConditional: boolean }} load
 * @param {number} rounds
 * @returns {Promise<Measure[]>}
 */
async function medianOf(rivals, load, rounds) {
  /** @type {Measure[][]} */
  const taken = rivals.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, rival] of rivals.entries()) taken[index]?.push(await measure(rival, load))
  }
  return taken.map((measures) => ({
    rate: median(measures.map(({ rate }) => rate)),
    p50: median(measures.map(({ p50 }) => p50)),
    p99: median(measures.map(({ p99 }) => p99)),
    cpu: median(measures.map(({ cpu }) => cpu)),
    memoryMb: median(measures.map(({ memoryMb }) => memoryMb)),
  }))
}

/**
 * @param {Rival} rival
 * @param {{ path: string, connections: number, seconds: number, isConditional: boolean }} load
 * @returns {Promise<Measure>}
 */
async function measure({ address, cookie, child }, { path, connections, seconds, isConditional }) {
  const url = `${address}${path}`
  // Each server has its own ETag of the answer.
  const first = await fetch(url, { headers: { cookie } })
  const headers = { cookie, ...(isConditional ? { 'if-none-match': first.headers.get('etag') ?? '' } : {}) }
  const before = child.use()
  const started = performance.now()
  const result = await autocannon({ url, connections, duration: seconds, headers })
  const elapsed = performance.now() - started
  const { cpuMs, memoryMb } = child.use()
  const expected = isConditional ? result['3xx'] : result['2xx']
  if (expected === 0 || result.errors > 0 || result.non2xx !== (isConditional ? expected : 0)) {
    throw new Error(`${url} did not answer as expected: ${JSON.stringify(result.statusCodeStats)}`)
  }
  return {
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: ((cpuMs - before.cpuMs) / elapsed) * 100,
    memoryMb,
  }
}

/**
 * @param {string} name
 * @param {number} bytes
 * @param {number} connections
 * @param {boolean} isConditional
 * @param {readonly Rival[]} rivals
 * @param {readonly Measure[]} measures in the order of the rivals
 */
function rowsOf(name, bytes, connections, isConditional, rivals, measures) {
  const bare = measures[rivals.findIndex((rival) => rival.name === 'bare')]?.rate ?? Number.NaN
  return rivals.map((rival, index) => {
    const { rate = 0, p50 = 0, p99 = 0, cpu = 0, memoryMb = 0 } = measures[index] ?? {}
    const share = rounded(rate / bare, 2)
    const figures = [share, rounded(rate), p50, p99, rounded(cpu), rounded(memoryMb)]
    return [name, bytes, connections, isConditional ? '304' : '200', rival.name, ...figures]
  })
}
