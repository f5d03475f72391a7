import { expect, it, vi } from 'vitest'
import { buildLeagueMeta } from '../../../testing/account-fixtures.ts'
import {
  conflictResponse,
  errorResponse,
  type FakeResponses,
  fakeServer,
} from '../../../testing/fake-server.ts'
import { buildRecapCard } from '../../../testing/recap-fixtures.ts'
import { renderWithClient, renderWithProviders } from '../../../testing/render.tsx'
import { MembersSection } from '../members/members-section.tsx'
import { ImportLeagueForm } from './create-league-form.tsx'
import { type LeagueSettings, SettingsSection } from './settings-section.tsx'
import { DeleteLeagueSection } from './storage-section.tsx'

const SAVE_SETTINGS = 'POST /api/league/:league/settings/'
const REMOVE_MEMBER = 'POST /api/league/:league/members/remove/'
const DELETE_LEAGUE = 'POST /api/league/:league/delete/'
const IMPORT_LEAGUE = 'POST /api/import-league/'

const SAVED_SETTINGS: LeagueSettings = {
  name: 'Sunday',
  season_note: '',
  has_betslip: false,
  hides_picks: false,
  hides_picks_from: null,
  has_recap: true,
  recap_sections: ['results', 'awards', 'power', 'odds', 'records', 'standings'],
  google_sheet_id: '',
  google_sheet_gid: '',
  espn_league_id: 1234,
}

async function renderSettings(responses: FakeResponses = {}) {
  const server = fakeServer({
    'GET /api/league/:league/settings/': SAVED_SETTINGS,
    'GET /api/league/:league/meta/': buildLeagueMeta(),
    ...responses,
  })
  const onRenamed = vi.fn<(name: string) => void>()
  const screen = await renderWithProviders(
    <SettingsSection league="Sunday" canManage onRenamed={onRenamed} />,
  )
  const sentBodies = () => server.requests.filter(({ key }) => key === SAVE_SETTINGS).map(({ body }) => body)
  return { screen, sentBodies, onRenamed, save: screen.getByRole('button', { name: /Save/ }) }
}

it('saves changed settings and reports a new league name', async () => {
  const changedSettings = { ...SAVED_SETTINGS, name: 'Monday', season_note: 'Keepers!', has_betslip: true }
  const { screen, sentBodies, onRenamed, save } = await renderSettings({
    [SAVE_SETTINGS]: { message: 'Saved.', settings: changedSettings },
  })
  await expect.element(save).toBeDisabled()
  await screen.getByLabelText('League name').fill('Monday')
  await screen.getByLabelText('Season note (optional)').fill('Keepers!')
  await screen.getByLabelText('Enable the Betslip page').click()
  await save.click()
  await expect.poll(sentBodies).toEqual([
    {
      name: 'Monday',
      season_note: 'Keepers!',
      has_betslip: true,
      expected: { name: 'Sunday', season_note: '', has_betslip: false },
    },
  ])
  await expect.poll(() => onRenamed.mock.calls).toEqual([['Monday']])
})

/** Two changed settings, one of which somebody else has changed in the meantime. */
async function renderConflict() {
  let stored = SAVED_SETTINGS
  const section = await renderSettings({
    'GET /api/league/:league/settings/': () => stored,
    [SAVE_SETTINGS]: ({ body }) => {
      const { expected, ...changes } = body as { expected: { season_note?: string } }
      if (expected.season_note === '') {
        stored = { ...SAVED_SETTINGS, season_note: 'Theirs.' }
        return conflictResponse({ season_note: 'Theirs.' })
      }
      stored = { ...stored, ...changes }
      return { message: 'Saved.', settings: stored }
    },
  })
  const note = section.screen.getByLabelText('Season note (optional)')
  await note.fill('Mine.')
  await section.screen.getByLabelText('Post a weekly recap every Tuesday and pin it').click()
  await section.save.click()
  await expect
    .element(section.screen.getByText(/rowan changed the season note to “Theirs\.” while you were editing\./))
    .toBeVisible()
  await expect.element(note).toHaveValue('Mine.')
  return { ...section, note }
}

it('saves over a newer value after the user has seen it', async () => {
  const { screen, sentBodies, save } = await renderConflict()
  await screen.getByRole('button', { name: 'Save mine' }).click()
  await expect.element(save).toMatchTextContent('Saved')
  expect(sentBodies().at(-1)).toEqual({
    season_note: 'Mine.',
    has_recap: false,
    expected: { season_note: 'Theirs.', has_recap: true },
  })
  await expect.element(screen.getByText(/while you were editing/)).not.toBeInTheDocument()
})

