import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../postgres.mjs'
import { say } from '../project.mjs'
import { startChild } from './child.mjs'
import { startSiteOn, visitorAt } from './site.mjs'

/**
 * @typedef {{ body: string, headers: Record<string, string> & { etag: string } }} Sent
 * @typedef {{ name: string, address: string, child: import('./child.mjs').Child,
 *   people: readonly import('./site.mjs').Visitor[], listeningMs: number | null }} Rival
 *   people are signed in; a server that is not ours knows nobody and has no figure for its start
 */

export const LEAGUE = `/api/league/${encodeURIComponent('The Gridiron Supper Club')}`

const PASSWORD = 'touchdown-at-noon'
const PEOPLE = ['ada', 'hugo', 'dov', 'ines', 'greta']

/**
 * Fills a data folder, and a database for each engine, with the demo league; then starts our server alone
 * on them, with its default settings, and hands all over to `work`.
 * @template Result
 * @param {(ours: Rival[], folder: string) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withOurServers(work) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  const postgres = await startPostgres({}, { isDurable: true })
  if ('reason' in postgres) say(`PostgreSQL is not measured: ${postgres.reason}`)
  const engines = { SQLite: {}, ...('url' in postgres ? { PostgreSQL: { DATABASE_URL: postgres.url } } : {}) }
  /** @type {Rival[]} */
  const ours = []
  try {
    for (const [name, env] of Object.entries(engines))
      ours.push(await ourServer(join(folder, name), name, env))
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
 * @returns {Promise<Rival>}
 */
async function ourServer(folder, name, env) {
  const demo = await startSiteOn(folder, 'demo', /demo league is ready: (\S+)/, {
    LOG_LEVEL: 'warn',
    ...env,
  })
  const [, day = ''] = await demo.said(/It is (.+ GMT) there/)
  await demo.stop()
  const child = await startSiteOn(folder, 'main', /listening on (\S+)/, {
    NOW: new Date(day).toISOString(),
    SOURCES_OFF: 'odds,weather,news,sheets',
    BETSLIP_LEAGUE: 'The Gridiron Supper Club',
    ...env,
  })
  child.forgetLines()
  const people = await Promise.all(PEOPLE.map((username) => signedIn(child.address, username)))
  return { name, address: child.address, child, people, listeningMs: child.listeningMs }
}

/**
 * @param {string} address
 * @param {string} username
 */
async function signedIn(address, username) {
  const visitor = visitorAt(address)
  await visitor.post('/api/login/', { username, password: PASSWORD })
  return visitor
}

/**
 * Servers that send answers which are there already, by Node alone and through the framework.
 * @param {string} folder
 * @param {Record<string, Sent>} answers by their paths
 * @returns {Promise<Rival[]>}
 */
export async function startBaselines(folder, answers) {
  const file = join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  return Promise.all(
    ['bare', 'framework'].map(async (name) => {
      const child = startChild([join(import.meta.dirname, 'baseline-server.mjs'), name, file], {})
      const [, address = ''] = await child.said(/listening at (\S+)/)
      return { name, address, child, people: [], listeningMs: null }
    }),
  )
}

/** What differs from answer to answer, or is Node's own to tell. */
const OF_ONE_ANSWER = new Set([
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
 * @returns {Promise<Sent>}
 */
export async function sentIn(response) {
  const headers = [...response.headers].filter(([name]) => !OF_ONE_ANSWER.has(name))
  return {
    body: await response.text(),
    headers: { ...Object.fromEntries(headers), etag: plainTag(response) },
  }
}

/** @param {Response} response */
export function plainTag(response) {
  return response.headers.get('etag')?.replace(/^W\//, '') ?? ''
}
