import { expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { SourcesSection } from './sources-section.tsx'
import type { LeagueJob, Source } from './use-sources.ts'

const GET = 'GET /api/league/:league/sources/'
const ADD = 'POST /api/league/:league/sources/'
const JOBS = 'GET /api/league/:league/jobs/'
const REFRESH = 'POST /api/refresh/'
const BACKFILL = 'POST /api/league/:league/history/backfill-admin/'
const REMOVE = 'POST /api/league/:league/sources/remove/'

const OLD: Source = {
  id: 1,
  provider: 'espn',
  league_id: '4711',
  seasons: [2023, 2022],
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

it('adds a source with its first season', async () => {
  let sources: Source[] = [{ ...OLD, last_season: null }]
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ sources }),
    [ADD]: () => {
      sources = [OLD, CURRENT]
      return { message: 'ESPN added. Read its seasons next.', sources }
    },
  })
  await expect.element(screen.getByRole('button', { name: 'Add source' })).toBeDisabled()
  await screen.getByLabelText('ESPN league ID or URL').fill('815')
  await screen.getByLabelText('First season').fill('2024')
  await screen.getByRole('button', { name: 'Add source' }).click()
  await expect.element(screen.getByText('ESPN added. Read its seasons next.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'ESPN league 815' })).toBeVisible()
  expect(bodiesOf(ADD)).toEqual([{ provider: 'espn', league_id: '815', from: 2024, to: null }])
  await expect.element(screen.getByLabelText('ESPN league ID or URL')).toHaveValue('')
})

it('shows what an open source would keep before it is cut', async () => {
  const message = 'ESPN league 4711 would be read for the seasons since 2020 only.'
  let isAllowed = false
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ sources: [OLD] }),
    [ADD]: () =>
      isAllowed
        ? { message: 'ESPN added. Read its seasons next.', sources: [OLD] }
        : errorResponse(409, 'source_cut', message),
  })
  await screen.getByLabelText('ESPN league ID or URL').fill('815')
  await screen.getByLabelText('First season').fill('2018')
  await screen.getByLabelText('Last season (optional)').fill('2019')
  await screen.getByRole('button', { name: 'Add source' }).click()
  await expect.element(screen.getByText(message)).toBeVisible()
  isAllowed = true
  await screen.getByRole('button', { name: 'Add it anyway' }).click()
  await expect.element(screen.getByText('ESPN added. Read its seasons next.')).toBeVisible()
  const source = { provider: 'espn', league_id: '815', from: 2018, to: 2019 }
  expect(bodiesOf(ADD)).toEqual([source, { ...source, cut: true }])
})

it('adds a league of Sleeper by the address of its page', async () => {
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ sources: [OLD] }),
    [ADD]: () => ({ message: 'Sleeper added. Read its seasons next.', sources: [OLD] }),
  })
  await screen.getByRole('radio', { name: 'Sleeper' }).click()
  const url = 'https://sleeper.com/leagues/900000000000000001/team'
  await screen.getByLabelText('Sleeper league ID, URL or username').fill(url)
  await screen.getByLabelText('First season').fill('2024')
  await screen.getByRole('button', { name: 'Add source' }).click()
  await expect.element(screen.getByText('Sleeper added. Read its seasons next.')).toBeVisible()
  expect(bodiesOf(ADD)).toEqual([{ provider: 'sleeper', league_id: url, from: 2024, to: null }])
})

it('adds a league of Sleeper that is chosen from those of a user', async () => {
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ sources: [OLD] }),
    [ADD]: () => ({ message: 'Sleeper added. Read its seasons next.', sources: [OLD] }),
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
    .toEqual([{ provider: 'sleeper', league_id: '918335334096846848', from: 2024, to: null }])
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
    .toEqual([{ provider: 'espn', league_id: '815', from: 2024, to: null }])
})

it('removes a source after a confirmation', async () => {
  let sources: Source[] = [OLD]
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ sources }),
    [REMOVE]: () => {
      sources = []
      return { message: 'ESPN removed. The stored seasons stay.', sources }
    },
  })
  await screen.getByRole('button', { name: 'Remove ESPN league 4711' }).click()
  expect(bodiesOf(REMOVE)).toEqual([])
  await screen.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(screen.getByText('No source. The stored seasons are not refreshed.')).toBeVisible()
  expect(bodiesOf(REMOVE)).toEqual([{ id: 1 }])
})

it('reads all seasons of a source that has none yet, and says how it ended', async () => {
  let sources: Source[] = [OLD, { ...CURRENT, seasons: [] }]
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ sources }),
    [REFRESH]: { ok: true, log: '', error: null, progress: null },
    [BACKFILL]: () => {
      sources = [OLD, CURRENT]
      return {
        ingested: [2025],
        skipped: [2024],
        failed: [{ year: 2026, reason: 'ESPN is down.' }],
        aggregate: { managers: 4 },
      }
    },
  })
  await expect.element(screen.getByText('Since 2024 · 0 seasons stored')).toBeVisible()
  const buttons = screen.getByRole('button', { name: /^Read its seasons:/ })
  expect(buttons.elements()).toHaveLength(1)
  await buttons.click()
  await expect.element(screen.getByText('Read 2024, 2025.')).toBeVisible()
  await expect.element(screen.getByText('2026: ESPN is down.')).toBeVisible()
  expect(bodiesOf(REFRESH)).toEqual([{ name: 'Sunday', season: null }])
  expect(bodiesOf(BACKFILL)).toEqual([{ start: 2024, end: null }])
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
