import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../../testing/fake-server.ts'
import { buildHistory, buildSeason } from '../../../testing/history-fixtures.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { HistoryAdmin } from './history-admin.tsx'
import type { LeagueJob, StoredSeasons } from './use-history-admin.ts'

const HISTORY = buildHistory([
  buildSeason(2024, ['Ada Quill', 'Hugo Barley'], { records_excluded: { reason: 'a scoring mistake' } }),
  buildSeason(2025, ['Ada Quill', 'Hugo Barley']),
])

const STORED_SEASON: StoredSeasons['seasons'][number] = {
  season: 2025,
  source: 'espn',
  depth: 'scores',
  teams: 2,
  games: 15,
  findings: [{ code: 'totals', detail: 'The scores do not add up.', week: 3, game_id: 7 }],
  is_final: true,
  fetched_at: '2026-11-20T10:00:00.000Z',
  last_failure: null,
}

const JOB: LeagueJob = {
  id: 1,
  kind: 'backfill',
  state: 'running',
  asked_by: 'greta',
  step: 'Reading 2014',
  done: 3,
  total: 15,
  created_at: '2026-11-21T10:00:00.000Z',
  started_at: '2026-11-21T10:00:00.000Z',
  ended_at: null,
  backfill: null,
}

async function renderAdmin(answers: FakeResponses = {}) {
  const server = fakeServer({
    'GET /api/league/:league/jobs/': { jobs: [] },
    'GET /api/league/:league/seasons/': {
      seasons: [STORED_SEASON, { ...STORED_SEASON, season: 2024, findings: [] }],
      missing: [{ season: 2011, reason: 'ESPN does not know it.', at: '2026-11-20T10:00:00.000Z' }],
    },
    'GET /api/league/:league/history/merges/': {
      merges: [
        {
          id: 5,
          owner: 'Ada Quill',
          alias: 'A. Quill',
          alias_seasons: [2012],
          merged_at: '2026-11-20T10:00:00.000Z',
        },
      ],
      suggestions: [],
    },
    ...answers,
  })
  const screen = await renderWithProviders(
    <HistoryAdmin league="Sunday" history={HISTORY} currentYear={2026} />,
  )
  const requestsTo = (key: string) => server.requests.filter((each) => each.key.startsWith(key))
  return { screen, sentTo: requestsTo }
}

it('starts a backfill with the specified defaults', async () => {
  const { screen, sentTo } = await renderAdmin({
    'POST /api/league/:league/history/backfill-admin/': neverResponds(),
  })
  const form = screen.getByRole('form', { name: 'Backfill' })
  await expect.element(form.getByLabelText('First season')).toHaveValue(2011)
  await expect.element(form.getByLabelText('Last season')).toHaveValue(2026)
  await form.getByLabelText('Your password').fill('touchdown')
  await form.getByRole('checkbox', { name: /scrape/ }).click()
  await form.getByRole('button', { name: 'Start the backfill' }).click()
  await expect.element(form.getByRole('button', { name: 'Running…' })).toBeDisabled()
  await expect.element(screen.getByRole('progressbar')).toBeVisible()
  expect(sentTo('POST')[0]?.body).toEqual({
    start: 2011,
    end: 2026,
    password: 'touchdown',
    espn_s2: null,
    swid: null,
    cookie_header: null,
    force: false,
    scrape: true,
  })
})