it('keeps a newer value and the other unsaved changes', async () => {
  const { screen, sentBodies, save, note } = await renderConflict()
  await screen.getByRole('button', { name: 'Keep theirs' }).click()
  await expect.element(note).toHaveValue('Theirs.')
  await save.click()
  await expect.element(save).toMatchTextContent('Saved')
  expect(sentBodies().at(-1)).toEqual({ has_recap: false, expected: { has_recap: true } })
})

it('keeps what was typed when the settings are read again', async () => {
  let stored = SAVED_SETTINGS
  fakeServer({
    'GET /api/league/:league/settings/': () => stored,
    'GET /api/league/:league/meta/': buildLeagueMeta(),
  })
  const { screen, client } = await renderWithClient(
    <SettingsSection league="Sunday" canManage onRenamed={() => undefined} />,
  )
  await screen.getByLabelText('Season note (optional)').fill('Mine.')
  stored = { ...SAVED_SETTINGS, google_sheet_gid: '7' }
  await client.invalidateQueries()
  await expect.element(screen.getByLabelText('Sheet tab gid (optional)')).toHaveValue('7')
  await expect.element(screen.getByLabelText('Season note (optional)')).toHaveValue('Mine.')
})

it('says when a league has no recaps', async () => {
  const { screen } = await renderSettings({
    'GET /api/league/:league/meta/': buildLeagueMeta({ scoring_format: 'categories' }),
  })
  await expect.element(screen.getByText('Only seasons with head-to-head points have recaps.')).toBeVisible()
})

it('fills in the sheet tab from a pasted URL', async () => {
  const { screen, sentBodies, save } = await renderSettings({
    [SAVE_SETTINGS]: { message: 'Saved.', settings: SAVED_SETTINGS },
  })
  const url = 'https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz/edit#gid=42'
  await screen.getByLabelText('Google Sheet ID or URL (optional)').fill(url)
  await save.click()
  await expect.poll(sentBodies).toEqual([
    {
      google_sheet_id: url,
      google_sheet_gid: '42',
      expected: { google_sheet_id: '', google_sheet_gid: '' },
    },
  ])
})

it('asks before a new ESPN league ID deletes stored seasons, then reads that league', async () => {
  const question = 'The 2026 season of ESPN league 1234 is stored. Changing the ID deletes it.'
  let settings = SAVED_SETTINGS
  const { screen, sentBodies, save } = await renderSettings({
    'GET /api/league/:league/settings/': () => settings,
    [SAVE_SETTINGS]: ({ body }) => {
      if (!('deletes_espn_seasons' in (body as object)))
        return errorResponse(409, 'espn_seasons_stored', question)
      settings = { ...SAVED_SETTINGS, espn_league_id: 5678 }
      return { message: 'Saved.', settings }
    },
    'POST /api/refresh-espn/': { ok: true, log: '', error: null, progress: null },
  })
  await screen.getByLabelText('ESPN league ID or URL').fill('https://fantasy.espn.com/?leagueId=5678')
  await save.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(question)
  await screen.getByRole('button', { name: 'Change the ID and delete these seasons' }).click()
  await expect
    .element(screen.getByText(/ESPN league ID changed to 5678\. Next, assign its teams/))
    .toBeVisible()
  expect(sentBodies().at(-1)).toMatchObject({ deletes_espn_seasons: true })
  await expect.element(screen.getByLabelText('ESPN league ID or URL')).toHaveValue('5678')
})

it('shows an unreadable ESPN league ID and keeps the typed text', async () => {
  const message = 'Enter ESPN leagueId or URL containing leagueId=…'
  const { screen, save } = await renderSettings({
    [SAVE_SETTINGS]: errorResponse(400, 'league_id_required', message),
  })
  await screen.getByLabelText('ESPN league ID or URL').fill('my league')
  await save.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(message)
  await expect.element(screen.getByLabelText('ESPN league ID or URL')).toHaveValue('my league')
})

