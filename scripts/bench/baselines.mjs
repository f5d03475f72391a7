import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../postgres.mjs'
import { log } from '../project.mjs'
import { startChild } from './child.mjs'
import { createClient, startProgramOn } from './program.mjs'

/**
 * @typedef {{ body: string, headers: Record<string, string> & { etag: string } }} RecordedResponse
 * @typedef {{ name: string, address: string, child: import('./child.mjs').Child,
 *   clients: readonly import('./program.mjs').Client[], listeningMs: number | null }} BenchServer
 *   people are signed in; a server that is not ours knows nobody and has no figure for its start
 */

export const LEAGUE_PATH = `/api/league/${encodeURIComponent('The Gridiron Supper Club')}`

const PASSWORD = 'touchdown-at-noon'
const USERNAMES = ['ada', 'hugo', 'dov', 'ines', 'greta']

/**
 * Fills a data folder, and a database for each engine, with the demo league; then starts our server alone
 * on them, with its default settings, and hands all over to `work`.
 * @template Result
 * @param {(ours: BenchServer[], folder: string) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withOurServers(work) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  const postgres = await startPostgres({}, { isDurable: true })
  if ('reason' in postgres) log(`PostgreSQL is not measured: ${postgres.reason}`)
  const engines = { SQLite: {}, ...('url' in postgres ? { PostgreSQL: { DATABASE_URL: postgres.url } } : {}) }
  /** @type {BenchServer[]} */
  const ours = []
  try {
    for (const [name, env] of Object.entries(engines))
      ours.push(await startOurServer(join(folder, name), name, env))
    return await work(ours, folder)
  } finally {
    await Promise.all(ours.map(({ child }) => child.stop()))
    if ('stop' in postgres) await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {Record<string, string>} env
 * @returns {Promise<BenchServer>}
 */
async function startOurServer(folder, name, env) {
  const demo = await startProgramOn(folder, 'demo', /demo league is ready: (\S+)/, {
    LOG_LEVEL: 'warn',
    ...env,
  })
  const [, day = ''] = await demo.waitForOutput(/It is (.+ GMT) there/)
  await demo.stop()
  const child = await startProgramOn(folder, 'main', /listening on (\S+)/, {
    NOW: new Date(day).toISOString(),
    SOURCES_OFF: 'odds,weather,news,sheets',
    BETSLIP_LEAGUE: 'The Gridiron Supper Club',
    ...env,
  })
  child.discardOutput()
  const people = await Promise.all(USERNAMES.map((username) => createSignedInClient(child.address, username)))
  return { name, address: child.address, child, clients: people, listeningMs: child.listeningMs }
}

/**
 * @param {string} address
 * @param {string} username
 */
async function createSignedInClient(address, username) {
  const visitor = createClient(address)
  await visitor.post('/api/login/', { username, password: PASSWORD })
  return visitor
}

/**
 * Servers that send answers which are there already, by Node alone and through the framework.
 * @param {string} folder
 * @param {Record<string, RecordedResponse>} answers by their paths
 * @returns {Promise<BenchServer[]>}
 */
export async function startBaselines(folder, answers) {
  const file = join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  return Promise.all(
    ['bare', 'framework'].map(async (name) => {
      const child = startChild([join(import.meta.dirname, 'baseline-server.mjs'), name, file], {})
      const [, address = ''] = await child.waitForOutput(/listening at (\S+)/)
      return { name, address, child, clients: [], listeningMs: null }
    }),
  )
}

/** What differs from answer to answer, or is Node's own to tell. */
const VOLATILE_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
])

/**
 * An answer with everything that browsers are told, so that the others send as much.
 * @param {Response} response
 * @returns {Promise<RecordedResponse>}
 */
export async function recordResponse(response) {
  const headers = [...response.headers].filter(([name]) => !VOLATILE_HEADERS.has(name))
  return {
    body: await response.text(),
    headers: { ...Object.fromEntries(headers), etag: strongEtag(response) },
  }
}

/** @param {Response} response */
export function strongEtag(response) {
  return response.headers.get('etag')?.replace(/^W\//, '') ?? ''
}
