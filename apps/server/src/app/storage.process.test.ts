import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Program, runProgram } from '../testing/built-program.ts'
import {
  aFolder,
  aRegistration,
  type Cookies,
  cleanUp,
  environmentOf,
  startServer,
} from '../testing/server-process.ts'
import { NO_SMALL_DISK, type SmallDisk, smallDisk } from '../testing/small-disk.ts'

const disks: SmallDisk[] = []
afterEach(async () => {
  await cleanUp()
  for (const disk of disks.splice(0)) await disk.remove()
})

async function aSmallDisk(): Promise<SmallDisk> {
  const disk = await smallDisk(aFolder(), 3000)
  disks.push(disk)
  return disk
}

async function stopped(server: Program): Promise<number | null> {
  server.signal('SIGTERM')
  return (await server.ended).code
}

describe('a full disk', () => {
  it('refuses writes, serves reads, keeps what was acknowledged, and works again with room', async ({
    skip,
  }) => {
    skip(NO_SMALL_DISK !== null, NO_SMALL_DISK ?? '')
    const disk = await aSmallDisk()
    const server = await startServer(disk.path, disk)
    const ada: Cookies = new Map()
    await server.browser(ada).post('/api/register/', aRegistration('ada'))
    const known = [{ username: 'ada', cookies: ada }]

    disk.fill()
    // The log that is there already takes some more rows before it has to grow.
    for (let count = 0; ; count += 1) {
      expect(count).toBeLessThan(200)
      const cookies: Cookies = new Map()
      const username = `late-${count}`
      const answer = await server.browser(cookies).post('/api/register/', aRegistration(username))
      if (answer.status !== 200) {
        expect(answer).toMatchObject({ status: 503, body: { code: 'storage_full' } })
        break
      }
      known.push({ username, cookies })
    }
    expect((await server.browser().get('/readyz')).status).toBe(200)
    for (const { username, cookies } of known) {
      expect((await server.browser(cookies).get('/api/whoami/')).body).toMatchObject({ username })
    }

    disk.makeRoom()
    expect(await server.browser().post('/api/register/', aRegistration('bea'))).toMatchObject({ status: 200 })
    disk.fill()
    expect(await stopped(server)).toBe(0)

    disk.makeRoom()
    const again = await startServer(disk.path, disk)
    for (const { username, cookies } of known) {
      expect((await again.browser(cookies).get('/api/whoami/')).body).toMatchObject({ username })
    }
  })

  it('says at a start that there is no room, and starts when there is', async ({ skip }) => {
    skip(NO_SMALL_DISK !== null, NO_SMALL_DISK ?? '')
    const disk = await aSmallDisk()
    disk.fill()
    const start = () =>
      runProgram('main', { cwd: aFolder(), env: environmentOf(disk.path), within: disk.within })
    const { code, output } = await start()
    expect([code, output]).toEqual([1, expect.stringMatching(/no room left/)])
    expect(output).not.toMatch(/^\s+at /m)

    disk.makeRoom()
    expect(await stopped(await startServer(disk.path, disk))).toBe(0)
    disk.fill()
    const later = await start()
    expect([later.code, later.output]).toEqual([1, expect.stringMatching(/no room left/)])
    expect(later.output).not.toMatch(/^\s+at /m)
  })
})

/** The user that may do nothing, where the test runs as root, whom no mode stops. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534 } : {}

describe('a data folder that may not be written', () => {
  it('is named with what to do, whether it is new or was used before', async ({ skip }) => {
    const folder = join(aFolder(), 'data')
    chmodSync(join(folder, '..'), 0o755)
    mkdirSync(folder)
    if (NOBODY.uid !== undefined) chownSync(folder, NOBODY.uid, NOBODY.uid)
    const cwd = aFolder()
    chmodSync(cwd, 0o755)
    const start = (env = {}) =>
      runProgram('main', { cwd, ...NOBODY, env: { ...environmentOf(folder), ...env } })
    const blind = await start({ PORT: 'http' })
    skip(!blind.output.includes('PORT:'), 'Skipped: the user nobody may not read the built server.')

    chmodSync(folder, 0o500)
    const secrets = { SECRET_KEY: 'k'.repeat(32), ADMIN_SIGNUP_CODE: 'let-me-run-this' }
    for (const env of [{}, secrets]) {
      const { code, output } = await start(env)
      expect([code, output]).toEqual([1, expect.stringMatching(/cannot be written/)])
      expect(output).toContain(folder)
      expect(output).not.toMatch(/^\s+at /m)
    }
    chmodSync(folder, 0o700)
    const used = await startServer(folder, { cwd, ...NOBODY })
    expect(await stopped(used)).toBe(0)
    chmodSync(folder, 0o500)
    const { code, output } = await start()
    expect([code, output]).toEqual([1, expect.stringMatching(/cannot be written/)])
    expect(output).not.toMatch(/^\s+at /m)
  })

  it('is named when the whole disk is read-only', async ({ skip }) => {
    skip(NO_SMALL_DISK !== null, NO_SMALL_DISK ?? '')
    const disk = await aSmallDisk()
    expect(await stopped(await startServer(disk.path, disk))).toBe(0)
    disk.makeReadOnly()
    const { code, output } = await runProgram('main', {
      cwd: aFolder(),
      env: environmentOf(disk.path),
      within: disk.within,
    })
    expect([code, output]).toEqual([1, expect.stringMatching(/^The data folder \S+ cannot be written/)])
  })
})