it('says beside the field that the password is wrong', async () => {
  const { screen } = await renderAdmin({
    'POST /api/league/:league/history/backfill-admin/': errorResponse(
      403,
      'password_incorrect',
      'Password is incorrect.',
    ),
  })
  await screen.getByLabelText('Your password').fill('nothing')
  await screen.getByRole('button', { name: 'Start the backfill' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Password is incorrect.')
  await expect.element(screen.getByLabelText('Your password')).toHaveAttribute('aria-invalid', 'true')
})

it('shows who comes back how far a backfill is', async () => {
  const { screen } = await renderAdmin({ 'GET /api/league/:league/jobs/': { jobs: [JOB] } })
  await expect.element(screen.getByText('Reading 2014')).toBeVisible()
  await expect.element(screen.getByText('3 of 15')).toBeVisible()
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('max', '15')
  await expect.element(screen.getByRole('button', { name: 'Running…' })).toBeDisabled()
})

it('shows how the last backfill ended', async () => {
  const backfill = {
    ingested: [2013, 2014],
    skipped: [2015],
    failed: [{ year: 2011, reason: 'ESPN did not answer.' }],
  }
  const { screen } = await renderAdmin({
    'GET /api/league/:league/jobs/': {
      jobs: [{ ...JOB, state: 'done', ended_at: '2026-11-21T10:05:00.000Z', backfill }],
    },
  })
  await expect.element(screen.getByText(/read 2013, 2014; skipped 2015\./)).toBeVisible()
  await expect.element(screen.getByText('2011: ESPN did not answer.')).toBeVisible()
})

it('tells of each season its source, its depth and what is odd', async () => {
  const { screen } = await renderAdmin()
  await expect.element(screen.getByText(/2011 is not stored\..*ESPN does not know it\./)).toBeVisible()
  await expect
    .element(screen.getByText(/Read from ESPN.*Table and scores: 2 teams, 15 games\./).first())
    .toBeVisible()
  await screen.getByText('1 finding').click()
  await expect.element(screen.getByText('Week 3, game 7: The scores do not add up.')).toBeVisible()
})

it('leaves a season out of the records with a reason, and lets another count again', async () => {
  const { screen, sentTo } = await renderAdmin({
    'POST /api/league/:league/history/exclusions/': { message: 'Done.' },
  })
  await screen.getByRole('button', { name: 'Leave 2025 out of the records' }).click()
  await screen.getByLabelText('Why 2025 counts for no record').fill('A week was not played.')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByLabelText('Why 2025 counts for no record')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Let 2024 count again' }).click()
  await vi.waitFor(() => {
    expect(sentTo('POST').map(({ body }) => body)).toEqual([
      { season: 2025, reason: 'A week was not played.' },
      { season: 2024, reason: null },
    ])
  })
})

it('merges two owners, and undoes it after asking', async () => {
  const { screen, sentTo } = await renderAdmin({
    'POST /api/league/:league/history/merges/': { message: 'Done.' },
    'DELETE /api/league/:league/history/merges/:id/': { message: 'Done.' },
  })
  await screen.getByText('One person, two accounts').click()
  const form = screen.getByRole('form', { name: 'Merge owners' })
  await form.getByLabelText('This owner’s seasons').fill('Hugo Barley')
  await userEvent.keyboard('{Enter}')
  await form.getByLabelText('count as this owner’s').fill('Ada Quill')
  await userEvent.keyboard('{Enter}')
  await form.getByRole('button', { name: 'Merge' }).click()
  await vi.waitFor(() => {
    expect(sentTo('POST')[0]?.body).toEqual({ owner: 'Hugo Barley', into: 'Ada Quill' })
  })
  await screen.getByRole('button', { name: 'Undo the merge of A. Quill' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Undo the merge' }).click()
  await vi.waitFor(() => {
    expect(sentTo('DELETE')[0]?.params['id']).toBe('5')
  })
})

it('uploads files, says what was stored, and offers the templates', async () => {
  const { screen, sentTo } = await renderAdmin({
    'POST /api/league/:league/seasons/upload/': {
      seasons: [
        {
          season: 2009,
          source: 'csv',
          depth: 'standings',
          teams: 10,
          games: 0,
          files: ['a.csv'],
          findings: [],
        },
      ],
    },
  })
  await screen.getByText('Upload seasons').click()
  await expect
    .element(screen.getByRole('link', { name: 'CSV for the final table' }))
    .toHaveAttribute('href', '/api/league/Sunday/seasons/template/?kind=standings')
  await screen.getByLabelText('Files').upload(new File(['x'], 'a.csv', { type: 'text/csv' }))
  await screen.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect.element(screen.getByText('Stored 2009: final table only, 10 teams, 0 games.')).toBeVisible()
  expect(sentTo('POST')).toHaveLength(1)
})

it('says why a picture was refused', async () => {
  const { screen } = await renderAdmin({
    'POST /api/league/:league/owners/:owner/picture/': errorResponse(
      415,
      'unsupported_media_type',
      'Only pictures can be uploaded.',
    ),
  })
  await screen.getByText('Owner pictures').click()
  await screen
    .getByLabelText('Picture of Ada Quill')
    .upload(new File(['x'], 'ada.svg', { type: 'image/svg+xml' }))
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Only pictures can be uploaded.')
})
