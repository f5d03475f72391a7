import { expect, it } from 'vitest'
import { serverClock } from '../../api/page-environment.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { type FailedJob, FailedJobsSection } from './activity.tsx'

const LIST = 'GET /api/jobs/failed/'
const NOW = new Date('2026-10-11T18:30:00Z')

const buildJob = (overrides: Partial<FailedJob> = {}): FailedJob => ({
  id: 7,
  kind: 'webhook',
  league: 'Sunday',
  attempts: 8,
  error: "Discord didn't accept the message: HTTP 503.",
  created_at: '2026-10-11T16:00:00Z',
  failed_at: '2026-10-11T18:00:00Z',
  ...overrides,
})

async function renderSection(jobs: FailedJob[], responses: FakeResponses = {}) {
  let remaining = jobs
  const server = fakeServer({
    [LIST]: () => ({ jobs: remaining, total: remaining.length }),
    'POST /api/jobs/failed/:id/retry/': () => removeAll('The job will run again.'),
    'POST /api/jobs/failed/:id/dismiss/': () => removeAll('Failed job dismissed.'),
    'POST /api/jobs/failed/dismiss/': () => removeAll('1 failed job dismissed.'),
    ...responses,
  })
  function removeAll(message: string) {
    remaining = []
    return { message }
  }
  serverClock.syncToBody(new Headers(), { now: NOW.toISOString() })
  const screen = await renderWithProviders(<FailedJobsSection />)
  return { screen, server }
}

it('shows what failed, for which league, why, how often and when', async () => {
  const { screen } = await renderSection([
    buildJob(),
    buildJob({
      id: 6,
      kind: 'reset-email',
      league: null,
      attempts: 1,
      error: "The mail server didn't respond.",
    }),
  ])
  const items = screen.getByRole('listitem')
  await expect
    .element(items.first())
    .toMatchTextContent(
      "Webhook message for SundayDiscord didn't accept the message: HTTP 503.8 attempts · 30 min ago",
    )
  await expect
    .element(items.last())
    .toMatchTextContent("Password reset emailThe mail server didn't respond.1 attempt · 30 min ago")
})

it.each([
  ['Dismiss Webhook message for Sunday', '/api/jobs/failed/7/dismiss/'],
  ['Dismiss all', '/api/jobs/failed/dismiss/'],
])('asks before %j, and shows that no failed job is left', async (button, path) => {
  const { screen, server } = await renderSection([buildJob()])
  await screen.getByRole('button', { name: button }).click()
  expect(server.requests.map((request) => request.path)).not.toContain(path)
  await screen.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(screen.getByText('No failed jobs.')).toBeVisible()
  expect(server.requests.map((request) => request.path)).toContain(path)
})

it('runs a job again', async () => {
  const { screen, server } = await renderSection([buildJob()])
  await screen.getByRole('button', { name: 'Retry Webhook message for Sunday' }).click()
  await expect.element(screen.getByText('No failed jobs.')).toBeVisible()
  expect(server.requests.map((request) => request.path)).toContain('/api/jobs/failed/7/retry/')
})

it('shows why a job cannot run again', async () => {
  const { screen } = await renderSection([buildJob()], {
    'POST /api/jobs/failed/:id/retry/': errorResponse(409, 'job_running', 'A newer job has taken its place.'),
  })
  await screen.getByRole('button', { name: 'Retry Webhook message for Sunday' }).click()
  await expect.element(screen.getByText('A newer job has taken its place.')).toBeVisible()
})

it('says so when nothing has failed', async () => {
  const { screen } = await renderSection([])
  await expect.element(screen.getByText('No failed jobs.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Dismiss all' }).elements()).toHaveLength(0)
})
