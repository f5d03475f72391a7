import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { aFolder, cleanUp, startServer } from '../testing/server-process.ts'
import { DataFolderInUseError, holdDataFolder } from './data-folder.ts'
import { DataFilesError } from './failures.ts'

afterEach(cleanUp)

describe('the hold of a data folder', () => {
  it('is had by one process, whose number a second one learns', () => {
    const folder = aFolder()
    const hold = holdDataFolder(folder)
    expect(() => holdDataFolder(folder)).toThrow(DataFolderInUseError)
    expect(() => holdDataFolder(folder)).toThrow(
      `The data folder ${folder} is in use by process ${process.pid}. Stop that first, or name another folder with DATA_DIR.`,
    )
    hold.release()
  })

  it('can be taken again after its release, as often as one likes', () => {
    const folder = aFolder()
    for (let count = 0; count < 3; count += 1) holdDataFolder(folder).release()
    const hold = holdDataFolder(folder)
    expect(() => holdDataFolder(folder)).toThrow(DataFolderInUseError)
    hold.release()
  })

  it('of one folder leaves another free', () => {
    const hold = holdDataFolder(aFolder())
    expect(() => holdDataFolder(aFolder()).release()).not.toThrow()
    hold.release()
  })

  it('ends with a process that is killed', async () => {
    const folder = aFolder()
    const server = await startServer(folder)
    expect(() => holdDataFolder(folder)).toThrow(`in use by process ${server.pid}.`)
    server.signal('SIGKILL')
    await server.ended
    expect(() => holdDataFolder(folder).release()).not.toThrow()
  })

  it('does not believe a number that a dead process left', () => {
    const folder = aFolder()
    writeFileSync(join(folder, 'server.pid'), `${process.pid}\n`)
    expect(() => holdDataFolder(folder).release()).not.toThrow()
  })

  it('is not had of a folder that is not there or cannot take the files', () => {
    const folder = aFolder()
    const missing = join(folder, 'missing')
    expect(() => holdDataFolder(missing)).toThrow(DataFilesError)
    expect(() => holdDataFolder(missing)).toThrow(`The data folder ${missing} cannot be written.`)
    mkdirSync(join(folder, 'server.lock'))
    expect(() => holdDataFolder(folder)).toThrow(DataFilesError)
  })
})
