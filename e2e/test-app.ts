import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SLEEPER_CAPTURES_FOLDER } from '@fieldhouse/simulator/testing/sleeper-captures'
import { test as base } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { HAS_CAPTURES, withCaptureServer, withPrivateServer, withRecordedLeagues } from './captures.ts'
import { type ProgramOptions, startProgram, stopProgram, waitForLine } from './program.ts'
import { type SimulatedProvider, withSimulatedProvider } from './simulated-provider.ts'

const EMAIL_TIMEOUT_MS = 10_000

const SENDER = 'Fieldhouse <league@example.com>'

/** No server listens there. */
const UNREACHABLE = 'http://127.0.0.1:9'

/** An SMTP server that collects emails. */
type Mailbox = {
  /** The value for `SMTP_URL`. */
  smtpUrl: string
  /** Returns the newest email to a recipient, each only once; waits up to 10 seconds for one. */
  waitForEmail: (recipient: string) => Promise<Email>
  close: () => Promise<void>
}

export type TestApp = {
  /** The URL of the app, without a trailing slash. */
  baseUrl: string
  adminCode: string
}

/** Servers that all tests of a run share. global-setup.ts starts them. */
type SharedServers = {
  app: TestApp
  /** The URL of a server with recorded ESPN responses. */
  captureServerUrl: string
}

const SHARED_SERVERS = 'FIELDHOUSE_JOURNEY_SERVERS'

/** Starts the servers that all tests of a run share, and stops them when `use` completes. */
export async function withSharedServers(use: () => Promise<void>): Promise<void> {
  const mailbox = await openMailbox()
  const settings = {
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: SENDER,
    // All people of all tests have the same address.
    RATE_LIMIT_FACTOR: '100',
  }
  const start = (captureServerUrl: string) =>
    withRecordedLeagues(captureServerUrl, (espnUrl) =>
      withTestApp({ ...settings, ESPN_BASE_URL: espnUrl }, async (app) => {
        const servers: SharedServers = { app, captureServerUrl }
        // Playwright's workers inherit it.
        process.env[SHARED_SERVERS] = JSON.stringify(servers)
        await use()
      }),
    )
  await (HAS_CAPTURES ? withCaptureServer(start) : start(UNREACHABLE))
  await mailbox.close()
}

function sharedServers(): SharedServers {
  return JSON.parse(process.env[SHARED_SERVERS] ?? '{}') as SharedServers
}

/** What tests of one worker share. Each is started by the first test that uses it. */
type WorkerFixtures = {
  /** The URL of a server with recorded ESPN responses of leagues that only requests with `PRIVATE_COOKIES` may see. */
  privateServerUrl: string
  /** The URL of a server with recorded responses of Sleeper. Each takes long enough for progress to be seen. */
  sleeperUrl: string
  /** Simulated sources. A test sets their time and faults before anything else. */
  provider: SimulatedProvider
}

/**
 * Worker fixtures for all tests: Playwright starts another worker, with another browser, for each file that declares
 * others.
 */
const workerTest = base.extend<{ captureServerUrl: string }, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
  captureServerUrl: ({}, use) => use(sharedServers().captureServerUrl),
  privateServerUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    ({}, use) => withPrivateServer(sharedServers().captureServerUrl, use),
    { scope: 'worker' },
  ],
  sleeperUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      // Only few tests use them, and compiling them takes a while.
      const { capturedSleeper } = await import('@fieldhouse/simulator/sleeper/sleeper-server')
      const { startSleeperServer } = await import('@fieldhouse/simulator/sleeper/sleeper-server')
      const respond = capturedSleeper(SLEEPER_CAPTURES_FOLDER)
      const server = await startSleeperServer({ respond, faults: () => ({ delayMs: 20 }) })
      await use(server.url)
      await server.close()
    },
    { scope: 'worker' },
  ],
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    ({}, use) => withSimulatedProvider(use),
    { scope: 'worker' },
  ],
})

