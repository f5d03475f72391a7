import { expect, it } from 'vitest'
import { serverClock } from '../../api/page-environment.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { BACKUP_NAME, buildBackups } from '../../testing/site-fixtures.ts'
import { BackupsSection } from './site-section.tsx'
import type { Backups } from './use-site.ts'

const NOW = new Date('2026-11-20T20:00:00Z')
async function renderSection(read: () => Backups) {
  const server = fakeServer({
    'GET /api/site/backups/': read,
    'POST /api/site/backups/': { message: 'The backup has started.' },
    'GET /api/account/confirm/': { ok: true },
  })
  serverClock.syncToBody(new Headers(), { now: NOW.toISOString() })
  return { screen: await renderWithProviders(<BackupsSection />), server }
}

it('shows each backup with its size, and what the last check has found', async () => {
  const { screen } = await renderSection(() => buildBackups())
  await expect.element(screen.getByRole('row', { name: /3.0 MB/ })).toBeVisible()
  await expect
    .element(
      screen.getByText(
        /Checked 2 h ago by restoring it: 12,345 rows and 2 files, all there\. 1 media file had/,
      ),
    )
    .toBeVisible()
})

it('asks who the user is before a download', async () => {
  const { screen, server } = await renderSection(() => buildBackups())
  const link = screen.getByRole('link', { name: /^Download the backup of/ })
  await expect.element(link).toHaveAttribute('href', `/api/site/backups/${BACKUP_NAME}/`)
  // The page must not leave the test for the download.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true })
  await link.click()
  await expect.poll(() => server.requests.map(({ path }) => path)).toContain('/api/account/confirm/')
})

it('makes a backup on request, and shows it once it is made', async () => {
  let stored = buildBackups({ backups: [], last_backup: null, last_check: null })
  const { screen, server } = await renderSection(() => stored)
  await expect.element(screen.getByText('No backups yet.')).toBeVisible()
  stored = { ...stored, is_running: true }
  await screen.getByRole('button', { name: 'Make a backup now' }).click()
  await expect.element(screen.getByRole('button', { name: 'Making a backup…' })).toBeVisible()
  expect(server.requests.filter(({ key }) => key.startsWith('POST'))).toHaveLength(1)
  stored = buildBackups()
  await expect.element(screen.getByRole('row', { name: /3.0 MB/ }), { timeout: 5000 }).toBeVisible()
})

it.each<[string, Partial<Backups>, RegExp]>([
  [
    'a failed backup',
    { last_backup: { at: '2026-11-20T18:00:00Z', error: 'Not enough disk space.' } },
    /The last backup failed 2 h ago: Not enough disk space\./,
  ],
  [
    'a failed check',
    { last_check: { at: '2026-11-20T18:00:00Z', error: 'The backup is damaged.', restored: null } },
    /The check of the newest backup failed 2 h ago: The backup is damaged\./,
  ],
  ['two days without a backup', { is_overdue: true }, /There has been no backup for two days\./],
  [
    'a storage that is down',
    { backups: [], storage_error: 'The object storage could not be used.' },
    /The backups can't be listed: The object storage could not be used\./,
  ],
  ['backups that are off', { is_scheduled: false }, /Nightly backups are off: BACKUPS is set to off\./],
])('says so after %s', async (_, overrides, text) => {
  const { screen } = await renderSection(() => buildBackups(overrides))
  await expect.element(screen.getByText(text)).toBeVisible()
})
