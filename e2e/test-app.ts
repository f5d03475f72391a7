import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { ROOT, waitForLine } from './program.ts'

export type TestApp = {
  /** Without a slash at its end. */
  address: string
  adminCode: string
}

/** A journey's own product: the built server with an empty data folder, and nothing outside to ask. */
export const test = base.extend<{ settings: Record<string, string>; testApp: TestApp }>({
  /** What a journey wants to be otherwise. */
  settings: [{}, { option: true }],
  testApp: ({ settings }, use) => withTestApp(settings, use),
})

/**
 * One product for all journeys of a worker, whose letters come to its mailbox. Each journey makes
 * accounts and leagues of its own in it.
 */
export const sharedTest = base.extend<object, { mailbox: Mailbox; testApp: TestApp }>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const mailbox = await openMailbox()
      await use(mailbox)
      await mailbox.close()
    },
    { scope: 'worker' },
  ],
  testApp: [
    ({ mailbox }, use) =>
      withTestApp({ SMTP_URL: mailbox.address, MAIL_FROM: 'Fieldhouse <league@example.com>' }, use),
    { scope: 'worker' },
  ],
})

/** Runs a product while `use` uses it. */
export async function withTestApp(
  settings: Record<string, string>,
  use: (product: TestApp) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fieldhouse-journey-'))
  const adminCode = 'journey-admin-code'
  const server = startServer({ DATA_DIR: dataDir, ADMIN_SIGNUP_CODE: adminCode, ...settings })
  try {
    await use({ address: await waitForAddress(server), adminCode })
  } finally {
    await stopServer(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function startServer(settings: Record<string, string>): ChildProcess {
  const nowhere = 'http://127.0.0.1:9'
  return spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    env: {
      ...process.env,
      PORT: '0',
      REFRESH_SCHEDULE: 'off',
      ESPN_BASE_URL: nowhere,
      ESPN_SITE_URL: nowhere,
      SOURCES_OFF: 'odds,weather,news,sheets',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Waits until the server says where it listens. */
async function waitForAddress(server: ChildProcess): Promise<string> {
  const match = await waitForLine(server, /^Fieldhouse is listening on (\S+)$/m)
  return match[1] ?? ''
}

function stopServer(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill('SIGTERM')
  })
}
