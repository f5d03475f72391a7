import { expect, it, vi } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { DeleteLeagueSection } from './delete-league-section.tsx'
import { ImportLeagueForm } from './import-league-form.tsx'
import { MembersSection } from './members-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import type { LeagueSettings } from './use-league-settings.ts'

const SAVE_SETTINGS = 'POST /api/league/:league/settings/'
const REMOVE_MEMBER = 'POST /api/league/:league/members/remove/'
const DELETE_LEAGUE = 'POST /api/league/:league/delete/'
const IMPORT_LEAGUE = 'POST /api/import-league/'

const SAVED_SETTINGS: LeagueSettings = {
  name: 'Sunday',
  season_note: '',
  has_betslip: false,
  hides_picks: false,
  has_recap: true,
  google_sheet_id: '',
  google_sheet_gid: '',
}

async function renderSettings(answers: FakeResponses = {}) {
  const server = fakeServer({ 'GET /api/league/:league/settings/': SAVED_SETTINGS, ...answers })
  const onRenamed = vi.fn<(name: string) => void>()
  const screen = await renderWithProviders(
    <SettingsSection league="Sunday" canManage onRenamed={onRenamed} />,
  )
  const sentBodies = () => server.requests.filter(({ key }) => key === SAVE_SETTINGS).map(({ body }) => body)
  return { screen, sent: sentBodies, onRenamed, save: screen.getByRole('button', { name: /Save/ }) }
}

it('saves settings that were changed, and tells a new name', async () => {
  const after = { ...SAVED_SETTINGS, name: 'Monday', season_note: 'Keepers!', has_betslip: true }
  const { screen, sent, onRenamed, save } = await renderSettings({
    [SAVE_SETTINGS]: { message: 'Saved.', settings: after },
  })
  await expect.element(save).toBeDisabled()
  await screen.getByLabelText('League name').fill('Monday')
  await screen.getByLabelText('Season note (optional)').fill('Keepers!')
  await screen.getByLabelText('The league has the Betslip page').click()
  await save.click()
  await expect.poll(sent).toEqual([after])
  await expect.poll(() => onRenamed.mock.calls).toEqual([['Monday']])
})

it('says beside a setting what is wrong with it, and keeps what was typed', async () => {
  const { screen, save } = await renderSettings({
    [SAVE_SETTINGS]: errorResponse(400, 'invalid_input', 'No.', {
      google_sheet_id: 'That is not the address of a spreadsheet.',
    }),
  })
  const sheet = screen.getByLabelText('Google Sheet id or address (optional)')
  await sheet.fill('what')
  await save.click()
  await expect.element(sheet).toHaveAccessibleDescription('That is not the address of a spreadsheet.')
  await expect.element(sheet).toHaveValue('what')
})

it('takes the tab of the sheet from a pasted address', async () => {
  const { screen, sent, save } = await renderSettings({
    [SAVE_SETTINGS]: { message: 'Saved.', settings: SAVED_SETTINGS },
  })
  const address = 'https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz/edit#gid=42'
  await screen.getByLabelText('Google Sheet id or address (optional)').fill(address)
  await save.click()
  await expect.poll(sent).toEqual([{ ...SAVED_SETTINGS, google_sheet_id: address, google_sheet_gid: '42' }])
})

it('removes a member once that is confirmed', async () => {
  const member = {
    username: 'rowan',
    name: 'Rowan Field',
    role: 'player',
    team: 'Anchors',
    since: '2026-10-01T00:00:00Z',
  } as const
  const server = fakeServer({
    'GET /api/league/:league/members/': { members: [member] },
    [REMOVE_MEMBER]: { message: 'rowan is no member of Sunday any more.' },
  })
  const screen = await renderWithProviders(<MembersSection league="Sunday" canRun />)
  await expect.element(screen.getByRole('listitem')).toHaveTextContent('Rowan FieldPlayer · rowan · Anchors')
  await screen.getByRole('button', { name: 'Remove rowan' }).click()
  expect(server.requests.some(({ key }) => key === REMOVE_MEMBER)).toBe(false)
  await screen.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(screen.getByText('rowan is no member of Sunday any more.')).toBeVisible()
  expect(server.requests.find(({ key }) => key === REMOVE_MEMBER)?.body).toEqual({ username: 'rowan' })
})

it('offers the archive, and deletes a league only when its name is typed', async () => {
  const server = fakeServer({ [DELETE_LEAGUE]: { message: 'Gone.' } })
  const onDeleted = vi.fn<() => void>()
  const screen = await renderWithProviders(
    <DeleteLeagueSection league="A & B" canManage onDeleted={onDeleted} />,
  )
  await expect
    .element(screen.getByRole('link', { name: 'Download the archive of A & B' }))
    .toHaveAttribute('href', '/api/league/A%20%26%20B/export/')
  const button = screen.getByRole('button', { name: 'Delete for good' })
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

it('imports an archive, and tells who needs a password', async () => {
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
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Choose an archive.')
  expect(server.requests).toEqual([])
  await screen.getByLabelText('Archive').upload(new File(['PK'], 'sunday.zip'))
  await screen.getByRole('button', { name: 'Import league' }).click()
  await expect
    .element(screen.getByText('New accounts, which open once you reset their passwords: rowan.'))
    .toBeVisible()
  expect(onImported).toHaveBeenCalledWith('Sunday')
})

it('leaves everything to admins of the league', async () => {
  fakeServer({})
  const screen = await renderWithProviders(
    <>
      <SettingsSection league="Sunday" canManage={false} onRenamed={vi.fn<(name: string) => void>()} />
      <MembersSection league="Sunday" canRun={false} />
      <DeleteLeagueSection league="Sunday" canManage={false} onDeleted={vi.fn<() => void>()} />
    </>,
  )
  await expect.element(screen.getByText('Only an admin of this league changes its settings.')).toBeVisible()
  await expect.element(screen.getByText('Only an admin of a league exports or deletes it.')).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})
