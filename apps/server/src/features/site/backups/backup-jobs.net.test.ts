import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BackupStorage, backupName, folderStorage } from '../../../backup/backup-storage.ts'
import { restoreBackup } from '../../../backup/restore-backup.ts'
import type { JobRunner } from '../../../jobs/job-runner.ts'
import { fileStore } from '../../../media/file-store.ts'
import { ownerPictures } from '../../../media/owner-pictures.ts'
import { allRowsAsText, createFilledDatabase } from '../../../testing/edge-case-rows.ts'
import { createMemoryLog } from '../../../testing/memory-log.ts'
import { createTestRunner } from '../../../testing/run-jobs.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { listUnfinished, readOutcome, requestOf } from '../site.ts'
import { type BackupJobOptions, backupJobs } from './backups.ts'

const SECRET_KEY = 'a secret key of at least 32 bytes'
/** Between the nightly backups of Friday and Saturday. */
const FRIDAY_EVENING = new Date('2026-11-20T20:00:00Z')
const SATURDAY_NIGHT = new Date('2026-11-21T09:17:00Z')

let database: TestDatabase
let folder: string
let clock: { now: Date }
let storage: BackupStorage
let memoryLog: ReturnType<typeof createMemoryLog>
beforeEach(async () => {
  database = await createFilledDatabase()
  await database.db.deleteFrom('jobs').execute()
  await database.db.updateTable('users').set({ created_at: FRIDAY_EVENING.getTime() }).execute()
  folder = mkdtempSync(join(tmpdir(), 'fieldhouse-site-'))
  clock = { now: FRIDAY_EVENING }
  storage = folderStorage(join(folder, 'backups'))
  memoryLog = createMemoryLog()
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

function createRunner(overrides: Partial<BackupJobOptions> = {}): JobRunner {
  const options = {
    db: database.db,
    media: fileStore(join(folder, 'media')),
    pictures: ownerPictures(join(folder, 'owners')),
    secretKey: SECRET_KEY,
    release: '1.2.3',
    now: () => clock.now,
    backups: storage,
    isScheduled: true,
    checkFolder: join(folder, 'backup-check'),
    // The sizes of the media in the database are invented.
    freeBytes: async () => Number.POSITIVE_INFINITY,
    log: memoryLog.log,
    ...overrides,
  }
  return createTestRunner(database.db, backupJobs(options), {
    now: () => clock.now,
    systemNow: () => clock.now,
    pollIntervalMs: 1e9,
  })
}

/** Starts the jobs as a process does, and waits until none is left. */
async function run(runner: JobRunner): Promise<void> {
  runner.start()
  do {
    await runner.poll()
    await runner.settled()
  } while ((await listUnfinished(database.db, ['backup-check'])).length > 0)
}

async function makeBackup(overrides: Partial<BackupJobOptions> = {}): Promise<void> {
  const runner = createRunner({ isScheduled: false, ...overrides })
  await runner.request(requestOf('backup'))
  await run(runner)
}

/** A backup that is only a file of that size. */
function writeOldBackup(madeAt: Date, bytes: number): void {
  mkdirSync(storage.folder, { recursive: true })
  writeFileSync(join(storage.folder, backupName(madeAt)), Buffer.alloc(bytes))
}

const readLast = (kind: 'backup' | 'backup-check') => readOutcome(database.db, kind)
const listNames = async () => (await storage.list()).map(({ name }) => name)
const logged = (message: string) =>
  memoryLog.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message)

describe('nightly backups', () => {
  it('are made at night, once by several processes, and made up for after a missed one', async () => {
    const runners = [createRunner(), createRunner()]
    await Promise.all(runners.map(run))
    expect(await listNames()).toEqual([])
    clock.now = SATURDAY_NIGHT
    await Promise.all(runners.map(run))
    expect(await listNames()).toEqual([backupName(SATURDAY_NIGHT)])
    clock.now = new Date(SATURDAY_NIGHT.getTime() + 20 * HOUR_MS)
    await Promise.all(runners.map(run))
    expect(await listNames()).toHaveLength(1)
    // The server was off for two nights and starts in the afternoon.
    for (const runner of runners) await runner.stop(0)
    clock.now = new Date(SATURDAY_NIGHT.getTime() + 2.3 * DAY_MS)
    await run(createRunner())
    expect(await listNames()).toEqual([backupName(clock.now), backupName(SATURDAY_NIGHT)])
    expect(logged('no backup for two days')).toHaveLength(1)
  })

  it('are not made when they are turned off', async () => {
    const runner = createRunner({ isScheduled: false })
    await run(runner)
    clock.now = SATURDAY_NIGHT
    await run(runner)
    expect(await listNames()).toEqual([])
  })
})

describe('a backup', () => {
  it('can be restored, and is checked by a restore of its own, once a week', async () => {
    await makeBackup()
    const [lastBackup, lastCheck] = [await readLast('backup'), await readLast('backup-check')]
    const [{ name, bytes } = { name: '', bytes: 0 }] = await storage.list()
    const result = { name, rows: expect.any(Number), files: 0 }
    expect(lastBackup).toEqual({
      at: FRIDAY_EVENING,
      error: null,
      result: expect.objectContaining({ ...result, bytes }),
    })
    expect(lastCheck).toMatchObject({
      at: FRIDAY_EVENING,
      error: null,
      result: { name, release: '1.2.3', rows: (lastBackup as { result: { rows: number } }).result.rows },
    })
    expect([logged('backup made').length, logged('backup check passed').length]).toEqual([1, 1])
    expect(readdirSync(folder)).not.toContain('backup-check')

    clock.now = SATURDAY_NIGHT
    await makeBackup()
    expect((await readLast('backup-check'))?.at).toEqual(FRIDAY_EVENING)
    clock.now = new Date(FRIDAY_EVENING.getTime() + 6.6 * DAY_MS)
    await makeBackup()
    expect((await readLast('backup-check'))?.at).toEqual(clock.now)

    const before = await allRowsAsText(database.db)
    const target = await createTestDatabase()
    await restoreBackup(join(storage.folder, name), {
      db: target.db,
      media: fileStore(join(folder, 'restored-media')),
      pictures: ownerPictures(join(folder, 'restored-owners')),
      workFolder: join(folder, 'restoring'),
    })
    const { jobs: _, ...restored } = await allRowsAsText(target.db)
    await target.drop()
    expect(before).toMatchObject(restored)
  })

  it('deletes old backups if that makes enough space on the disk, and otherwise none', async () => {
    const days = [1, 2, 3].map((day) => new Date(FRIDAY_EVENING.getTime() - day * DAY_MS))
    for (const day of days) writeOldBackup(day, 40)
    await makeBackup({ freeBytes: async () => 256 * 1024 * 1024 + 10 })
    expect(await listNames()).toEqual([FRIDAY_EVENING, ...days.slice(0, 2)].map(backupName))
    expect(logged('deleted an old backup, because the disk is almost full')).toHaveLength(1)

    clock.now = SATURDAY_NIGHT
    await makeBackup({ freeBytes: async () => 1_000_000 })
    expect(await listNames()).toHaveLength(3)
    expect(await readLast('backup')).toMatchObject({
      error: expect.stringMatching(/^Not enough disk space for a backup\. .* Available: 1 MB\.$/),
    })
    expect(logged('backup failed')).toHaveLength(1)
  })

  it('is made later if the server stops meanwhile, and leaves no half of a file', async () => {
    let stop: Promise<void> | undefined
    const runner = createRunner({
      backups: {
        ...storage,
        add: (name, write) => {
          stop = runner.stop(1000)
          return storage.add(name, write)
        },
      },
    })
    runner.start()
    await runner.request(requestOf('backup'))
    await runner.settled()
    await stop
    expect([readdirSync(storage.folder), await readLast('backup')]).toEqual([[], null])
    expect(await listUnfinished(database.db, ['backup'])).toEqual(['backup'])
    await run(createRunner())
    expect(await listNames()).toEqual([backupName(FRIDAY_EVENING)])
  })
})

describe('a check', () => {
  it.each([
    [
      'is damaged',
      () => writeOldBackup(FRIDAY_EVENING, 500),
      /is not a Fieldhouse backup, or it is incomplete/,
    ],
    [
      'was made with another key',
      () => makeBackup({ secretKey: `${SECRET_KEY}!` }),
      /a different SECRET_KEY/,
    ],
  ])('reports a backup that %s', async (_, prepare, expected) => {
    await Promise.resolve(prepare())
    const runner = createRunner({ isScheduled: false })
    await runner.request(requestOf('backup-check'))
    await run(runner)
    const lastCheck = await readLast('backup-check')
    expect(lastCheck).toMatchObject({ error: expect.stringMatching(expected), result: null })
    expect(logged('backup check failed')).toHaveLength(1)
    expect(readdirSync(folder)).not.toContain('backup-check')
  })
})
