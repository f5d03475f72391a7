import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test as base } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { ROOT, waitForLine } from './program.ts'

const EMAIL_TIMEOUT_MS = 10_000

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

/** An app per test: the built server with an empty data folder and without external data sources. */
export const test = base.extend<{ settings: Record<string, string>; testApp: TestApp }>({
  /** Environment variables that override the defaults. */
  settings: [{}, { option: true }],
  testApp: ({ settings }, use) => withTestApp(settings, use),
})

/**
 * One app for all tests of a worker, which sends its emails to the mailbox. Each test creates its own
 * accounts and leagues.
 */
export const sharedTest = base.extend<object, { mailbox: Mailbox; testApp: TestApp }>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
    async ({}, use) => {
      const mailbox = await openMailbox()
      await use(mailbox)
      await mailbox.close()
    },
    { scope: 'worker' },
  ],
  testApp: [
    ({ mailbox }, use) =>
      withTestApp({ SMTP_URL: mailbox.smtpUrl, MAIL_FROM: 'Fieldhouse <league@example.com>' }, use),
    { scope: 'worker' },
  ],
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
          kill: () => stopServer(server, 'SIGKILL'),
          restart: async () => {
            server = start(new URL(baseUrl).port)
            await waitForAddress(server)
          },
        },
      )
    } finally {
      await stopServer(server)
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
      await stopServer(server)
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

function startServer(program: string, settings: Record<string, string>): ChildProcess {
  const unreachable = 'http://127.0.0.1:9'
  return spawn(process.execPath, [join(ROOT, 'scripts/start.mjs'), program], {
    env: {
      ...process.env,
      PORT: '0',
      REFRESH_SCHEDULE: 'off',
      ESPN_BASE_URL: unreachable,
      ESPN_SITE_URL: unreachable,
      SLEEPER_BASE_URL: unreachable,
      SLEEPER_CDN_URL: unreachable,
      IMAGES_BASE_URL: unreachable,
      SOURCES_OFF: 'odds,weather,news,sheets',
      ...settings,
    },
    // Only a server with a settable clock uses the channel.
    stdio: ['ignore', 'pipe', 'pipe', ...(program === 'main' ? [] : (['ipc'] as const))],
  })
}

/** Waits until the server logs its URL. */
async function waitForAddress(server: ChildProcess): Promise<string> {
  const match = await waitForLine(server, /^Fieldhouse is listening on (\S+)$/m)
  return match[1] ?? ''
}

function stopServer(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill(signal)
  })
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
