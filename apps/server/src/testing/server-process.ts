import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killPrograms, type Program, type ProgramOptions, startProgram } from './built-program.ts'

export type ServerProcess = Program & { baseUrl: string; browser: (cookies?: Cookies) => Browser }

export type Cookies = Map<string, string>

export type BrowserResponse = { status: number; body: unknown; headers: Headers }

/** A client that stores cookies and sends the CSRF token. */
export type Browser = {
  get: (path: string) => Promise<BrowserResponse>
  post: (path: string, body: unknown) => Promise<BrowserResponse>
}

/** Creates a folder that `cleanUpServers` removes. */
export function createTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-process-'))
  folders.push(folder)
  return folder
}

const folders: string[] = []

export const ADMIN_CODE = 'let-me-run-this-league'

/** The environment of a server on a data folder: any free port, no requests to the network. */
export function serverEnvironment(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    REFRESH_SCHEDULE: 'off',
    SOURCES_OFF: 'odds,weather,news,sheets',
    ESPN_BASE_URL: 'http://127.0.0.1:9',
    ESPN_SITE_URL: 'http://127.0.0.1:9',
    IMAGES_BASE_URL: 'http://127.0.0.1:9',
  }
}

/** Starts the built server on a data folder and waits until it listens. */
export async function startServer(
  dataDir: string,
  { env = {}, ...options }: Partial<ProgramOptions> = {},
): Promise<ServerProcess> {
  const program = await startProgram('main', {
    cwd: createTempFolder(),
    ...options,
    env: { ...serverEnvironment(dataDir), ...env },
  })
  const [, address = ''] = await program.waitForOutput(/^Fieldhouse is listening on (\S+)$/m)
  return { ...program, baseUrl: address, browser: (cookies) => createBrowser(address, cookies) }
}

/** Kills the servers and removes the folders of a test. */
export async function cleanUpServers(): Promise<void> {
  await killPrograms()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string }

function createBrowser(address: string, cookies: Cookies = new Map()): Browser {
  async function send(path: string, { headers, ...init }: RequestOptions = {}): Promise<BrowserResponse> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${address}${path}`, { ...init, headers: { ...headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? await response.json() : await response.text(),
    }
  }

  return {
    get: (path) => send(path),
    async post(path, body) {
      if (!cookies.has('csrftoken')) await send('/api/csrf/')
      const headers = { 'content-type': 'application/json', 'x-csrftoken': cookies.get('csrftoken') ?? '' }
      return send(path, { method: 'POST', headers, body: JSON.stringify(body) })
    },
  }
}

/** A valid registration body. */
export function buildRegistration(
  username: string,
  more: Record<string, string> = {},
): Record<string, string> {
  return { username, password: `${username}-has-a-secret`, ...more }
}
