import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Program, runProgram } from '../testing/built-program.ts'
import { copyMigratedDatabase } from '../testing/data-folder.ts'
import {
  buildRegistration,
  type Cookies,
  cleanUpServers,
  createTempFolder,
  serverEnvironment,
  startServer,
} from '../testing/server-process.ts'
import { mountSmallDisk, SMALL_DISK_SKIP_REASON, type SmallDisk } from '../testing/small-disk.ts'

const disks: SmallDisk[] = []
afterEach(async () => {
  await cleanUpServers()
  for (const disk of disks.splice(0)) await disk.remove()
})

async function createSmallDisk(): Promise<SmallDisk> {
  const disk = await mountSmallDisk(createTempFolder(), 6000)
  disks.push(disk)
  return disk
}

async function waitForExit(server: Program): Promise<number | null> {
  server.signal('SIGTERM')
  return (await server.exited).code
}

describe('a full disk', () => {
  it('rejects writes, serves reads, keeps acknowledged data, and recovers when there is space', async ({
    skip,
  }) => {
    skip(SMALL_DISK_SKIP_REASON !== null, SMALL_DISK_SKIP_REASON ?? '')
    const disk = await createSmallDisk()
    copyMigratedDatabase(disk.pathFromHost('fieldhouse.db'))
    const server = await startServer(disk.path, disk)
    const ada: Cookies = new Map()
    await server.browser(ada).post('/api/register/', buildRegistration('ada'))
    const registered = [{ username: 'ada', cookies: ada }]

    disk.fill()
    // The existing write-ahead log has room for a few more rows before it must grow.
    for (let count = 0; ; count += 1) {
      expect(count).toBeLessThan(200)
      const cookies: Cookies = new Map()
      const username = `late-${count}`
      const response = await server.browser(cookies).post('/api/register/', buildRegistration(username))
      if (response.status !== 200) {
        expect(response).toMatchObject({ status: 503, body: { code: 'storage_full' } })
        break
      }
      registered.push({ username, cookies })
    }
    expect((await server.browser().get('/readyz')).status).toBe(200)
    for (const { username, cookies } of registered) {
      expect((await server.browser(cookies).get('/api/whoami/')).body).toMatchObject({ username })
    }

    disk.freeSpace()
    expect(await server.browser().post('/api/register/', buildRegistration('bea'))).toMatchObject({
      status: 200,
    })
    disk.fill()
    expect(await waitForExit(server)).toBe(0)

    disk.freeSpace()
    const restarted = await startServer(disk.path, disk)
    for (const { username, cookies } of registered) {
      expect((await restarted.browser(cookies).get('/api/whoami/')).body).toMatchObject({ username })
    }
  })

  it('is reported at startup, and the server starts when there is space', async ({ skip }) => {
    skip(SMALL_DISK_SKIP_REASON !== null, SMALL_DISK_SKIP_REASON ?? '')
    const disk = await createSmallDisk()
    disk.fill()
    const start = () =>
      runProgram('main', {
        cwd: createTempFolder(),
        env: serverEnvironment(disk.path),
        commandPrefix: disk.commandPrefix,
      })
    const { code, output } = await start()
    expect([code, output]).toEqual([1, expect.stringMatching(/no space left/)])
    expect(output).not.toMatch(/^\s+at /m)

    disk.freeSpace()
    expect(await waitForExit(await startServer(disk.path, disk))).toBe(0)
    disk.fill()
    const secondAttempt = await start()
    expect([secondAttempt.code, secondAttempt.output]).toEqual([1, expect.stringMatching(/no space left/)])
    expect(secondAttempt.output).not.toMatch(/^\s+at /m)
  })
})

/** An unprivileged user, because file modes do not restrict root. Used only if the test runs as root. */
const UNPRIVILEGED_USER = process.getuid?.() === 0 ? { uid: 65_534 } : {}

describe('a read-only data directory', () => {
  it('is reported by its path, whether it is new or was used before', async ({ skip }) => {
    const folder = join(createTempFolder(), 'data')
    chmodSync(join(folder, '..'), 0o755)
    mkdirSync(folder)
    copyMigratedDatabase(join(folder, 'fieldhouse.db'))
    for (const path of [folder, join(folder, 'fieldhouse.db')])
      if (UNPRIVILEGED_USER.uid !== undefined) chownSync(path, UNPRIVILEGED_USER.uid, UNPRIVILEGED_USER.uid)
    const cwd = createTempFolder()
    chmodSync(cwd, 0o755)
    const start = (env = {}) =>
      runProgram('main', { cwd, ...UNPRIVILEGED_USER, env: { ...serverEnvironment(folder), ...env } })
    const probe = await start({ PORT: 'http' })
    skip(!probe.output.includes('PORT:'), 'Skipped: the unprivileged user cannot read the built server.')

    chmodSync(folder, 0o500)
    const secrets = { SECRET_KEY: 'k'.repeat(32), ADMIN_SIGNUP_CODE: 'let-me-run-this' }
    for (const [env, message] of [
      [{}, /cannot read or write/],
      [secrets, /cannot be written/],
    ] as const) {
      const { code, output } = await start(env)
      expect([code, output]).toEqual([1, expect.stringMatching(message)])
      expect(output).toContain(folder)
      expect(output).not.toMatch(/^\s+at /m)
    }
    chmodSync(folder, 0o700)
    const server = await startServer(folder, { cwd, ...UNPRIVILEGED_USER })
    expect(await waitForExit(server)).toBe(0)
    chmodSync(folder, 0o500)
    const { code, output } = await start()
    expect([code, output]).toEqual([1, expect.stringMatching(/cannot be written/)])
    expect(output).not.toMatch(/^\s+at /m)
  })

  it('is reported by its path when the whole disk is read-only', async ({ skip }) => {
    skip(SMALL_DISK_SKIP_REASON !== null, SMALL_DISK_SKIP_REASON ?? '')
    const disk = await createSmallDisk()
    copyMigratedDatabase(disk.pathFromHost('fieldhouse.db'))
    expect(await waitForExit(await startServer(disk.path, disk))).toBe(0)
    disk.makeReadOnly()
    const { code, output } = await runProgram('main', {
      cwd: createTempFolder(),
      env: serverEnvironment(disk.path),
      commandPrefix: disk.commandPrefix,
    })
    expect([code, output]).toEqual([1, expect.stringMatching(/^The data directory \S+ cannot be written/)])
  })
})
