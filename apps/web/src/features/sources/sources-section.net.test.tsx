import { expect, it } from 'vitest'
import type { LeagueJob } from '../../api/operations.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { type Source, SourcesSection } from './sources-section.tsx'

const GET = 'GET /api/league/:league/sources/'
const ADD = 'POST /api/league/:league/sources/'
const JOBS = 'GET /api/league/:league/jobs/'
const EDIT = 'POST /api/league/:league/sources/edit/'
const READ = 'POST /api/league/:league/seasons/read/'
const REMOVE = 'POST /api/league/:league/sources/remove/'

const OLD: Source = {
  id: 1,
  provider: 'espn',
  league_id: '4711',
  seasons: [2023, 2022],
  missing: [],
  gives_back: [],
  first_season: null,
  last_season: 2023,
  url: 'https://fantasy.espn.com/football/league?leagueId=4711',
}
const RUNNING: LeagueJob = {
  id: 1,
  kind: 'backfill',
  state: 'running',
  step: 'Reading the 2023 season',
  done: 1,
  total: 4,
  asked_by: 'greta',
  created_at: '2026-11-23T12:00:00.000Z',
  started_at: '2026-11-23T12:00:00.000Z',
  ended_at: null,
  backfill: null,
}
const ENDED: LeagueJob = {
  ...RUNNING,
  state: 'done',
  step: '',
  backfill: { ingested: [2025], skipped: [], failed: [{ year: 2026, reason: 'ESPN is down.' }] },
}
const CURRENT: Source = {
  ...OLD,
  id: 2,
  league_id: '815',
  seasons: [2024],
  first_season: 2024,
  last_season: null,
}

async function renderSection(responses: FakeResponses) {
  const server = fakeServer({ [JOBS]: { jobs: [] }, ...responses })
  const screen = await renderWithProviders(
    <SourcesSection
      league="Sunday"
      renderLeagues={(username, onChoose) => (
        <button type="button" onClick={() => onChoose('918335334096846848')}>
          Leagues of {username}
        </button>
      )}
    />,
  )
  const bodiesOf = (key: string) =>
    server.requests.filter((request) => request.key === key).map(({ body }) => body)
  return { screen, bodiesOf }
}

it('lists the sources with their seasons', async () => {
  const { screen } = await renderSection({ [GET]: () => ({ sources: [OLD, CURRENT] }) })
  await expect.element(screen.getByRole('link', { name: 'ESPN league 4711' })).toBeVisible()
  await expect.element(screen.getByText('Until 2023 · 2 seasons stored')).toBeVisible()
  await expect.element(screen.getByText('Since 2024 · 1 season stored')).toBeVisible()
})

it('adds a source after it was shown which seasons come from where', async () => {
  let sources: Source[] = [{ ...OLD, last_season: null }]
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ sources }),
    [ADD]: ({ body }) => {
      const after = [OLD, CURRENT]
      if ((body as { preview: boolean }).preview)
        return { message: 'No stored season changes.', sources: [OLD, { ...CURRENT, id: 0 }] }
      sources = after
      return { message: 'ESPN added. Read its seasons next.', sources }
    },
  })
  await expect.element(screen.getByRole('button', { name: 'Add source' })).toBeDisabled()
  await screen.getByLabelText('ESPN league ID or URL').fill('815')
  await screen.getByLabelText('First season').fill('2024')
  await screen.getByRole('button', { name: 'Add source' }).click()
  const changes = screen.getByRole('region', { name: 'What changes' })
  await expect.element(changes.getByText('No stored season changes.')).toBeVisible()
  await expect.element(changes).toMatchTextContent(/ESPN league 4711.*All seasons.*Until 2023/)
  await expect.element(changes).toMatchTextContent(/ESPN league 815.*New.*Since 2024/)
  await screen.getByRole('button', { name: 'Add this source' }).click()
  await expect.element(screen.getByText('ESPN added. Read its seasons next.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'ESPN league 815' })).toBeVisible()
  const source = { provider: 'espn', league_id: '815', from: 2024, to: null }
  expect(bodiesOf(ADD)).toEqual([
    { ...source, preview: true },
    { ...source, preview: false },
  ])
  await expect.element(screen.getByLabelText('ESPN league ID or URL')).toHaveValue('')
})

it('edits the seasons of a source after they were shown', async () => {
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ sources: [OLD, CURRENT] }),
    [EDIT]: () => ({
      message: 'No stored season changes.',
      sources: [OLD, { ...CURRENT, first_season: 2025 }],
    }),
  })
  await screen.getByRole('button', { name: 'Edit seasons of ESPN league 815' }).click()
  const form = screen.getByRole('form', { name: 'Seasons of ESPN league 815' })
  await form.getByLabelText('First season').fill('2025')
  await form.getByRole('button', { name: 'Show what changes' }).click()
  await expect.element(screen.getByText('Until 2023, as before')).toBeVisible()
  await screen.getByRole('button', { name: 'Save' }).click()
  const range = { id: 2, from: 2025, to: null }
  await expect
    .poll(() => bodiesOf(EDIT))
    .toEqual([
      { ...range, preview: true },
      { ...range, preview: false },
    ])
})

