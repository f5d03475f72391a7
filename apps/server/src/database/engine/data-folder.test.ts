import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { IS_NET } from '../../testing/is-net.ts'
import { cleanUpServers, createTempFolder, startServer } from '../../testing/server-process.ts'
import { DataFolderInUseError, lockDataFolder } from './database.ts'
import { DataFilesError } from './database-errors.ts'

afterEach(cleanUpServers)

describe('lockDataFolder', () => {
  it('throws an error with the process id when the directory is locked', () => {
    const folder = createTempFolder()
    const lock = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError)
    expect(() => lockDataFolder(folder)).toThrow(
      `The data directory ${folder} is in use by process ${process.pid}. Stop that process first, or set DATA_DIR to another directory.`,
    )
    lock.release()
  })

  it('can be locked again after each release', () => {
    const folder = createTempFolder()
    for (let count = 0; count < 3; count += 1) lockDataFolder(folder).release()
    const lock = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError)
    lock.release()
  })

  it('locks only the given directory', () => {
    const lock = lockDataFolder(createTempFolder())
    expect(() => lockDataFolder(createTempFolder()).release()).not.toThrow()
    lock.release()
  })

  it.runIf(IS_NET)('releases the lock when the process is killed', async () => {
    const folder = createTempFolder()
    const server = await startServer(folder)
    expect(() => lockDataFolder(folder)).toThrow(`in use by process ${server.pid}.`)
    server.signal('SIGKILL')
    await server.exited
    expect(() => lockDataFolder(folder).release()).not.toThrow()
  })

  it('ignores a process id left behind by a dead process', () => {
    const folder = createTempFolder()
    writeFileSync(join(folder, 'server.pid'), `${process.pid}\n`)
    expect(() => lockDataFolder(folder).release()).not.toThrow()
  })

  it('throws a DataFilesError for a missing or unusable directory', () => {
    const folder = createTempFolder()
    const missing = join(folder, 'missing')
    expect(() => lockDataFolder(missing)).toThrow(DataFilesError)
    expect(() => lockDataFolder(missing)).toThrow(`The data directory ${missing} cannot be written.`)
    mkdirSync(join(folder, 'server.lock'))
    expect(() => lockDataFolder(folder)).toThrow(DataFilesError)
  })
})
