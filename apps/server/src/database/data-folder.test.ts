import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { cleanUpServers, createTempFolder, startServer } from '../testing/server-process.ts'
import { DataFolderInUseError, lockDataFolder } from './data-folder.ts'
import { DataFilesError } from './database-errors.ts'

afterEach(cleanUpServers)

describe('the hold of a data folder', () => {
  it('is had by one process, whose number a second one learns', () => {
    const folder = createTempFolder()
    const hold = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError)
    expect(() => lockDataFolder(folder)).toThrow(
      `The data folder ${folder} is in use by process ${process.pid}. Stop that first, or name another folder with DATA_DIR.`,
    )
    hold.release()
  })

  it('can be taken again after its release, as often as one likes', () => {
    const folder = createTempFolder()
    for (let count = 0; count < 3; count += 1) lockDataFolder(folder).release()
    const hold = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError)
    hold.release()
  })

  it('of one folder leaves another free', () => {
    const hold = lockDataFolder(createTempFolder())
    expect(() => lockDataFolder(createTempFolder()).release()).not.toThrow()
    hold.release()
  })

  it('ends with a process that is killed', async () => {
    const folder = createTempFolder()
    const server = await startServer(folder)
    expect(() => lockDataFolder(folder)).toThrow(`in use by process ${server.pid}.`)
    server.signal('SIGKILL')
    await server.exited
    expect(() => lockDataFolder(folder).release()).not.toThrow()
  })

  it('does not believe a number that a dead process left', () => {
    const folder = createTempFolder()
    writeFileSync(join(folder, 'server.pid'), `${process.pid}\n`)
    expect(() => lockDataFolder(folder).release()).not.toThrow()
  })

  it('is not had of a folder that is not there or cannot take the files', () => {
    const folder = createTempFolder()
    const missing = join(folder, 'missing')
    expect(() => lockDataFolder(missing)).toThrow(DataFilesError)
    expect(() => lockDataFolder(missing)).toThrow(`The data folder ${missing} cannot be written.`)
    mkdirSync(join(folder, 'server.lock'))
    expect(() => lockDataFolder(folder)).toThrow(DataFilesError)
  })
})
