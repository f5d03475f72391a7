import { type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../../scripts/bootstrap/project.mjs'
import { builtProgramPath } from '../../scripts/bootstrap/run-built-program.mjs'

const HOST = '127.0.0.1'

const ADMIN_PASSWORD = 'bench-the-long-way'
export const ADMIN_SIGNUP_CODE = 'only-for-the-bench'

/**
 * Starts a built program of the server or the simulator with a temporary data folder, which `stop` deletes.
 * @param program such as `main` or `demo`
 * @param ready matches its output when it is ready; the first group is the URL
 */
export async function startProgram(program: string, ready: RegExp, env: Record<string, string> = {}) {
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

/** Like `startProgram`, with an existing data folder that is not deleted. */
export async function startProgramInFolder(
  folder: string,
  program: string,
  ready: RegExp,
  env: Record<string, string> = {},
) {
  const started = performance.now()
  const flags = program === 'main' ? startFlags() : []
  const child = startChild([...flags, builtProgramPath(program)], {
    HOST,
    PORT: '0',
    DATA_DIR: folder,
    REFRESH_SCHEDULE: 'off',
    BACKUPS: 'off',
    // A benchmark sends more requests than any person.
    RATE_LIMIT_FACTOR: '0',
    ...env,
  })
  const [, address = ''] = await child.waitForOutput(ready)
  return { ...child, address: address.replace('localhost', HOST), listeningMs: performance.now() - started }
}

function startFlags(): string[] {
  const { scripts }: { scripts: { start: string } } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  )
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

/** Creates an admin and a league on a new server with the ADMIN_SIGNUP_CODE. Returns the client of the admin. */
export async function createLeague(address: string, name: string, espnLeagueId: number): Promise<Client> {
  const admin = createClient(address, 'bench')
  const account = { username: admin.name, password: ADMIN_PASSWORD }
  await admin.post('/api/register/', { ...account, role: 'admin', admin_code: ADMIN_SIGNUP_CODE })
  await admin.post('/api/create-league/', { name, espn_league_id: espnLeagueId })
  return admin
}

export type Child = {
  pid: number
  waitForOutput: (pattern: RegExp) => Promise<RegExpMatchArray>
  countMatches: (pattern: RegExp) => number
  resourceUsage: () => ResourceUsage
  discardOutput: () => void
  stop: () => Promise<void>
  kill: () => Promise<void>
  hasExited: () => boolean
}

type ResourceUsage = { cpuMs: number; memoryMb: number }

const START_TIMEOUT_MS = 120_000

/** Starts a Node program. */
export function startChild(args: readonly string[], env: Record<string, string>): Child {
  return startProcess(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
  })
}

/** It is killed when this process exits. */
export function startProcess(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> = {},
): Child {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = new Promise((resolve) => child.once('close', resolve))
  const killOnExit = () => child.kill('SIGKILL')
  process.once('exit', killOnExit)
  const terminate = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await closed
    process.off('exit', killOnExit)
  }
  let output = ''
  const listeners: (() => void)[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      for (const listener of listeners) listener()
    })
  }
  const pid = child.pid ?? 0
  return {
    pid,
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error(`${args.join(' ')} did not print ${pattern}:\n${output}`))
        const timer = setTimeout(fail, START_TIMEOUT_MS)
        const matchOutput = () => {
          const match = output.match(pattern)
          if (match === null) return
          clearTimeout(timer)
          resolve(match)
        }
        void closed.then(fail)
        listeners.push(matchOutput)
        matchOutput()
      }),
    countMatches: (pattern) => [...output.matchAll(pattern)].length,
    resourceUsage: () => readResourceUsage(pid),
    /** Stops collecting output, so that a long run does not fill the memory. */
    discardOutput() {
      output = ''
      for (const stream of [child.stdout, child.stderr]) stream.removeAllListeners('data').resume()
    },
    stop: () => terminate('SIGTERM'),
    kill: () => terminate('SIGKILL'),
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
  }
}

