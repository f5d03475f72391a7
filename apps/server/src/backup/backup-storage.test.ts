import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MediaUnreachableError } from '../media/media-store.ts'
import { STORAGE_CREDENTIALS, startObjectStorage } from '../testing/object-storage.ts'
import { type BackupStorage, backupName, createBackupStorage } from './backup-storage.ts'

const FRIDAY = new Date('2026-11-20T09:17:00.500Z')
const SATURDAY = new Date('2026-11-21T09:17:00Z')

let folder: string
let close: () => Promise<unknown>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldhouse-backups-'))
  close = async () => undefined
})
afterEach(async () => {
  await close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const createStorage = (BACKUPS_URL?: string, S3_ENDPOINT?: string) =>
  createBackupStorage({ dataDir: folder, BACKUPS_URL, S3_ENDPOINT, AWS_REGION: 'us-east-1' })

async function createBucketStorage(): Promise<BackupStorage> {
  const storage = await startObjectStorage(join(folder, 'buckets'), 'league')
  close = storage.close
  for (const [name, value] of Object.entries(STORAGE_CREDENTIALS)) vi.stubEnv(name, value)
  return createStorage('s3://league/backups', storage.endpoint)
}

const add = (storage: BackupStorage, madeAt: Date, content: string) =>
  storage.add(backupName(madeAt), async (file) => writeFileSync(file, content))

describe.each([
  ['a folder', () => createStorage()],
  ['object storage', createBucketStorage],
])('backups in %s', (_, create) => {
  it('are listed newest first, read and removed', async () => {
    const storage = await create()
    expect(await storage.list()).toEqual([])
    await add(storage, SATURDAY, 'newer')
    await add(storage, FRIDAY, 'old')
    expect(await storage.list()).toEqual([
      { name: 'fieldhouse-2026-11-21T09-17-00Z.zip', madeAt: SATURDAY, bytes: 5 },
      { name: 'fieldhouse-2026-11-20T09-17-00Z.zip', madeAt: new Date('2026-11-20T09:17:00Z'), bytes: 3 },
    ])
    const content = await storage.read(backupName(SATURDAY))
    expect(content === null ? null : (await buffer(content)).toString()).toBe('newer')
    await storage.remove(backupName(SATURDAY))
    expect(await storage.read(backupName(SATURDAY))).toBe(null)
    expect((await storage.list()).map(({ madeAt }) => madeAt)).toEqual([new Date('2026-11-20T09:17:00Z')])
    expect(readdirSync(storage.folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('do not count before they are complete', async () => {
    const storage = await create()
    const interrupted = storage.add(backupName(FRIDAY), async (file) => {
      writeFileSync(`${file}.part`, 'half of a backup')
      throw new Error('the power failed')
    })
    await expect(interrupted).rejects.toThrow('the power failed')
    expect(await storage.list()).toEqual([])
    await add(storage, SATURDAY, 'complete')
    expect(readdirSync(storage.folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('backups in a folder', () => {
  it('are those that the server has made, and never other files', async () => {
    const storage = await createStorage(`file:${folder}/elsewhere`)
    await add(storage, FRIDAY, 'a backup')
    for (const name of ['notes.txt', 'before-upgrade.zip.part', 'fieldhouse-2026-99-99T09-17-00Z.zip'])
      writeFileSync(join(folder, 'elsewhere', name), 'not ours')
    expect(await storage.list()).toHaveLength(1)
    for (const name of ['notes.txt', '../elsewhere/notes.txt', '']) {
      expect(await storage.read(name)).toBe(null)
      await storage.remove(name)
    }
    await add(storage, SATURDAY, 'the next one')
    expect(readFileSync(join(folder, 'elsewhere', 'notes.txt'), 'utf8')).toBe('not ours')
    expect(readdirSync(join(folder, 'elsewhere'))).toContain('before-upgrade.zip.part')
  })
})

describe('backups in object storage that is down', () => {
  it('cannot be listed, and the message names the setting', async () => {
    const storage = await createBucketStorage()
    await close()
    close = async () => undefined
    await expect(storage.list()).rejects.toThrow('Check BACKUPS_URL, S3_ENDPOINT')
    await expect(add(storage, FRIDAY, 'x')).rejects.toBeInstanceOf(MediaUnreachableError)
  })
})
