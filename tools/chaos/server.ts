import { join } from 'node:path'
import { ROOT } from '../../scripts/bootstrap/project.mjs'
import { builtProgramPath } from '../../scripts/bootstrap/run-built-program.mjs'
import { findFreePort } from '../../scripts/test/postgres.ts'
import { type Child, startChild } from '../bench/program.ts'

export type Server = { address: string; child: Child }

type ServerOptions = {
  folder: string
  port?: number
  env?: Record<string, string>
  nodeFlags?: readonly string[]
}

const HOST = '127.0.0.1'
export const ADMIN_CODE = 'let-me-run-this-league'

export const LEAGUE_NAME = 'Harbor'

/** Starts the built server and waits until it listens. It makes no requests to other machines. */
export async function startServer({
  folder,
  port,
  env = {},
  nodeFlags = [],
}: ServerOptions): Promise<Server> {
  const serverPort = port ?? (await findFreePort())
  const args = [...nodeFlags, join(ROOT, 'apps/server/dist/main.js')]
  const settings = {
    HOST,
    PORT: String(serverPort),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    REFRESH_SCHEDULE: 'off',
    BACKUPS: 'off',
    SOURCES_OFF: 'odds,weather,news,sheets',
    PROVIDER_REQUESTS_PER_MINUTE: '10000',
    ESPN_BASE_URL: 'http://127.0.0.1:9',
    ESPN_SITE_URL: 'http://127.0.0.1:9',
    IMAGES_BASE_URL: 'http://127.0.0.1:9',
    SECRET_KEY: 'a test key of more than 32 bytes for all servers',
    ADMIN_SIGNUP_CODE: ADMIN_CODE,
    BETSLIP_LEAGUE: LEAGUE_NAME,
    ...env,
  }
  const child = startChild(args, settings)
  await child.waitForOutput(/^Fieldhouse is listening on /m)
  return { address: `http://${HOST}:${serverPort}`, child }
}

/** Starts the simulated ESPN. */
export async function startProvider({ pastSeasons = 0 } = {}) {
  const args = ['--past-seasons', String(pastSeasons), '--port', '0']
  const child = startChild([builtProgramPath('simulated'), ...args], {})
  const [, address = ''] = await child.waitForOutput(/Simulated ESPN at (\S+),/)
  return { address, child }
}
