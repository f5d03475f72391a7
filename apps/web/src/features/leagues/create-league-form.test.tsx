import { expect, it, vi } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { CreateLeagueForm } from './create-league-form.tsx'

const SHEET_ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz'

async function renderForm(
  answers: FakeResponses = { 'POST /api/create-league/': { message: 'League created.' } },
) {
  const server = fakeServer(answers)
  const onCreated = vi.fn<(league: string) => void>()
  const screen = await renderWithProviders(<CreateLeagueForm onCreated={onCreated} />)
  return { screen, server, onCreated, submit: screen.getByRole('button', { name: 'Create league' }) }
}

it('asks for a name and a league id', async () => {
  const { screen, server, submit } = await renderForm()
  await submit.click()
  await expect.element(screen.getByText('League name required.')).toBeVisible()
  await expect.element(screen.getByText('Enter ESPN leagueId or URL containing leagueId=…')).toBeVisible()
  expect(server.requests).toEqual([])
})

it('shows at once what it reads in the pasted addresses', async () => {
  const { screen } = await renderForm()
  await screen
    .getByLabelText('ESPN league id or address')
    .fill('https://fantasy.espn.com/football/league?leagueId=1234&x=1')
  await expect.element(screen.getByText('ESPN league 1234')).toBeVisible()
  await screen
    .getByLabelText('Google Sheet id or address (optional)')
    .fill(`https://docs.google.com/spreadsheets/d/${SHEET_ID}/edit#gid=42`)
  await expect.element(screen.getByText(`Sheet ${SHEET_ID}, tab 42`)).toBeVisible()
  await expect.element(screen.getByLabelText('Sheet tab gid (optional)')).toHaveValue('42')
})

it('takes a tab from an address alone: an id that is typed begins with digits, too', async () => {
  const { screen, server, submit } = await renderForm()
  const sheet = screen.getByLabelText('Google Sheet id or address (optional)')
  await sheet.fill('1')
  await expect.element(screen.getByText('Tab 1')).toBeVisible()
  await sheet.fill(SHEET_ID)
  await expect.element(screen.getByLabelText('Sheet tab gid (optional)')).toHaveValue('')
  await screen.getByLabelText('League name').fill('Sunday')
  await screen.getByLabelText('ESPN league id or address').fill('1234')
  await submit.click()
  await expect
    .poll(() => server.requests.at(-1)?.body)
    .toMatchObject({ google_sheet_id: SHEET_ID, google_sheet_gid: null })
})

it('does not drop what it cannot read: the server says what is wrong with it', async () => {
  const { screen, server, submit } = await renderForm()
  await screen.getByLabelText('League name').fill('Sunday')
  await screen.getByLabelText('ESPN league id or address').fill('1234')
  await screen.getByLabelText('Google Sheet id or address (optional)').fill('my sheet')
  await screen.getByLabelText('Sheet tab gid (optional)').fill('the second')
  await submit.click()
  await expect
    .poll(() => server.requests.at(-1)?.body)
    .toMatchObject({ google_sheet_id: 'my sheet', google_sheet_gid: 'the second' })
})

it('creates the league with what it read', async () => {
  const { screen, server, submit, onCreated } = await renderForm()
  await screen.getByLabelText('League name').fill('  Sunday Night Lights ')
  await screen.getByLabelText('ESPN league id or address').fill('1234')
  await screen.getByLabelText('Google Sheet id or address (optional)').fill(SHEET_ID)
  await submit.click()
  await expect.element(screen.getByText('League created.')).toBeVisible()
  expect(server.requests.at(-1)?.body).toEqual({
    name: 'Sunday Night Lights',
    espn_league_id: 1234,
    google_sheet_id: SHEET_ID,
    google_sheet_gid: null,
  })
  expect(onCreated).toHaveBeenCalledExactlyOnceWith('Sunday Night Lights')
})

it('passes on why the server refuses', async () => {
  const { screen, submit } = await renderForm({
    'POST /api/create-league/': errorResponse(409, 'league_name_taken', 'A league with that name exists.'),
  })
  await screen.getByLabelText('League name').fill('Sunday')
  await screen.getByLabelText('ESPN league id or address').fill('1234')
  await submit.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('A league with that name exists.')
})
