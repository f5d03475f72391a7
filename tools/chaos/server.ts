import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
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

const BUCKET = 'media'

export async function startObjectStorage(folder: string, port: number) {
  const program = join(ROOT, 'node_modules/s3rver/bin/s3rver.js')
  const flags = ['--import', pathToFileURL(join(import.meta.dirname, 's3rver-prefixes.ts')).href]
  const address = ['-a', '127.0.0.1', '-p', String(port)]
  const child = startChild([...flags, program, '-d', folder, ...address, '--configure-bucket', BUCKET], {})
  await child.waitForOutput(/listening/i)
  return child
}

export function storageSettings(port: number) {
  return {
    MEDIA_URL: `s3://${BUCKET}/league`,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  }
}

const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

export function createImageForm() {
  const form = new FormData()
  form.append('files', new File([IMAGE], 'pixel.png', { type: 'image/png' }))
  return form
}
