import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ApiResponse } from '../../api/api-client.ts'
import { refreshProgressQuery } from '../../api/operations.ts'
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
  responses: FakeResponses,
  { league = 'Sunday', canRefresh = true, canRefreshAll = true, canSeeStatus = true } = {},
) {
  const server = fakeServer({
    'GET /api/leagues/status/': { leagues: [STATUS_ROW] },
    'GET /api/refresh-espn/': { refresh: null },
    ...responses,
  })
  const { screen, client } = await renderWithClient(
    <RefreshSection
      league={league}
      firstSeason={2026}
      canRefresh={canRefresh}
      canRefreshAll={canRefreshAll}
      canSeeStatus={canSeeStatus}
    />,
  )
  return { screen, client, server, refreshButton: screen.getByRole('button', { name: `Refresh ${league}` }) }
}

it('refreshes the chosen league for the current season and shows the log', async () => {
  const { screen, server, refreshButton } = await renderSection({
    'POST /api/refresh-espn/': { ok: true, log: 'Sunday 2026: ok, saved', error: null, progress: null },
  })
  await expect.element(screen.getByLabelText('Season')).toHaveValue(2026)
  await refreshButton.click()
  await expect
    .element(screen.getByRole('region', { name: 'Refresh log' }))
    .toMatchTextContent('Sunday 2026: ok, saved')
  const refreshRequests = server.requests.filter(({ key }) => key === 'POST /api/refresh-espn/')
  expect(refreshRequests.map(({ body }) => body)).toEqual([{ name: 'Sunday', season: 2026 }])
})

it.each([390, 640, 820, 1280])('keeps the buttons beside or below the season at %d px', async (width) => {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(width, 900)
  const league = 'The Extraordinarily Long-Winded Gridiron Gentlemen and Ladies of the Lower Harbour 1999'
  const { screen, refreshButton } = await renderSection({}, { league })
  await expect.element(refreshButton).toBeVisible()
  const field = screen.getByLabelText('Season').element().getBoundingClientRect()
  for (const button of [refreshButton, screen.getByRole('button', { name: 'Refresh all leagues' })]) {
    const box = button.element().getBoundingClientRect()
    expect([box.top >= field.top, box.height, box.right <= width]).toEqual([true, 44, true])
  }
  await expect.element(refreshButton.getByTitle(`Refresh ${league}`)).toBeVisible()
})

it('fetches the status again after a refresh', async () => {
  const { screen, server, refreshButton } = await renderSection({
    'POST /api/refresh-espn/': { ok: true, log: '', error: null, progress: null },
  })
  await expect.element(screen.getByRole('heading', { name: 'Latest Status' })).toBeVisible()
  await expect.element(screen.getByText('OK')).toBeVisible()
  await refreshButton.click()
  await vi.waitFor(
    () => {
      expect(server.requests.filter(({ key }) => key === 'GET /api/leagues/status/')).toHaveLength(2)
    },
    { timeout: 20_000 },
  )
})

it('refreshes all leagues without a name', async () => {
  const { screen, server } = await renderSection({
    'POST /api/refresh-espn/': { ok: true, log: '', error: null, progress: null },
  })
  await screen.getByLabelText('Season').fill('2024')
  await screen.getByRole('button', { name: 'Refresh all leagues' }).click()
  await vi.waitFor(
    () => {
      expect(server.requests.find(({ key }) => key === 'POST /api/refresh-espn/')?.body).toEqual({
        season: 2024,
      })
    },
    { timeout: 20_000 },
  )
})

it('shows progress and disables the buttons during a refresh', async () => {
  const { screen, refreshButton } = await renderSection({ 'POST /api/refresh-espn/': neverResponds() })
  await refreshButton.click()
  await expect.element(screen.getByRole('progressbar')).toBeVisible()
  await expect.element(refreshButton).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Refresh all leagues' })).toBeDisabled()
})

const RUNNING_STATUS = {
  status: 'running',
  progress: { job: 'refresh', step: 'Reading the 2026 season', done: 0, total: 3 },
} as const

it('shows the progress of every league with a running job', async () => {
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
      progress: { ...RUNNING_STATUS.progress, step: 'Saving the 2026 season', done: 2 },
    },
    { ...STATUS_ROW, name: 'Cedar', progress: { job: 'backfill', step: '', done: 0, total: null } },
    { ...STATUS_ROW, name: 'Dune' },
  ]
  await screen.getByRole('button', { name: 'Refresh all leagues' }).click()
  await expect.element(screen.getByRole('progressbar', { name: 'Refreshing Birch' })).toHaveValue(2)
  expect(screen.getByRole('progressbar').elements()).toHaveLength(3)
  const bars = screen.getByRole('list', { name: 'Running refreshes' }).getByRole('listitem')
  await expect.element(bars.nth(0)).toMatchTextContent('Refreshing AmberReading the 2026 season 0 of 3')
  await expect.element(bars.nth(2)).toMatchTextContent('Importing past seasons of CedarWaiting to start')
  leagues = [{ ...STATUS_ROW }]
  await expect.element(bars).not.toBeInTheDocument()
})

/** A refresh of twelve leagues, of which one has failed. */
const REFRESH_OF_ALL = {
  ok: false,
  log: 'Amber 2026: ok, saved',
  error: "Birch: ESPN didn't respond.",
  progress: { done: 2, total: 12 },
  started_at: new Date().toISOString(),
  ended_at: null,
}