it('adds a league of Sleeper by the address of its page', async () => {
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ sources: [OLD] }),
    [ADD]: () => ({ message: 'No stored season changes.', sources: [OLD] }),
  })
  await screen.getByRole('radio', { name: 'Sleeper' }).click()
  const url = 'https://sleeper.com/leagues/900000000000000001/team'
  await screen.getByLabelText('Sleeper league ID, URL or username').fill(url)
  await screen.getByLabelText('First season').fill('2024')
  await screen.getByRole('button', { name: 'Add source' }).click()
  await expect.element(screen.getByText('No stored season changes.')).toBeVisible()
  expect(bodiesOf(ADD)).toEqual([
    { provider: 'sleeper', league_id: url, from: 2024, to: null, preview: true },
  ])
})

it('adds a league of Sleeper that is chosen from those of a user', async () => {
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ sources: [OLD] }),
    [ADD]: () => ({ message: 'No stored season changes.', sources: [OLD] }),
  })
  await screen.getByRole('radio', { name: 'Sleeper' }).click()
  const field = screen.getByLabelText('Sleeper league ID, URL or username')
  await field.fill('ada_m')
  await screen.getByLabelText('First season').fill('2024')
  await screen.getByRole('button', { name: 'Find leagues' }).click()
  expect(bodiesOf(ADD)).toEqual([])
  await screen.getByRole('button', { name: 'Leagues of ada_m' }).click()
  await expect.element(field).toHaveValue('918335334096846848')
  await expect.element(screen.getByRole('button', { name: 'Add source' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Add source' }).click()
  await expect
    .poll(() => bodiesOf(ADD))
    .toEqual([{ provider: 'sleeper', league_id: '918335334096846848', from: 2024, to: null, preview: true }])
})

it('chooses the platform of a pasted address', async () => {
  const { screen } = await renderSection({ [GET]: () => ({ sources: [OLD] }) })
  await screen.getByLabelText('ESPN league ID or URL').fill('https://sleeper.com/leagues/918335334096846848')
  await expect.element(screen.getByRole('radio', { name: 'Sleeper' })).toBeChecked()
})

it('keeps what was entered when the seasons overlap, and says so', async () => {
  const { screen } = await renderSection({
    [GET]: () => ({ sources: [OLD] }),
    [ADD]: () => errorResponse(409, 'source_overlaps', 'Another source has some of these seasons.'),
  })
  await screen.getByLabelText('ESPN league ID or URL').fill('815')
  await screen.getByRole('button', { name: 'Add source' }).click()
  await expect.element(screen.getByText('Another source has some of these seasons.')).toBeVisible()
  await expect.element(screen.getByLabelText('ESPN league ID or URL')).toHaveValue('815')
})

it('adds nothing while a season is not a year', async () => {
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ sources: [OLD] }),
    [ADD]: () => ({ message: 'ESPN added. Read its seasons next.', sources: [OLD] }),
  })
  await screen.getByLabelText('ESPN league ID or URL').fill('815')
  await screen.getByLabelText('First season').fill('2024/25')
  await screen.getByRole('button', { name: 'Add source' }).click()
  await expect.element(screen.getByText('Enter a year, such as 2024.')).toBeVisible()
  expect(bodiesOf(ADD)).toEqual([])
  await screen.getByLabelText('First season').fill('2024')
  await screen.getByRole('button', { name: 'Add source' }).click()
  await expect
    .poll(() => bodiesOf(ADD))
    .toEqual([{ provider: 'espn', league_id: '815', from: 2024, to: null, preview: true }])
})

it('removes a source after a confirmation', async () => {
  const gives_back = [{ provider: 'espn' as const, league_id: '815', first_season: null, last_season: null }]
  let sources: Source[] = [{ ...OLD, gives_back }]
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ sources }),
    [REMOVE]: () => {
      sources = []
      return { message: 'ESPN removed. The stored seasons stay.', sources }
    },
  })
  await screen.getByRole('button', { name: 'Remove ESPN league 4711' }).click()
  await expect.element(screen.getByText(/ESPN league 815 is read for all seasons again\./)).toBeVisible()
  expect(bodiesOf(REMOVE)).toEqual([])
  await screen.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(screen.getByText('No source. The stored seasons are not refreshed.')).toBeVisible()
  expect(bodiesOf(REMOVE)).toEqual([{ id: 1 }])
})

it('reads the missing seasons of a source, and says how that ended', async () => {
  let isRead = false
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ sources: [OLD, { ...CURRENT, missing: isRead ? [] : [2026, 2025] }] }),
    [JOBS]: () => ({ jobs: isRead ? [ENDED] : [] }),
    [READ]: () => {
      isRead = true
      return { message: 'Reading the seasons.' }
    },
  })
  await expect.element(screen.getByText('Since 2024 · 1 season stored · 2025–2026 missing')).toBeVisible()
  const buttons = screen.getByRole('button', { name: /^Read its seasons:/ })
  expect(buttons.elements()).toHaveLength(1)
  await buttons.click()
  await expect.element(screen.getByText('Read 2025.')).toBeVisible()
  await expect.element(screen.getByText('2026: ESPN is down.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Try again:/ })).toBeVisible()
  expect(bodiesOf(READ)).toEqual([{ from: 2024, to: null }])
})

it('shows the progress of a job that runs, also after a reload', async () => {
  const { screen } = await renderSection({
    [GET]: { sources: [{ ...CURRENT, seasons: [] }] },
    [JOBS]: { jobs: [RUNNING] },
  })
  await expect.element(screen.getByRole('progressbar', { name: 'Reading ESPN league 815' })).toBeVisible()
  await expect.element(screen.getByText('Reading the 2023 season')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Read its seasons:/ })).not.toBeInTheDocument()
})
