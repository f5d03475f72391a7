import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createStagingFolder, removeAbandonedFolders } from './file-store.ts'

let stagingFolder: string
beforeEach(() => {
  stagingFolder = mkdtempSync(join(tmpdir(), 'fieldhouse-staging-'))
})
afterEach(() => rmSync(stagingFolder, { recursive: true }))

it('removes the folders of processes that were killed, and no others', async () => {
  const { pid: endedPid } = spawnSync(process.execPath, ['--version'])
  const remaining = [`${hostname()}~${process.ppid}~a`, `another-machine~${endedPid}~a`, 'c0ffee00-1111']
  const removed = [`${hostname()}~${endedPid}~a`, `${hostname()}~${process.pid}~a`]
  for (const name of [...remaining, ...removed]) {
    mkdirSync(join(stagingFolder, name))
    writeFileSync(join(stagingFolder, name, 'database'), 'x')
  }
  await removeAbandonedFolders(stagingFolder)
  expect(readdirSync(stagingFolder).sort()).toEqual(remaining.sort())
})

it('names folders after the process', async () => {
  const folders = [await createStagingFolder(stagingFolder), await createStagingFolder(stagingFolder)]
  expect(readdirSync(stagingFolder).sort()).toEqual(folders.map((folder) => basename(folder)).sort())
  await removeAbandonedFolders(stagingFolder)
  expect(readdirSync(stagingFolder)).toEqual([])
})

it('accepts a staging folder that does not exist yet', async () => {
  await removeAbandonedFolders(join(stagingFolder, 'none'))
  expect(readdirSync(stagingFolder)).toEqual([])
})