/** One app for all tests, which reads recorded ESPN responses. Each test creates its own accounts and leagues. */
export const sharedTest = workerTest.extend<{ testApp: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: as above
  testApp: ({}, use) => use(sharedServers().app),
})

/** An app per test, which sends its emails to the mailbox. */
export const mailTest = workerTest.extend<{ mailbox: Mailbox; testApp: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: as above
  mailbox: async ({}, use) => {
    const mailbox = await openMailbox()
    await use(mailbox)
    await mailbox.close()
  },
  testApp: ({ mailbox }, use) => withTestApp({ SMTP_URL: mailbox.smtpUrl, MAIL_FROM: SENDER }, use),
})

/** An app per test: the built server with an empty data folder and without external data sources. */
export const test = workerTest.extend<{ settings: Record<string, string>; testApp: TestApp }>({
  /** Environment variables that override the defaults. */
  settings: [{}, { option: true }],
  testApp: ({ settings }, use) => withTestApp(settings, use),
})

/** An app per test, which reads recorded ESPN responses. */
export const captureTest = test.extend({
  settings: ({ captureServerUrl }, use) => use({ ESPN_BASE_URL: captureServerUrl }),
})

/** An app per test, which reads recorded ESPN responses of leagues that only requests with `PRIVATE_COOKIES` may see. */
export const privateTest = test.extend({
  settings: ({ privateServerUrl }, use) => use({ ESPN_BASE_URL: privateServerUrl }),
})

/** When the recorded season of 2026 has not begun. */
const BEFORE_THE_SEASON = '2026-09-01T12:00:00Z'

/** An app per test, which reads the recorded responses of Sleeper. */
export const sleeperTest = test.extend({
  settings: ({ sleeperUrl }, use) => use({ SLEEPER_BASE_URL: sleeperUrl, NOW: BEFORE_THE_SEASON }),
})

/** Starts an app, and stops it when `use` completes. */
export async function withTestApp(
  settings: Record<string, string>,
  use: (testApp: TestApp) => Promise<void>,
): Promise<void> {
  await withServer(settings, 'main', async (server, adminCode) =>
    use({ baseUrl: await waitForAddress(server), adminCode }),
  )
}

/** Like `withTestApp`, with servers on this machine that stand for hosts which posts link to, by host name. */
export async function withLinkedHosts(
  linkedHosts: Record<string, string>,
  use: (testApp: TestApp) => Promise<void>,
): Promise<void> {
  await withServer({}, 'main-with-clock', async (server, adminCode) => {
    const address = once(server, 'message') as Promise<[{ publicUrl: string }]>
    server.send({ clock: { offsetMs: 0 }, linkedHosts })
    await waitForLine(server, /Server listening at/)
    const [{ publicUrl: baseUrl }] = await address
    await use({ baseUrl, adminCode })
  })
}

