import { expect, it } from 'vitest'
import { serverClock } from '../../api/page-environment.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { buildBackups, GB, HEALTHY_SITE } from '../../testing/site-fixtures.ts'
import { DataSources, SettingsInEffect, SiteSection } from './site-section.tsx'
import type { SiteStatus } from './use-site.ts'

const NOW = new Date('2026-11-20T20:00:00Z')
async function renderSection(
  status: SiteStatus,
  responses: FakeResponses = {},
  section = <SiteSection email="greta@example.org" />,
) {
  const server = fakeServer({
    'GET /api/site/status/': status,
    'GET /api/site/backups/': buildBackups({ backups: [], last_backup: null, last_check: null }),
    ...responses,
  })
  serverClock.syncToBody(new Headers(), { now: NOW.toISOString() })
  return { screen: await renderWithProviders(section), server }
}

it.each<[string, Partial<SiteStatus>, RegExp]>([
  ['the version', {}, /^Version 0\.2\.0/],
  [
    'a newer release',
    { update: { newest: '0.3.0', is_newer: true, checked_at: '2026-11-20T18:00:00Z', error: null } },
    /^Version 0\.2\.00\.3\.0 is available\.$/,
  ],
  ['the address', {}, /^AddressPeople open it at https:\/\/league\.example\.$/],
  [
    'an address that is not set',
    { address: { url: 'http://localhost:3000', is_set: false, opened_at: 'http://nas:3000' } },
    /Confirm the address that people use, such as http:\/\/nas:3000\.$/,
  ],
  ['the mail server', {}, /^EmailSent through mail\.example:587\.$/],
  ['mail that is off', { mail: { is_on: false, server: null } }, /^EmailOff: .* Set SMTP_URL and MAIL_FROM/],
  ['a site without backups', {}, /^Backups\s*None yet\.$/],
  [
    'a disk that is almost full',
    { storage: { ...HEALTHY_SITE.storage, free_bytes: GB / 2 } },
    /512 MB free, which is little/,
  ],
  ['failed jobs', { failed_jobs: 2 }, /^Failed jobs2 jobs gave up\. Try again, or dismiss\.$/],
  ['the audit log', {}, /^Activity log1,204 entries unchanged\. Checked 2 h ago\.$/],
  [
    'a changed audit log',
    {
      audit: { checked_at: '2026-11-20T18:00:00Z', entries: null, error: 'Entry 7 of the chain is missing.' },
    },
    /^Activity logEntry 7 of the chain is missing\. Checked 2 h ago\.$/,
  ],
])('shows %s', async (_, overrides, text) => {
  const { screen } = await renderSection({ ...HEALTHY_SITE, ...overrides })
  await expect.element(screen.getByRole('listitem').filter({ hasText: text })).toBeVisible()
})

it('shows the settings that somebody has set, without secrets, and all on demand', async () => {
  const { screen } = await renderSection(HEALTHY_SITE, {}, <SettingsInEffect />)
  const table = screen.getByRole('table', { name: 'Settings in effect' })
  await expect.element(table.getByRole('row', { name: /METRICS_TOKEN/ })).toMatchTextContent(/\.env\s*Secret/)
  await expect.element(table.getByRole('row', { name: /PUBLIC_URL/ })).toMatchTextContent(/Environment/)
  expect(table.getByRole('row', { name: /PORT/ }).elements()).toHaveLength(0)
  await screen.getByRole('button', { name: 'All 3 settings' }).click()
  await expect.element(table.getByRole('row', { name: /PORT/ })).toMatchTextContent(/Default\s*3000/)
})

it('shows the last errors', async () => {
  const recent = [{ at: '2026-11-20T19:00:00Z', message: 'backup failed', detail: 'Not enough disk space.' }]
  const { screen } = await renderSection({
    ...HEALTHY_SITE,
    errors: { ...HEALTHY_SITE.errors, total: 3, recent },
  })
  await expect.element(screen.getByText('Not enough disk space.')).toBeVisible()
})

it('sends a test email to the address of the user, and says what came of it', async () => {
  const { screen, server } = await renderSection(HEALTHY_SITE, {
    'POST /api/site/test-email/': { message: 'The mail server accepted an email.' },
  })
  await screen.getByRole('button', { name: 'Send a test' }).click()
  await expect.element(screen.getByText('The mail server accepted an email.')).toBeVisible()
  expect(server.requests.find(({ key }) => key.startsWith('POST'))?.body).toEqual({
    email: 'greta@example.org',
  })
})

it('says why a test email was not sent', async () => {
  const { screen } = await renderSection(HEALTHY_SITE, {
    'POST /api/site/test-email/': errorResponse(502, 'mail_failed', "The email wasn't sent: EAUTH."),
  })
  await screen.getByRole('button', { name: 'Send a test' }).click()
  await expect.element(screen.getByText("The email wasn't sent: EAUTH.")).toBeVisible()
})

it('shows when each source was last read, and why the last request failed', async () => {
  const sources = [
    { name: 'weather', last_success_at: '2026-11-20T19:00:00Z', error: null },
    { name: 'schedule', last_success_at: null, error: 'The host is down.' },
  ]
  const { screen } = await renderSection({ ...HEALTHY_SITE, sources }, {}, <DataSources />)
  await expect.element(screen.getByRole('row', { name: /Weather/ })).toMatchTextContent(/1 h ago/)
  await expect.element(screen.getByRole('row', { name: /NFL schedule/ })).toMatchTextContent(/Never/)
  await expect.element(screen.getByText('The host is down.')).toBeVisible()
})