function readResourceUsage(pid: number): ResourceUsage {
  if (process.platform !== 'linux') return { cpuMs: 0, memoryMb: 0 }
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  const resident = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { cpuMs: ticks * 10, memoryMb: Number(resident ?? 0) / 1024 }
}

export type ClientResponse = { status: number; headers: Headers; body: any; ms: number }

/** The connection was lost, or the request timed out. */
export type NoResponse = { status: 0; body?: undefined; isTimeout: boolean; ms: number }

export type Client = {
  name: string
  request: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<any>
  get: (path: string) => Promise<any>
  post: (path: string, body: unknown) => Promise<any>
  cookie: () => string
  /** Needs a CSRF token, which the first write requests. */
  writeHeaders: () => Record<string, string>
  withAddress: (address: string) => Client
}

/** Longer than the limits of the requests count, which are a minute. */
const MAX_LIMIT_WAIT_MS = 90_000

/** Longer than the server's own timeouts: ten seconds for its database, thirty for its object storage. */
const REQUEST_TIMEOUT_MS = 40_000

/**
 * Has its own cookies, and sends the CSRF token. `request` never throws: it returns a `ClientResponse` or a
 * `NoResponse`. `get` and `post` return the body, and throw if there is no response or an error. When the requests of a
 * minute are used up, they wait as the server says.
 */
export function createClient(
  address: string,
  name: string,
  cookies: Map<string, string> = new Map(),
): Client {
  const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ')
  const writeHeaders = () => ({
    cookie: cookie(),
    'content-type': 'application/json',
    'x-csrftoken': decodeURIComponent(cookies.get('csrftoken') ?? ''),
  })

  async function send(method: string, path: string, body?: unknown): Promise<ClientResponse | NoResponse> {
    const started = performance.now()
    const { 'content-type': contentType, ...headers } = writeHeaders()
    const isForm = body instanceof FormData
    try {
      const response = await fetch(`${address}${path}`, {
        method,
        headers: {
          ...headers,
          ...(body === undefined || isForm ? {} : { 'content-type': contentType }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      const clientResponse = await readResponse(response)
      for (const line of response.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(key, value)
      }
      return { ...clientResponse, ms: performance.now() - started }
    } catch (error) {
      const isTimeout = error instanceof Error && error.name === 'TimeoutError'
      return { status: 0, isTimeout, ms: performance.now() - started }
    }
  }

  async function request(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<any> {
    if (method !== 'GET' && !cookies.has('csrftoken')) {
      const token = await send('GET', '/api/csrf/')
      if (token.status !== 200) return token
    }
    return send(method, path, body)
  }

  async function requestOrThrow(method: 'GET' | 'POST', path: string, body?: unknown) {
    const started = performance.now()
    let response: ClientResponse | NoResponse = await request(method, path, body)
    while (response.status === 429 && performance.now() - started < MAX_LIMIT_WAIT_MS) {
      const waitMs = Number(response.headers.get('retry-after')) * 1000
      await sleep(waitMs)
      response = await request(method, path, body)
    }
    if (response.status === 0 || response.status >= 400) {
      throw new Error(
        `${name}: ${method} ${path} returned ${response.status} after ${Math.round(response.ms)} ms: ${JSON.stringify(response.body)}`,
      )
    }
    return response.body
  }

  return {
    name,
    request,
    get: (path) => requestOrThrow('GET', path),
    post: (path, body) => requestOrThrow('POST', path, body),
    cookie,
    writeHeaders,
    withAddress: (otherAddress) => createClient(otherAddress, name, cookies),
  }
}

async function readResponse(response: Response) {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const bytes = Buffer.from(await response.arrayBuffer())
  const body = isJson ? JSON.parse(bytes.toString('utf8')) : bytes
  return { status: response.status, headers: response.headers, body }
}
