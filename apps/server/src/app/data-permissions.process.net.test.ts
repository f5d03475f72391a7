import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { runProgram } from '../testing/built-program.ts'
import { copyMigratedDatabase } from '../testing/data-folder.ts'
import { listFiles } from '../testing/list-files.ts'
import {
  buildRegistration,
  cleanUpServers,
  createTempFolder,
  serverEnvironment,
  startServer,
} from '../testing/server-process.ts'

afterEach(cleanUpServers)

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** The paths below the folder that other users of the machine could read or write. */
const listOpenFiles = (folder: string) =>
  listFiles(folder)
    .filter(({ stats }) => (stats.mode & 0o077) !== 0)
    .map(({ name }) => name)

it('creates files that only its own user can read, also in an open folder, and warns of the folder', async () => {
  const dataDir = join(createTempFolder(), 'data')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o755)
  const server = await startServer(dataDir, { env: { LOG_LEVEL: 'warn' } })
  await server.browser().post('/api/register/', buildRegistration('ada'))
  await server.waitForOutput(/other users of this machine can open the data directory/)
  expect(existsSync(join(dataDir, 'fieldhouse.db-wal'))).toBe(true)
  expect(listOpenFiles(dataDir)).toEqual([])
  const backup = join(createTempFolder(), 'backup.zip')
  const { code } = await runProgram('backup', {
    cwd: createTempFolder(),
    args: [backup],
    env: serverEnvironment(dataDir),
  })
  expect([code, modeOf(backup)]).toEqual([0, '600'])
})

it('closes the database of an earlier release, and does not warn of a closed folder', async () => {
  const dataDir = join(createTempFolder(), 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const database = join(dataDir, 'fieldhouse.db')
  copyMigratedDatabase(database)
  chmodSync(database, 0o644)
  writeFileSync(`${database}-wal`, '')
  chmodSync(`${database}-wal`, 0o644)
  const server = await startServer(dataDir, { env: { LOG_LEVEL: 'warn' } })
  expect(modeOf(dataDir)).toBe('700')
  expect(listOpenFiles(dataDir)).toEqual([])
  server.signal('SIGTERM')
  expect((await server.exited).output).not.toContain('data directory')
})