it('follows a refresh of all leagues that continues after the response', async () => {
  let refresh: ApiResponse<'GET /api/refresh-espn/'>['refresh'] = null
  const { screen } = await renderSection({
    'GET /api/refresh-espn/': () => ({ refresh }),
    'POST /api/refresh-espn/': () => {
      refresh = REFRESH_OF_ALL
      return refresh
    },
  })
  const button = screen.getByRole('button', { name: 'Refresh all leagues' })
  await button.click()
  const bar = screen.getByRole('progressbar', { name: 'Refreshing all leagues' })
  await expect.element(bar).toHaveValue(2)
  await expect.element(screen.getByText('2 of 12')).toBeVisible()
  await expect.element(button).toBeDisabled()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  refresh = { ...REFRESH_OF_ALL, progress: null, ended_at: new Date(Date.now() + 60_000).toISOString() }
  await expect.element(screen.getByRole('alert')).toMatchTextContent("Birch: ESPN didn't respond.")
  await expect
    .element(screen.getByRole('region', { name: 'Refresh log' }))
    .toMatchTextContent('Amber 2026: ok, saved')
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(button).toBeEnabled()
})

it('follows a refresh of all leagues when a proxy gives up on the request', async () => {
  let refresh: ApiResponse<'GET /api/refresh-espn/'>['refresh'] = null
  const { screen } = await renderSection({
    'GET /api/refresh-espn/': () => ({ refresh }),
    'POST /api/refresh-espn/': () => {
      refresh = REFRESH_OF_ALL
      return errorResponse(504, 'internal_error', 'Gateway time-out')
    },
  })
  await screen.getByRole('button', { name: 'Refresh all leagues' }).click()
  await expect.element(screen.getByText('2 of 12')).toBeVisible()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

it('shows a refresh of all leagues that somebody else has started, but not an earlier one', async () => {
  const earlier = { ...REFRESH_OF_ALL, progress: null, ended_at: '2026-01-01T00:00:00.000Z' }
  const first = await renderSection({ 'GET /api/refresh-espn/': { refresh: earlier } })
  await expect.element(first.screen.getByText('OK')).toBeVisible()
  await expect.element(first.screen.getByRole('alert')).not.toBeInTheDocument()
  await first.screen.unmount()
  const second = await renderSection({ 'GET /api/refresh-espn/': { refresh: REFRESH_OF_ALL } })
  await expect.element(second.screen.getByText('2 of 12')).toBeVisible()
})

it('updates the progress bar on a server event', async () => {
  let statusRequests = 0
  const { screen, client } = await renderSection({
    'GET /api/leagues/status/': () => {
      statusRequests += 1
      return statusRequests === 1 ? { leagues: [{ ...STATUS_ROW, ...RUNNING_STATUS }] } : neverResponds()
    },
  })
  const bar = screen.getByRole('progressbar', { name: 'Refreshing Sunday' })
  await expect.element(bar).toHaveValue(0)
  client.setQueryData(refreshProgressQuery('Sunday').queryKey, {
    job: 'refresh',
    state: 'running',
    step: 'Reading the 2026 lineups',
    done: 1,
    total: 3,
  })
  await expect.element(screen.getByText('Reading the 2026 lineups')).toBeVisible()
  await expect.element(bar).toHaveValue(1)
})

it.each([
  [
    { ok: false, log: 'Sunday 2026: error', error: "ESPN didn't respond.", progress: null },
    "ESPN didn't respond.",
  ],
  [
    errorResponse(403, 'not_league_admin', 'Only a league admin may do that.'),
    'Only a league admin may do that.',
  ],
])('shows why the refresh failed (%#)', async (response, message) => {
  const { screen, refreshButton } = await renderSection({ 'POST /api/refresh-espn/': response })
  await refreshButton.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(message)
})

it('disables the button for users who may not refresh the league', async () => {
  const { screen, refreshButton } = await renderSection({}, { canRefresh: false, canRefreshAll: false })
  await expect.element(refreshButton).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Refresh all leagues' })).not.toBeInTheDocument()
})

it('shows the status of each league and its last error on demand', async () => {
  const { screen } = await renderSection({
    'GET /api/leagues/status/': {
      leagues: [
        { ...STATUS_ROW, name: 'Amber', status: 'error', last_error: 'Save new cookies.' },
        { ...STATUS_ROW, name: 'Birch', status: 'skipped' },
        { ...STATUS_ROW, name: 'Cedar', status: 'never', season: null, updated_at: null, last_updated: null },
      ],
    },
  })
  await expect.element(screen.getByRole('row', { name: 'Amber' })).toMatchTextContent('Error')
  await expect.element(screen.getByRole('row', { name: 'Birch' })).toMatchTextContent('Skipped')
  await expect.element(screen.getByRole('row', { name: 'Cedar' })).toMatchTextContent('Never')
  await expect.element(screen.getByText('Save new cookies.')).not.toBeVisible()
  await screen.getByText('Show details').click()
  await expect.element(screen.getByText('Save new cookies.')).toBeVisible()
})

it('fetches no status for users who may not see it', async () => {
  const { screen, server } = await renderSection(
    {},
    { canRefresh: false, canRefreshAll: false, canSeeStatus: false },
  )
  await expect.element(screen.getByText('Only league admins can see the refresh status.')).toBeVisible()
  expect(server.requests).toEqual([])
})
