import { expect, it, vi } from 'vitest'
import type { ApiResponse } from '../../api/api-client.ts'
import { refreshProgressQuery } from '../../api/refresh-progress.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { RefreshSection } from './refresh-section.tsx'

const STATUS_ROW = {
  name: 'Sunday',
  season: 2026,
  last_status: 'ok',
  status: 'ok',
  updated_at: '2026-11-21T10:00:00.000Z',
  last_updated: '2026-11-21T10:00:00.000Z',
  last_error: null,
  progress: null,
} as const

async function renderSection(
  answers: FakeResponses,
  { canRefresh = true, canRefreshAll = true, canSeeStatus = true } = {},
) {
  const server = fakeServer({ 'GET /api/leagues/status/': { leagues: [STATUS_ROW] }, ...answers })
  const { screen, client } = await renderWithClient(
    <RefreshSection
      league="Sunday"
      firstSeason={2026}
      canRefresh={canRefresh}
      canRefreshAll={canRefreshAll}
      canSeeStatus={canSeeStatus}
    />,
  )
  return { screen, client, server, one: screen.getByRole('button', { name: 'Refresh Sunday' }) }
}

it('refreshes the chosen league for the current season and shows the log', async () => {
  const { screen, server, one } = await renderSection({
    'POST /api/refresh-espn/': { ok: true, log: 'Sunday 2026: stored', error: null },
  })
  await expect.element(screen.getByLabelText('Season')).toHaveValue(2026)
  await one.click()
  await expect
    .element(screen.getByRole('region', { name: 'Refresh log' }))
    .toHaveTextContent('Sunday 2026: stored')
  const asked = server.requests.filter((call) => call.key === 'POST /api/refresh-espn/')
  expect(asked.map((call) => call.body)).toEqual([{ name: 'Sunday', season: 2026 }])
})

it('reads the status again after a refresh', async () => {
  const { screen, server, one } = await renderSection({
    'POST /api/refresh-espn/': { ok: true, log: '', error: null },
  })
  await expect.element(screen.getByRole('heading', { name: 'Latest Status' })).toBeVisible()
  await expect.element(screen.getByText('OK')).toBeVisible()
  await one.click()
  await vi.waitFor(() => {
    expect(server.requests.filter((call) => call.key === 'GET /api/leagues/status/')).toHaveLength(2)
  })
})

it('refreshes all leagues without a name', async () => {
  const { screen, server } = await renderSection({
    'POST /api/refresh-espn/': { ok: true, log: '', error: null },
  })
  await screen.getByLabelText('Season').fill('2024')
  await screen.getByRole('button', { name: 'Refresh all leagues' }).click()
  await vi.waitFor(() => {
    expect(server.requests.find((call) => call.key === 'POST /api/refresh-espn/')?.body).toEqual({
      season: 2024,
    })
  })
})

it('is busy while it runs', async () => {
  const { screen, one } = await renderSection({ 'POST /api/refresh-espn/': neverResponds() })
  await one.click()
  await expect.element(screen.getByRole('progressbar')).toBeVisible()
  await expect.element(one).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Refresh all leagues' })).toBeDisabled()
})

const RUNNING_STATUS = {
  status: 'running',
  progress: { job: 'refresh', step: 'Reading the season 2026', done: 0, total: 3 },
} as const

