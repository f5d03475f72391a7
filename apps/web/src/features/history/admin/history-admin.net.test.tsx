import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { LeagueJob } from '../../../api/operations.ts'
import {
  conflictResponse,
  errorResponse,
  type FakeResponses,
  fakeServer,
  neverResponds,
} from '../../../testing/fake-server.ts'
import { buildHistory, buildPerson, buildSeason } from '../../../testing/history-fixtures.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { HistoryAdmin } from './history-admin.tsx'
import type { PreviewedSeason, StoredSeasons, UploadedSeason } from './use-history-admin.tsx'

const HISTORY = buildHistory([
  buildSeason(2024, ['Ada Quill', 'Hugo Barley'], { records_excluded: { reason: 'a scoring mistake' } }),
  buildSeason(2025, ['Ada Quill', 'Hugo Barley']),
])

const STORED_SEASON: StoredSeasons['seasons'][number] = {
  season: 2025,
  source: 'espn',
  provider: 'espn',
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

async function renderAdmin(responses: FakeResponses = {}, history = HISTORY) {
  const server = fakeServer({
    'GET /api/league/:league/jobs/': { jobs: [] },
    'GET /api/league/:league/seasons/': {
      seasons: [STORED_SEASON, { ...STORED_SEASON, season: 2024, findings: [] }],
      missing: [{ season: 2011, reason: 'ESPN has no such season.', at: '2026-11-20T10:00:00.000Z' }],
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
      people: [
        buildPerson('Ada Quill', [
          { name: 'A. Quill', seasons: [2012], merge_id: 5 },
          { name: 'Ada Quill', seasons: [2024, 2025] },
        ]),
        buildPerson('Hugo Barley', [{ name: 'Hugo Barley', seasons: [2024, 2025] }]),
      ],
    },
    ...responses,
  })
  const screen = await renderWithProviders(
    <HistoryAdmin league="Sunday" history={history} currentYear={2026} />,
  )
  const requestsTo = (key: string) => server.requests.filter((request) => request.key.startsWith(key))
  return { screen, requestsTo }
}

it('starts a backfill with the specified defaults', async () => {
  const { screen, requestsTo } = await renderAdmin({
    'POST /api/league/:league/history/backfill-admin/': neverResponds(),
  })
  const form = screen.getByRole('form', { name: 'Backfill' })
  await expect.element(form.getByLabelText('First season')).toHaveValue(2011)
  await expect.element(form.getByLabelText('Last season')).toHaveValue(2026)
  await form.getByLabelText('Your password').fill('touchdown')
  await form.getByRole('checkbox', { name: /scrape/ }).click()
  await form.getByRole('button', { name: 'Start backfill' }).click()
  await expect.element(form.getByRole('button', { name: 'Running…' })).toBeDisabled()
  await expect.element(screen.getByRole('progressbar')).toBeVisible()
  expect(requestsTo('POST')[0]?.body).toEqual({
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

it('shows a wrong password next to the field', async () => {
  const { screen } = await renderAdmin({
    'POST /api/league/:league/history/backfill-admin/': errorResponse(
      403,
      'password_incorrect',
      'Password is incorrect.',
    ),
  })
  await screen.getByLabelText('Your password').fill('nothing')
  await screen.getByRole('button', { name: 'Start backfill' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Password is incorrect.')
  await expect.element(screen.getByLabelText('Your password')).toHaveAttribute('aria-invalid', 'true')
})

it('shows the progress of a running backfill', async () => {
  const { screen } = await renderAdmin({ 'GET /api/league/:league/jobs/': { jobs: [JOB] } })
  await expect.element(screen.getByText('Reading 2014')).toBeVisible()
  await expect.element(screen.getByText('3 of 15')).toBeVisible()
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('max', '15')
  await expect.element(screen.getByRole('button', { name: 'Running…' })).toBeDisabled()
})

it('shows the result of the last backfill', async () => {
  const backfill = {
    ingested: [2013, 2014],
    skipped: [2015],
    failed: [{ year: 2011, reason: "ESPN didn't respond." }],
  }
  const { screen } = await renderAdmin({
    'GET /api/league/:league/jobs/': {
      jobs: [{ ...JOB, state: 'done', ended_at: '2026-11-21T10:05:00.000Z', backfill }],
    },
  })
  await expect.element(screen.getByText(/read 2013, 2014; skipped 2015\./)).toBeVisible()
  await expect.element(screen.getByText("2011: ESPN didn't respond.")).toBeVisible()
})

it('shows the source, depth and findings of each season', async () => {
  const { screen } = await renderAdmin()
  await expect.element(screen.getByText(/Couldn't load 2011\..*ESPN has no such season\./)).toBeVisible()
  await expect
    .element(screen.getByText(/Read from ESPN.*Standings and scores: 2 teams, 15 games\./).first())
    .toBeVisible()
  await screen.getByText('1 finding').click()
  await expect.element(screen.getByText('Week 3, game 7: The scores do not add up.')).toBeVisible()
})

it('accepts the zeros of a week, beside the finding', async () => {
  const finding = { code: 'zeros_not_taken', detail: 'The last scores stay.', week: 3, game_id: null }
  const { screen, requestsTo } = await renderAdmin({
    'GET /api/league/:league/seasons/': {
      seasons: [{ ...STORED_SEASON, findings: [...STORED_SEASON.findings, finding] }],
      missing: [],
    },
    'POST /api/league/:league/seasons/accept-zeros/': {
      ok: false,
      log: '',
      error: "ESPN didn't respond.",
      progress: null,
    },
  })
  await screen.getByText('2 findings').click()
  await screen.getByRole('button', { name: 'Accept zeros: Week 3 of 2025' }).click()
  await expect.element(screen.getByText("ESPN didn't respond.", { exact: true })).toBeVisible()
  expect(requestsTo('POST').map(({ body }) => body)).toEqual([{ season: 2025, week: 3 }])
})

it('excludes a season from records with a reason and includes another again', async () => {
  const { screen, requestsTo } = await renderAdmin({
    'POST /api/league/:league/history/exclusions/': { message: 'Done.' },
  })
  await screen.getByRole('button', { name: 'Exclude from records: 2025' }).click()
  await screen.getByLabelText('Why exclude 2025 from records?').fill('A week was not played.')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByLabelText('Why exclude 2025 from records?')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Include again: 2024' }).click()
  await vi.waitFor(
    () => {
      expect(requestsTo('POST').map(({ body }) => body)).toEqual([
        { season: 2025, reason: 'A week was not played.', expected: { reason: null } },
        { season: 2024, reason: null, expected: { reason: 'a scoring mistake' } },
      ])
    },
    { timeout: 20_000 },
  )
})

it('asks before replacing a reason that another admin has entered', async () => {
  const { screen, requestsTo } = await renderAdmin({
    'POST /api/league/:league/history/exclusions/': ({ body }) =>
      (body as { expected: { reason: string | null } }).expected.reason === null
        ? conflictResponse({ reason: 'A strike.' }, null)
        : { message: 'Done.' },
  })
  await screen.getByRole('button', { name: 'Exclude from records: 2025' }).click()
  await screen.getByLabelText('Why exclude 2025 from records?').fill('A week was not played.')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(screen.getByText('Somebody else excluded the season: “A strike.” while you were editing.'))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Save mine' }).click()
  await expect.element(screen.getByLabelText('Why exclude 2025 from records?')).not.toBeInTheDocument()
  expect(requestsTo('POST').at(-1)?.body).toEqual({
    season: 2025,
    reason: 'A week was not played.',
    expected: { reason: 'A strike.' },
  })
})

it('merges two owners and undoes a merge after confirmation', async () => {
  const { screen, requestsTo } = await renderAdmin({
    'POST /api/league/:league/history/merges/': { message: 'Done.' },
    'DELETE /api/league/:league/history/merges/:id/': { message: 'Done.' },
  })
  await screen.getByText('Merge owners').click()
  const form = screen.getByRole('form', { name: 'Merge owners' })
  await form.getByLabelText('Owner to merge').fill('Hugo Barley')
  await userEvent.keyboard('{Enter}')
  await form.getByLabelText('Merge into').fill('Ada Quill')
  await userEvent.keyboard('{Enter}')
  await form.getByRole('button', { name: 'Merge' }).click()
  await vi.waitFor(
    () => {
      expect(requestsTo('POST')[0]?.body).toEqual({ owner: 'Hugo Barley', into: 'Ada Quill' })
    },
    { timeout: 20_000 },
  )
  await screen.getByRole('button', { name: 'Undo merge of A. Quill' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).click()
  await vi.waitFor(
    () => {
      expect(requestsTo('DELETE')[0]?.params['id']).toBe('5')
    },
    { timeout: 20_000 },
  )
})

const CSV_FILE = new File(['x'], 'a.csv', { type: 'text/csv' })
const PREVIEW = 'POST /api/league/:league/seasons/preview/'
const UPLOAD = 'POST /api/league/:league/seasons/upload/'
const UPLOADED: { seasons: UploadedSeason[] } = {
  seasons: [
    {
      season: 2009,
      source: 'csv',
      provider: null,
      depth: 'standings',
      teams: 10,
      games: 0,
      files: ['a.csv'],
      findings: [],
    },
  ],
}

const ANCHORS = { team_id: 1, name: 'Anchors', owners: ['Anchors Owner'] }
const BUOYS = { team_id: 2, name: 'Buoys', owners: ['Buoys Owner'] }

function buildPreview(contents: Partial<NonNullable<PreviewedSeason['contents']>> = {}): {
  seasons: PreviewedSeason[]
} {
  return {
    seasons: [
      {
        season: 2009,
        files: ['a.csv'],
        is_stored: false,
        contents: {
          source: 'csv',
          depth: 'scores',
          games: 40,
          regular_season_periods: 13,
          teams: [ANCHORS, BUOYS],
          podium: [BUOYS],
          findings: [],
          questions: [],
          ...contents,
        },
      },
    ],
  }
}

describe('uploading seasons', () => {
  async function chooseFile(responses: FakeResponses) {
    const admin = await renderAdmin(responses)
    await admin.screen.getByText('Upload seasons').click()
    await admin.screen.getByLabelText('Files').upload(CSV_FILE)
    await admin.screen.getByRole('button', { name: 'Check 1 file' }).click()
    return admin
  }
  const answersOf = (body: unknown) => (body instanceof FormData ? body.get('answers') : null)

  it('previews files, uploads them, shows the stored seasons and links to the templates', async () => {
    const { screen, requestsTo } = await chooseFile({ [PREVIEW]: buildPreview(), [UPLOAD]: UPLOADED })
    await expect
      .element(screen.getByRole('link', { name: 'final standings' }))
      .toHaveAttribute('href', '/api/league/Sunday/seasons/template/?kind=standings')
    const text = 'Standings and scores: 2 teams, 40 games. Regular season: 13 matchups. Champion: Buoys.'
    await expect.element(screen.getByText(text)).toBeVisible()
    expect(requestsTo('POST')).toHaveLength(1)
    await screen.getByRole('button', { name: 'Upload 1 season' }).click()
    await expect
      .element(screen.getByText('Stored 2009: final standings only, 10 teams, 0 games.'))
      .toBeVisible()
    expect(requestsTo('POST').map(({ body }) => answersOf(body))).toEqual([null, null])
    await expect.element(screen.getByRole('button', { name: 'Check files' })).toBeDisabled()
  })

  it('asks for the podium and uploads it', async () => {
    const questions = [{ kind: 'podium' as const }]
    const { screen, requestsTo } = await chooseFile({
      [PREVIEW]: buildPreview({ podium: [], questions }),
      [UPLOAD]: UPLOADED,
    })
    await expect.element(screen.getByText(/Champion unknown/)).toBeVisible()
    await expect.element(screen.getByLabelText('Runner-up in 2009')).toBeDisabled()
    await screen.getByLabelText('Champion in 2009').selectOptions('Buoys (Buoys Owner)')
    await screen.getByLabelText('Runner-up in 2009').selectOptions('Anchors (Anchors Owner)')
    await screen.getByRole('button', { name: 'Upload 1 season' }).click()
    await expect.poll(() => requestsTo('POST')).toHaveLength(2)
    expect(answersOf(requestsTo('POST')[1]?.body)).toBe('[{"season":2009,"podium":[2,1]}]')
  })

  it('previews again when the end of the regular season is chosen', async () => {
    const question = {
      kind: 'regular_season' as const,
      periods: [
        { period: 12, weeks: [12] },
        { period: 13, weeks: [] },
      ],
    }
    const { screen, requestsTo } = await chooseFile({
      [PREVIEW]: ({ body }) =>
        answersOf(body) === null
          ? buildPreview({ podium: [], questions: [question, { kind: 'podium' }] })
          : buildPreview({ questions: [question] }),
      [UPLOAD]: UPLOADED,
    })
    await screen.getByLabelText('Last week of the 2009 regular season').selectOptions('Week 12')
    await expect.element(screen.getByText(/Champion: Buoys/)).toBeVisible()
    await expect.element(screen.getByLabelText('Champion in 2009')).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Upload 1 season' }).click()
    await expect.poll(() => requestsTo('POST')).toHaveLength(3)
    expect(answersOf(requestsTo('POST')[2]?.body)).toBe('[{"season":2009,"regular_season_periods":12}]')
  })

  it('shows why files are rejected', async () => {
    const { screen } = await chooseFile({
      [PREVIEW]: errorResponse(400, 'invalid_input', 'a.csv: the file is empty.'),
    })
    await expect.element(screen.getByRole('alert')).toMatchTextContent('a.csv: the file is empty.')
    await expect.element(screen.getByRole('button', { name: 'Check 1 file' })).toBeEnabled()
  })

  it('shows how far the job is that an upload has to wait for, and keeps the files', async () => {
    let jobs = [JOB]
    let response: typeof UPLOADED | ReturnType<typeof errorResponse> = errorResponse(
      409,
      'job_running',
      'Past seasons of this league are being imported (started 2 minutes ago, 4 of 15 steps done).',
    )
    const { screen } = await chooseFile({
      [PREVIEW]: buildPreview(),
      [UPLOAD]: () => response,
      'GET /api/league/:league/jobs/': () => ({ jobs }),
    })
    const upload = screen.getByRole('button', { name: 'Upload 1 season' })
    await upload.click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('started 2 minutes ago, 4 of 15')
    // Once for the backfill, once for the upload.
    await expect.poll(() => screen.getByText('Reading 2014').elements()).toHaveLength(2)
    jobs = [{ ...JOB, state: 'done' }]
    await expect.element(screen.getByText(/It has finished. Your files are still here/)).toBeVisible()
    response = UPLOADED
    await upload.click()
    await expect.element(screen.getByText(/^Stored 2009/)).toBeVisible()
  })
})

it('shows why a picture was rejected', async () => {
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
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Only pictures can be uploaded.')
})

describe('the trophy picture', () => {
  const UPLOAD = 'POST /api/league/:league/trophy/'
  const TROPHY = { picture: '/api/league/Sunday/trophy/?v=1', description: 'A tin cup' }
  const cup = () => new File(['x'], 'cup.png', { type: 'image/png' })

  async function openTrophy(responses: FakeResponses, trophy: typeof TROPHY | null = null) {
    const { screen, requestsTo } = await renderAdmin(responses, { ...HISTORY, trophy })
    await screen.getByText('Trophy picture').click()
    return { screen, requestsTo, description: screen.getByLabelText('What the picture shows') }
  }

  it('is uploaded with its description', async () => {
    const { screen, requestsTo, description } = await openTrophy({ [UPLOAD]: TROPHY })
    await expect.element(screen.getByRole('button', { name: 'Save description' })).not.toBeInTheDocument()
    await description.fill('A tin cup')
    await screen.getByLabelText('Picture of the trophy').upload(cup())
    await expect.poll(() => requestsTo(UPLOAD)).toHaveLength(1)
    const [request] = requestsTo(UPLOAD)
    const { path = '', body } = request ?? {}
    expect(new URL(path, location.href).searchParams.get('description')).toBe('A tin cup')
    expect(body instanceof FormData && body.get('file')).toMatchObject({ name: 'cup.png' })
  })

  it('gets another description without another upload', async () => {
    const key = 'POST /api/league/:league/trophy/description/'
    const { screen, requestsTo, description } = await openTrophy({ [key]: { message: 'Saved.' } }, TROPHY)
    await expect.element(description).toHaveValue('A tin cup')
    const save = screen.getByRole('button', { name: 'Save description' })
    await expect.element(save).toBeDisabled()
    await description.fill('The old belt')
    await save.click()
    await expect
      .poll(() => requestsTo(key).map(({ body }) => body))
      .toEqual([{ description: 'The old belt' }])
  })

  it('is removed after a confirmation', async () => {
    const key = 'DELETE /api/league/:league/trophy/'
    const { screen, requestsTo } = await openTrophy({ [key]: { message: 'Removed.' } }, TROPHY)
    await screen.getByRole('button', { name: 'Remove the trophy picture' }).click()
    await screen.getByRole('button', { name: 'Remove picture' }).click()
    await expect.poll(() => requestsTo(key)).toHaveLength(1)
  })

  it('says why a file was rejected, and keeps the description', async () => {
    const { screen, description } = await openTrophy({
      [UPLOAD]: errorResponse(415, 'unsupported_media_type', 'Only images can be uploaded.'),
    })
    await description.fill('A tin cup')
    await screen.getByLabelText('Picture of the trophy').upload(cup())
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Only images can be uploaded.')
    await expect.element(description).toHaveValue('A tin cup')
  })
})
