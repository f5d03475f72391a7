import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../postgres.mjs'
import { log, ROOT } from '../project.mjs'
import { runCommand } from '../run-command.mjs'
import { recordResponse, startBaselines } from './baselines.mjs'
import { measure, medianMeasurement } from './load.mjs'
import { createClient, startProgramOn } from './program.mjs'
import { rounded, table } from './table.mjs'

/**
 * How long a page of 60 items takes, and whether it takes longer as the feed grows, on both engines;
 * then the first page of a league of 5,000 items and 20,000 comments, asked for by 50 at once, beside
 * Node alone and the framework alone, which send the same.
 * @param {{ seconds: number, rounds: number }} options
 */
export async function benchFeed(options) {
  return `${await benchGrowth()}\n\n${await benchFirstPage(options)}`
}

async function benchGrowth() {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  const postgres = await startPostgres(process.env)
  if ('reason' in postgres) log(`PostgreSQL is not measured: ${postgres.reason}`)
  const engines = { SQLite: {}, ...('url' in postgres ? { PostgreSQL: { DATABASE_URL: postgres.url } } : {}) }
  try {
    const rows = []
    for (const [name, env] of Object.entries(engines)) rows.push(...(await growthRows(name, folder, env)))
    return table(['engine', 'page', 'posts', 'ms', 'of the first'], rows)
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
  const output = await runMeasureFeed(folder, env)
  /** @type {{ posts: number, page: string, ms: number }[]} */
  const measures = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return measures.map(({ posts, page, ms }) => {
    const first = measures.find((each) => each.page === page)?.ms ?? Number.NaN
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
  const site = await startProgramOn(folder, 'main', /(http:\/\/localhost:\d+)/, {
    SOURCES_OFF: 'odds,weather,news,sheets',
    ADMIN_SIGNUP_CODE: 'only-for-the-bench',
  })
  try {
    const admin = createClient(site.address)
    const account = { username: 'bench', password: 'bench-the-long-way' }
    await admin.post('/api/register/', { ...account, role: 'admin', admin_code: 'only-for-the-bench' })
    await admin.post('/api/create-league/', { name: 'Bench', espn_league_id: 1 })
    await runMeasureFeed(folder, {}, ['fill'])
    const ours = { ...site, name: 'ours', child: site, clients: [admin] }
    /** @type {(string | number)[][]} */
    const rows = []
    const ask = async (
      /** @type {string} */ name,
      /** @type {BenchServer} */ rival,
      /** @type {object} */ how,
    ) => {
      const load = { url: `${rival.address}${FEED_PATH}`, connections: 50, expects: SUCCESS, ...how }
      await measure(rival, { ...load, amount: 300 })
      const taken = []
      for (let round = 0; round < rounds; round += 1)
        taken.push(await measure(rival, { ...load, duration: seconds }))
      const { rate, p50, p99, cpuMicros } = medianMeasurement(taken)
      rows.push([name, rounded(rate), p50, p99, rounded(cpuMicros)])
    }
    const plain = { cookie: admin.cookie(), 'accept-encoding': 'identity' }
    const answer = await recordResponse(await fetch(`${site.address}${FEED_PATH}`, { headers: plain }))
    const baselines = await startBaselines(folder, { [FEED_PATH]: answer })
    try {
      for (const rival of baselines) await ask(`${rival.name}, not compressed`, rival, {})
      await ask('ours, kept, not compressed', ours, { headers: plain })
      await ask('ours, kept, compressed', ours, { headers: { ...plain, 'accept-encoding': 'br' } })
      await ask('ours, made anew, not compressed', ours, {
        headers: plain,
        requests: [withUniqueCookie(plain)],
      })
    } finally {
      await Promise.all(baselines.map(({ child }) => child.stop()))
    }
    return table(['60 of 5,000 items, 50 connections', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs'], rows)
  } finally {
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Another cookie beside the session's is another browser, for which nothing is kept: a member's first look
 * after a change.
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

/**
 * @param {string} folder
 * @param {Record<string, string>} env
 * @param {readonly string[]} [args]
 * @returns {Promise<string>} what it prints
 */
async function runMeasureFeed(folder, env, args = []) {
  const { code, output } = await runCommand(
    process.execPath,
    [join(ROOT, 'apps/server/dist/measure-feed.js'), ...args],
    { env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, ...env } },
  )
  if (code !== 0) throw new Error(output)
  return output
}