it('removes a member after confirmation', async () => {
  const member = {
    username: 'rowan',
    name: 'Rowan Field',
    role: 'player',
    team: 'Anchors',
    since: '2026-10-01T00:00:00Z',
  } as const
  const server = fakeServer({
    'GET /api/league/:league/members/': { members: [member] },
    [REMOVE_MEMBER]: { message: 'rowan was removed from Sunday.' },
  })
  const screen = await renderWithProviders(<MembersSection league="Sunday" canManage />)
  await expect.element(screen.getByRole('listitem')).toMatchTextContent('Rowan FieldPlayer · rowan · Anchors')
  await screen.getByRole('button', { name: 'Remove rowan' }).click()
  expect(server.requests.some(({ key }) => key === REMOVE_MEMBER)).toBe(false)
  await screen.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(screen.getByText('rowan was removed from Sunday.')).toBeVisible()
  expect(server.requests.find(({ key }) => key === REMOVE_MEMBER)?.body).toEqual({ username: 'rowan' })
})

it('offers the archive, and deletes a league only after its name is typed', async () => {
  const server = fakeServer({ [DELETE_LEAGUE]: { message: 'League A & B deleted.' } })
  const onDeleted = vi.fn<() => void>()
  const screen = await renderWithProviders(
    <DeleteLeagueSection league="A & B" canManage onDeleted={onDeleted} />,
  )
  await expect
    .element(screen.getByRole('link', { name: 'Download the A & B archive' }))
    .toHaveAttribute('href', '/api/league/A%20%26%20B/export/')
  const button = screen.getByRole('button', { name: 'Delete permanently' })
  await screen.getByRole('textbox').fill('a & b')
  await expect.element(button).toBeDisabled()
  await screen.getByRole('textbox').fill('A & B')
  await button.click()
  await expect.poll(() => onDeleted.mock.calls.length).toBe(1)
  expect(server.requests.find(({ key }) => key === DELETE_LEAGUE)).toMatchObject({
    params: { league: 'A & B' },
    body: { name: 'A & B' },
  })
})

it('imports an archive and lists the accounts that need a password reset', async () => {
  const server = fakeServer({
    [IMPORT_LEAGUE]: {
      message: 'League Sunday imported.',
      league: 'Sunday',
      matched: ['ada'],
      created: ['rowan'],
    },
  })
  const onImported = vi.fn<(league: string) => void>()
  const screen = await renderWithProviders(<ImportLeagueForm onImported={onImported} />)
  await screen.getByRole('button', { name: 'Import league' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Choose an archive.')
  expect(server.requests).toEqual([])
  await screen.getByLabelText('Archive').upload(new File(['PK'], 'sunday.zip'))
  await screen.getByRole('button', { name: 'Import league' }).click()
  await expect
    .element(screen.getByText('New accounts: rowan. Reset their passwords so they can sign in.'))
    .toBeVisible()
  await expect
    .element(
      screen.getByText(/^Not linked to the accounts with the same username: ada\. They can ask for it/),
    )
    .toBeVisible()
  expect(onImported).toHaveBeenCalledWith('Sunday')
})

it('shows no controls to users who are not league admins', async () => {
  fakeServer({})
  const screen = await renderWithProviders(
    <>
      <SettingsSection league="Sunday" canManage={false} onRenamed={vi.fn<(name: string) => void>()} />
      <MembersSection league="Sunday" canManage={false} />
      <DeleteLeagueSection league="Sunday" canManage={false} onDeleted={vi.fn<() => void>()} />
    </>,
  )
  await expect.element(screen.getByText('Only league admins can change the settings.')).toBeVisible()
  await expect.element(screen.getByText('Only league admins can export or delete the league.')).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})

it('says when a change of hidden picks takes effect', async () => {
  const { screen } = await renderSettings({
    'GET /api/league/:league/settings/': { ...SAVED_SETTINGS, hides_picks_from: '2026-10-13T09:00:00.000Z' },
  })
  await expect
    .element(screen.getByText(/^Picks will be visible when the next betting week starts: Oct 13, 2026/))
    .toBeVisible()
})

it('saves the sections of the recap, and previews them', async () => {
  const GET_PREVIEW = 'GET /api/league/:league/recap/preview/'
  const saved: LeagueSettings = { ...SAVED_SETTINGS, recap_sections: ['results', 'standings'] }
  const { screen, sentBodies, save } = await renderSettings({
    [SAVE_SETTINGS]: { message: 'Saved.', settings: saved },
    [GET_PREVIEW]: { recap: buildRecapCard() },
  })
  for (const name of ['Weekly awards', 'Power ranking', 'Playoff odds', 'Broken records'])
    await screen.getByLabelText(name).click()
  await screen.getByRole('button', { name: 'Preview' }).click()
  await expect.element(screen.getByText('A narrow escape for Anchors')).toBeVisible()
  await save.click()
  await expect.poll(sentBodies).toMatchObject([{ recap_sections: ['results', 'standings'] }])
})
