import { join } from 'node:path'
import { HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { folderStorage } from '../../../backup/backup-storage.ts'
import { MediaUnreachableError } from '../../../media/media-store.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../../testing/start-app.ts'

const BACKUPS = '/api/site/backups/'

let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
})
afterEach(() => testApp.close())

/** Waits until the backup that was requested, and its check, have ended. */
async function waitForBackup() {
  return await vi.waitFor(
    async () => {
      const { body } = await admin.get(BACKUPS)
      expect(body).toMatchObject({ is_running: false, is_checking: false, last_check: expect.anything() })
      return body
    },
    { timeout: 60_000, interval: 50 },
  )
}

it('makes a backup on request, and shows and downloads it', async () => {
  const { body: before } = await admin.get(BACKUPS)
  expect(before).toEqual({
    is_scheduled: true,
    is_overdue: false,
    location: join(testApp.dataDir, 'backups'),
    backups: [],
    storage_error: null,
    is_running: false,
    is_checking: false,
    last_backup: null,
    last_check: null,
  })
  const { status, body } = await admin.post(BACKUPS)
  expect([status, body]).toEqual([200, { message: 'The backup has started.' }])
  const name = 'fieldhouse-2026-10-11T18-30-00Z.zip'
  const at = '2026-10-11T18:30:00.000Z'
  expect(await waitForBackup()).toMatchObject({
    backups: [{ name, made_at: at, bytes: expect.any(Number) }],
    last_backup: { at, error: null },
    last_check: { at, error: null, restored: { name, rows: expect.any(Number), files: 0, missing_files: 0 } },
  })
  const download = await admin.get(`${BACKUPS}${name}/`)
  expect([
    download.status,
    download.headers['content-type'],
    download.headers['content-disposition'],
  ]).toEqual([200, 'application/zip', `attachment; filename="${name}"`])
  expect(download.body.slice(0, 2)).toBe('PK')
  const { body: log } = await admin.get('/api/audit/')
  expect(log.acts.slice(0, 2)).toMatchObject([
    { actor: 'boss', action: 'backup.download', detail: { name } },
    { actor: 'boss', action: 'backup.make' },
  ])
})

it('warns after two days without a backup, unless they are off', async () => {
  testApp.clock.now = new Date(testApp.clock.now.getTime() + 48 * HOUR_MS + MINUTE_MS)
  expect((await admin.get(BACKUPS)).body.is_overdue).toBe(true)
  const other = await startApp({ BACKUPS: 'off' })
  const boss = await other.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  other.clock.now = testApp.clock.now
  expect((await boss.get(BACKUPS)).body).toMatchObject({ is_scheduled: false, is_overdue: false })
  await other.close()
})

it('shows why backups cannot be listed', async () => {
  const list = () => Promise.reject(new MediaUnreachableError('The object storage could not be used.'))
  const other = await startApp({}, { backups: { ...folderStorage('/nowhere'), list } })
  const boss = await other.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  expect((await boss.get(BACKUPS)).body).toMatchObject({
    backups: [],
    storage_error: 'The object storage could not be used.',
  })
  await other.close()
})

it('says so when a backup to download was deleted', async () => {
  const { status, body } = await admin.get(`${BACKUPS}fieldhouse-2026-10-10T09-17-00Z.zip/`)
  expect([status, body.code]).toEqual([404, 'backup_not_found'])
})