/** Like `withTestApp`, with a clock that stands still at `startsAt` until it is set. */
export async function withClockedApp(
  settings: Record<string, string>,
  startsAt: string,
  use: (testApp: TestApp, setTime: (instant: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  await withServer(settings, 'main-with-clock', async (server, adminCode) => {
    const sendTime = (instant: string) => server.send({ clock: { atMs: Date.parse(instant), speed: 0 } })
    const address = once(server, 'message') as Promise<[{ publicUrl: string }]>
    sendTime(startsAt)
    await waitForLine(server, /Server listening at/)
    const [{ publicUrl: baseUrl }] = await address
    await use({ baseUrl, adminCode }, async (instant) => {
      const isSet = once(server, 'message')
      sendTime(instant)
      await isSet
    })
  })
}

/**
 * Like `withTestApp`, with a server whose process the test ends without a warning, and starts again at the same
 * address.
 */
export async function withRestartableApp(
  settings: Record<string, string>,
  use: (
    testApp: TestApp,
    server: { kill: () => Promise<void>; restart: () => Promise<void> },
  ) => Promise<void>,
): Promise<void> {
  await withDataDir(async (dataDir, adminCode) => {
    const start = (port: string) =>
      startServer('main', { DATA_DIR: dataDir, ADMIN_SIGNUP_CODE: adminCode, ...settings, PORT: port })
    let server = start('0')
    try {
      const baseUrl = await waitForAddress(server)
      await use(
        { baseUrl, adminCode },
        {
          kill: () => stopProgram(server, 'SIGKILL'),
          restart: async () => {
            server = start(new URL(baseUrl).port)
            await waitForAddress(server)
          },
        },
      )
    } finally {
      await stopProgram(server)
    }
  })
}

/** Starts a server for the other devices of its network. `link` is the one that it prints for the first admin. */
export async function withLanServer(
  settings: Record<string, string>,
  commandPrefix: readonly string[],
  use: (link: string) => Promise<void>,
): Promise<void> {
  await withDataDir(async (dataDir, adminCode) => {
    const env = { DATA_DIR: dataDir, ADMIN_SIGNUP_CODE: adminCode, ...settings }
    const server = startServer('main', env, { args: ['--lan'], commandPrefix })
    try {
      const [, link = ''] = await waitForLine(server, /^ {7}(http\S+)$/m)
      await use(link)
    } finally {
      await stopProgram(server)
    }
  })
}

async function withServer(
  settings: Record<string, string>,
  program: 'main' | 'main-with-clock',
  use: (server: ChildProcess, adminCode: string) => Promise<void>,
): Promise<void> {
  await withDataDir(async (dataDir, adminCode) => {
    const server = startServer(program, { DATA_DIR: dataDir, ADMIN_SIGNUP_CODE: adminCode, ...settings })
    try {
      await use(server, adminCode)
    } finally {
      await stopProgram(server)
    }
  })
}

async function withDataDir(use: (dataDir: string, adminCode: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fieldhouse-journey-'))
  try {
    await use(dataDir, 'journey-admin-code')
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function startServer(
  program: 'main' | 'main-with-clock',
  settings: Record<string, string>,
  options: Pick<ProgramOptions, 'args' | 'commandPrefix'> = {},
): ChildProcess {
  const env = {
    PORT: '0',
    REFRESH_SCHEDULE: 'off',
    BACKUPS: 'off',
    ESPN_BASE_URL: UNREACHABLE,
    ESPN_SITE_URL: UNREACHABLE,
    SLEEPER_BASE_URL: UNREACHABLE,
    SLEEPER_CDN_URL: UNREACHABLE,
    IMAGES_BASE_URL: UNREACHABLE,
    SOURCES_OFF: 'odds,weather,news,sheets',
    // Requests that wait for their turn wait on a clock, which can stand still.
    PROVIDER_REQUESTS_PER_MINUTE: '10000',
    // Pages come with their content also when the machine is busy.
    PAGE_RENDER_MS: '60000',
    ...settings,
  }
  // Only a server with a settable clock uses the channel.
  return startProgram(program, { ...options, env, hasChannel: program === 'main-with-clock' })
}

/** Waits until the server logs its URL. */
async function waitForAddress(server: ChildProcess): Promise<string> {
  const match = await waitForLine(server, /^Fieldhouse is listening on (\S+)$/m)
  return match[1] ?? ''
}

async function openMailbox(): Promise<Mailbox> {
  const emails: Email[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    async onData(stream, _session, done) {
      emails.push(await PostalMime.parse(await buffer(stream)))
      done()
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    const { server: listener } = server
    server.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port))
  })
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    waitForEmail: (recipient) => waitForNewestEmail(recipient, emails),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function waitForNewestEmail(recipient: string, emails: Email[]): Promise<Email> {
  for (let waitedMs = 0; waitedMs < EMAIL_TIMEOUT_MS; waitedMs += 50) {
    const index = emails.findLastIndex(({ to }) => to?.some(({ address }) => address === recipient))
    const [email] = index === -1 ? [] : emails.splice(index, 1)
    if (email !== undefined) return email
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no email to ${recipient} arrived`)
}