it('shows how far each league is while all are refreshed, whoever began it', async () => {
  let leagues: ApiResponse<'GET /api/leagues/status/'>['leagues'] = [{ ...STATUS_ROW }]
  const { screen } = await renderSection({
    'GET /api/leagues/status/': () => ({ leagues }),
    'POST /api/refresh-espn/': neverResponds(),
  })
  leagues = [
    { ...STATUS_ROW, name: 'Amber', ...RUNNING_STATUS },
    {
      ...STATUS_ROW,
      name: 'Birch',
      ...RUNNING_STATUS,
      progress: { ...RUNNING_STATUS.progress, step: 'Storing the season 2026', done: 2 },
    },
    { ...STATUS_ROW, name: 'Cedar', progress: { job: 'backfill', step: '', done: 0, total: null } },
    { ...STATUS_ROW, name: 'Dune' },
  ]
  await screen.getByRole('button', { name: 'Refresh all leagues' }).click()
  await expect.element(screen.getByRole('progressbar', { name: 'Refreshing Birch' })).toHaveValue(2)
  expect(screen.getByRole('progressbar').elements()).toHaveLength(3)
  const bars = screen.getByRole('list', { name: 'Running' }).getByRole('listitem')
  await expect.element(bars.nth(0)).toHaveTextContent('Refreshing AmberReading the season 2026 0 of 3')
  await expect.element(bars.nth(2)).toHaveTextContent('Reading past seasons of CedarWaiting for its turn')
  leagues = [{ ...STATUS_ROW }]
  await expect.element(bars).not.toBeInTheDocument()
})

it('moves its bar as soon as the server tells of a step', async () => {
  let reads = 0
  const { screen, client } = await renderSection({
    'GET /api/leagues/status/': () => {
      reads += 1
      return reads === 1 ? { leagues: [{ ...STATUS_ROW, ...RUNNING_STATUS }] } : neverResponds()
    },
  })
  const bar = screen.getByRole('progressbar', { name: 'Refreshing Sunday' })
  await expect.element(bar).toHaveValue(0)
  client.setQueryData(refreshProgressQuery('Sunday').queryKey, {
    job: 'refresh',
    state: 'running',
    step: 'Reading the line-ups of 2026',
    done: 1,
    total: 3,
  })
  await expect.element(screen.getByText('Reading the line-ups of 2026')).toBeVisible()
  await expect.element(bar).toHaveValue(1)
})

it.each([
  [{ ok: false, log: 'Sunday 2026: failed', error: 'ESPN did not answer.' }, 'ESPN did not answer.'],
  [
    errorResponse(403, 'not_league_admin', 'Only a league admin may do that.'),
    'Only a league admin may do that.',
  ],
])('says why it failed (%#)', async (answer, message) => {
  const { screen, one } = await renderSection({ 'POST /api/refresh-espn/': answer })
  await one.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(message)
})

it('is disabled for people without the right', async () => {
  const { screen, one } = await renderSection({}, { canRefresh: false, canRefreshAll: false })
  await expect.element(one).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Refresh all leagues' })).not.toBeInTheDocument()
})

it('tells each status in words, and the last error on demand', async () => {
  const { screen } = await renderSection({
    'GET /api/leagues/status/': {
      leagues: [
        { ...STATUS_ROW, name: 'Amber', status: 'error', last_error: 'Save fresh cookies.' },
        { ...STATUS_ROW, name: 'Birch', status: 'skipped' },
        { ...STATUS_ROW, name: 'Cedar', status: 'never', season: null, updated_at: null, last_updated: null },
      ],
    },
  })
  await expect.element(screen.getByRole('row', { name: 'Amber' })).toHaveTextContent('Error')
  await expect.element(screen.getByRole('row', { name: 'Birch' })).toHaveTextContent('Skipped')
  await expect.element(screen.getByRole('row', { name: 'Cedar' })).toHaveTextContent('Never')
  await expect.element(screen.getByText('Save fresh cookies.')).not.toBeVisible()
  await screen.getByText('What happened').click()
  await expect.element(screen.getByText('Save fresh cookies.')).toBeVisible()
})

it('asks for no status on behalf of who may not see it', async () => {
  const { screen, server } = await renderSection(
    {},
    { canRefresh: false, canRefreshAll: false, canSeeStatus: false },
  )
  await expect.element(screen.getByText('Only an admin sees how the last refresh went.')).toBeVisible()
  expect(server.requests).toEqual([])
})
