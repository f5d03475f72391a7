import { join } from 'node:path'
import { startChild } from '../bench/child.mjs'
import { findFreePort } from '../postgres.mjs'
import { ROOT } from '../project.mjs'

/**
 * @typedef {{ address: string, child: import('../bench/child.mjs').Child }} Server
 * @typedef {{ folder: string, port?: number, env?: Record<string, string>, preload?: string, commandPrefix?: readonly string[] }} ServerOptions
 */

const HOST = '127.0.0.1'
export const ADMIN_CODE = 'let-me-run-this'

/** The league of every drill, which also has the Betslip. */
export const LEAGUE_NAME = 'Harbour'

/**
 * Starts the built server and waits until it listens. Nothing but this machine is asked for anything.
 * @param {ServerOptions} options
 * @returns {Promise<Server>}
 */
export async function startServer({ folder, port, env = {}, preload, commandPrefix = [] }) {
  const here = port ?? (await findFreePort())
  const flags = preload === undefined ? [] : ['--import', preload]
  const program = [...flags, join(ROOT, 'apps/server/dist/main.js')]
  const settings = {
    HOST,
    PORT: String(here),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    REFRESH_SCHEDULE: 'off',
    SOURCES_OFF: 'odds,weather,news,sheets',
    ESPN_BASE_URL: 'http://127.0.0.1:9',
    ESPN_SITE_URL: 'http://127.0.0.1:9',
    SECRET_KEY: 'one key of at least 32 bytes for all of them',
    ADMIN_SIGNUP_CODE: ADMIN_CODE,
    BETSLIP_LEAGUE: LEAGUE_NAME,
    ...env,
  }
  const child = startChild(program, settings, commandPrefix)
  await child.waitForOutput(/^Fieldhouse is listening on /m)
  return { address: `http://${HOST}:${here}`, child }
}

/**
 * A program of the server that others ask, such as the simulated provider.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {RegExp} ready its first group is the address
 */
export async function startProgram(name, args, ready) {
  const child = startChild([join(ROOT, 'apps/server/dist', `${name}.js`), ...args], {})
  const [, address = ''] = await child.waitForOutput(ready)
  return { address, child }
}
