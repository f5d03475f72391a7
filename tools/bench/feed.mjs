import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../scripts/postgres.mjs'
import { log } from '../../scripts/project.mjs'
import { recordResponse, startBaselines } from './baselines.mjs'
import { measure, medianMeasurement } from './load.mjs'
import { createClient, runMeasuringProgram, startProgramInFolder } from './program.mjs'
import { rounded, table } from './table.mjs'

/**
 * Measures how long a page of 60 items takes as the feed grows, on both engines. Then compares the first
 * page of a league with 5,000 items and 20,000 comments, at 50 connections, with baselines that send the same
 * response.
 * @param {{ seconds: number, rounds: number }} options
 */
export async function benchFeed(options) {
  return `${await benchGrowth()}\n\n${await benchFirstPage(options)}`
}

async function benchGrowth() {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  const postgres = await startPostgres(process.env)
  if ('reason' in postgres) log(`skipping PostgreSQL: ${postgres.reason}`)
  const engines = { SQLite: {}, ...('url' in postgres ? { PostgreSQL: { DATABASE_URL: postgres.url } } : {}) }
  try {
    const rows = []
    for (const [name, env] of Object.entries(engines)) rows.push(...(await growthRows(name, folder, env)))
    return table(['engine', 'page', 'posts', 'ms', 'vs. first'], rows)
  } finally {
    if ('stop' in postgres) await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} engine
 * @param {string} folder
 * @param {Record<string, string>} env
 */
async function growthRows(engine, folder, env) {
  /** @type {{ posts: number, page: string, ms: number }[]} */
  const measurements = await runMeasuringProgram('measure-feed.ts', [], { DATA_DIR: folder, ...env })
  return measurements.map(({ posts, page, ms }) => {
    const first = measurements.find((other) => other.page === page)?.ms ?? Number.NaN
    return [engine, page, posts, rounded(ms, 2), rounded(ms / first, 2)]
  })
}

/** @typedef {import('./baselines.mjs').BenchServer} BenchServer */

const FEED_PATH = '/api/league/Bench/social/feed/'

/** @type {'2xx'} */
const SUCCESS = '2xx'

/** @param {{ seconds: number, rounds: number }} options */
async function benchFirstPage({ seconds, rounds }) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  const site = await startProgramInFolder(folder, 'main', /(http:\/\/localhost:\d+)/, {
    SOURCES_OFF: 'odds,weather,news,sheets',
    ADMIN_SIGNUP_CODE: 'only-for-the-bench',
  })
  try {
    const admin = createClient(site.address)
    const account = { username: 'bench', password: 'bench-the-long-way' }
    await admin.post('/api/register/', { ...account, role: 'admin', admin_code: 'only-for-the-bench' })
    await admin.post('/api/create-league/', { name: 'Bench', espn_league_id: 1 })
    await runMeasuringProgram('measure-feed.ts', ['fill'], { DATA_DIR: folder })
    const fieldhouse = { ...site, name: 'Fieldhouse', child: site, clients: [admin] }
    /** @type {(string | number)[][]} */
    const rows = []
    const addRow = async (
      /** @type {string} */ name,
      /** @type {BenchServer} */ server,
      /** @type {object} */ options,
    ) => {
      const load = { url: `${server.address}${FEED_PATH}`, connections: 50, expects: SUCCESS, ...options }
      await measure(server, { ...load, amount: 300 })
      const measurements = []
      for (let round = 0; round < rounds; round += 1)
        measurements.push(await measure(server, { ...load, duration: seconds }))
      const { rate, p50, p99, cpuMicros } = medianMeasurement(measurements)
      rows.push([name, rounded(rate), p50, p99, rounded(cpuMicros)])
    }
    const headers = { cookie: admin.cookie(), 'accept-encoding': 'identity' }
    const response = await recordResponse(await fetch(`${site.address}${FEED_PATH}`, { headers }))
    const baselines = await startBaselines(folder, { [FEED_PATH]: response })
    try {
      for (const baseline of baselines) await addRow(`${baseline.name}, uncompressed`, baseline, {})
      await addRow('Fieldhouse, cached, uncompressed', fieldhouse, { headers })
      await addRow('Fieldhouse, cached, compressed', fieldhouse, {
        headers: { ...headers, 'accept-encoding': 'br' },
      })
      await addRow('Fieldhouse, not cached, uncompressed', fieldhouse, {
        headers,
        requests: [withUniqueCookie(headers)],
      })
    } finally {
      await Promise.all(baselines.map(({ child }) => child.stop()))
    }
    return table(['60 of 5,000 items, 50 connections', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs/req'], rows)
  } finally {
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Adds a different cookie to each request. The server caches responses per set of cookies, so none of these
 * requests is served from the cache, like a member's first view after a change.
 * @param {Record<string, string>} headers
 */
function withUniqueCookie(headers) {
  return {
    setupRequest: (/** @type {import('autocannon').Request} */ request) => ({
      ...request,
      headers: { ...headers, cookie: `${headers['cookie']}; browser=${process.hrtime.bigint()}` },
    }),
  }
}
