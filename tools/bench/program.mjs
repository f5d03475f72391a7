import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtProgramPath } from '../../scripts/run-built-program.mjs'
import { runCommand } from '../../scripts/processes.mjs'
import { startChild } from './child.mjs'

/**
 * @typedef {{ get: (path: string) => Promise<Response>, post: (path: string, body: unknown) => Promise<Response>,
 *   postForm: (path: string, form: FormData) => Promise<Response>,
 *   cookie: () => string, writeHeaders: () => Record<string, string> }} Client `writeHeaders` needs a CSRF token, which the first write requests
 * @typedef {import('./child.mjs').Child & { address: string }} Program
 */

const HOST = '127.0.0.1'

/**
 * Starts a built program of the server or the simulator with a temporary data folder, which `stop` deletes.
 * @param {string} program such as `main` or `demo`
 * @param {RegExp} ready matches its output when it is ready; the first group is the URL
 * @param {Record<string, string>} [env]
 */
export async function startProgram(program, ready, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  const site = await startProgramInFolder(folder, program, ready, { LOG_LEVEL: 'warn', ...env })
  return {
    ...site,
    async stop() {
      await site.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Like `startProgram`, with an existing data folder that is not deleted.
 * @param {string} folder
 * @param {string} program
 * @param {RegExp} ready
 * @param {Record<string, string>} [env]
 */
export async function startProgramInFolder(folder, program, ready, env = {}) {
  const started = performance.now()
  const child = startChild([builtProgramPath(program)], {
    HOST,
    PORT: '0',
    DATA_DIR: folder,
    REFRESH_SCHEDULE: 'off',
    ...env,
  })
  const [, address = ''] = await child.waitForOutput(ready)
  return { ...child, address: address.replace('localhost', HOST), listeningMs: performance.now() - started }
}

/**
 * Runs a program that measures the server from within, straight from its TypeScript source. Returns the JSON
 * lines it prints.
 * @param {string} file relative to this folder
 * @param {readonly string[]} [args]
 * @param {Record<string, string>} [env]
 * @returns {Promise<any[]>}
 */
export async function runMeasuringProgram(file, args = [], env = {}) {
  const { code, output } = await runCommand(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, file), ...args],
    { env: { PATH: process.env['PATH'] ?? '', ...env } },
  )
  if (code !== 0) throw new Error(output.slice(-4000))
  return output
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

/**
 * Creates an HTTP client with its own cookies. It sends the CSRF token, and throws if a response is an error.
 * @param {string} address
 * @returns {Client}
 */
export function createClient(address) {
  /** @type {Map<string, string>} */
  const cookies = new Map()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  /**
   * @param {string} path
   * @param {{ method?: string, headers?: Record<string, string>, body?: string | FormData }} init
   */
  async function request(path, { headers, ...init }) {
    const response = await fetch(`${address}${path}`, {
      ...init,
      headers: { ...headers, cookie: cookie() },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    if (!response.ok && response.status !== 304) {
      throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    }
    return response
  }

  const writeHeaders = () => ({
    cookie: cookie(),
    'content-type': 'application/json',
    'x-csrftoken': decodeURIComponent(cookies.get('csrftoken') ?? ''),
  })

  async function csrfHeader() {
    if (!cookies.has('csrftoken')) await request('/api/csrf/', {})
    return { 'x-csrftoken': decodeURIComponent(cookies.get('csrftoken') ?? '') }
  }

  return {
    cookie,
    writeHeaders,
    get: (path) => request(path, {}),
    async post(path, body) {
      const headers = { 'content-type': 'application/json', ...(await csrfHeader()) }
      return request(path, { method: 'POST', headers, body: JSON.stringify(body) })
    },
    postForm: async (path, form) =>
      request(path, { method: 'POST', headers: await csrfHeader(), body: form }),
  }
}
