import { describe, expect, it, vi } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../../testing/fake-server.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { CreateLeagueForm } from './create-league-form.tsx'

const SHEET_ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz'

const REFRESHED = { ok: true, log: 'Sunday 2026: ok, saved', error: null, progress: null }

async function renderForm(responses: FakeResponses = {}) {
  const server = fakeServer({
    'POST /api/create-league/': { message: 'League created.' },
    'POST /api/refresh-espn/': REFRESHED,
    ...responses,
  })
  const onCreated = vi.fn<(league: string) => void>()
  const createRequest = () => server.requests.find(({ key }) => key === 'POST /api/create-league/')?.body
  const screen = await renderWithProviders(<CreateLeagueForm onCreated={onCreated} />)
  return {
    screen,
    server,
    onCreated,
    createRequest,
    submit: screen.getByRole('button', { name: 'Create league' }),
  }
}

it('requires a name and a league id', async () => {
  const { screen, server, submit } = await renderForm()
  await submit.click()
  await expect.element(screen.getByText('League name required.')).toBeVisible()
  await expect.element(screen.getByText('Enter ESPN leagueId or URL containing leagueId=…')).toBeVisible()
  expect(server.requests).toEqual([])
})

it('shows the IDs found in the pasted URLs', async () => {
  const { screen } = await renderForm()
  await screen
    .getByLabelText('ESPN league ID or URL')
    .fill('https://fantasy.espn.com/football/league?leagueId=1234&x=1')
  await expect.element(screen.getByText('ESPN league 1234')).toBeVisible()
  await screen
    .getByLabelText('Google Sheet ID or URL (optional)')
    .fill(`https://docs.google.com/spreadsheets/d/${SHEET_ID}/edit#gid=42`)
  await expect.element(screen.getByText(`Sheet ${SHEET_ID}, tab 42`)).toBeVisible()
  await expect.element(screen.getByLabelText('Sheet tab gid (optional)')).toHaveValue('42')
})

it('fills in the tab only from a whole URL, because a typed ID can start with digits', async () => {
  const { screen, createRequest, submit } = await renderForm()
  const sheetField = screen.getByLabelText('Google Sheet ID or URL (optional)')
  await sheetField.fill('1')
  await expect.element(screen.getByText('Tab 1')).toBeVisible()
  await sheetField.fill(SHEET_ID)
  await expect.element(screen.getByLabelText('Sheet tab gid (optional)')).toHaveValue('')
  await screen.getByLabelText('League name').fill('Sunday')
  await screen.getByLabelText('ESPN league ID or URL').fill('1234')
  await submit.click()
  await expect.poll(createRequest).toMatchObject({ google_sheet_id: SHEET_ID, google_sheet_gid: null })
})

it('submits unreadable sheet values so that the server can report the error', async () => {
  const { screen, createRequest, submit } = await renderForm()
  await screen.getByLabelText('League name').fill('Sunday')
  await screen.getByLabelText('ESPN league ID or URL').fill('1234')
  await screen.getByLabelText('Google Sheet ID or URL (optional)').fill('my sheet')
  await screen.getByLabelText('Sheet tab gid (optional)').fill('the second')
  await submit.click()
  await expect
    .poll(createRequest)
    .toMatchObject({ google_sheet_id: 'my sheet', google_sheet_gid: 'the second' })
})

it('creates the league with the parsed values', async () => {
  const { screen, createRequest, submit, onCreated } = await renderForm()
  await screen.getByLabelText('League name').fill('  Sunday Night Lights ')
  await screen.getByLabelText('ESPN league ID or URL').fill('1234')
  await screen.getByLabelText('Google Sheet ID or URL (optional)').fill(SHEET_ID)
  await submit.click()
  await expect.element(screen.getByText('League Sunday Night Lights created.')).toBeVisible()
  expect(createRequest()).toEqual({
    name: 'Sunday Night Lights',
    espn_league_id: 1234,
    google_sheet_id: SHEET_ID,
    google_sheet_gid: null,
  })
  expect(onCreated).toHaveBeenCalledExactlyOnceWith('Sunday Night Lights')
})

it('shows the server error when the league cannot be created', async () => {
  const { screen, submit } = await renderForm({
    'POST /api/create-league/': errorResponse(409, 'league_name_taken', 'A league with that name exists.'),
  })
  await screen.getByLabelText('League name').fill('Sunday')
  await screen.getByLabelText('ESPN league ID or URL').fill('1234')
  await submit.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('A league with that name exists.')
})

describe('the first refresh', () => {
  async function createLeague(responses: FakeResponses) {
    const rendered = await renderForm(responses)
    await rendered.screen.getByLabelText('League name').fill('Sunday')
    await rendered.screen.getByLabelText('ESPN league ID or URL').fill('1234')
    await rendered.submit.click()
    return rendered
  }

  it('shows its progress, and what to do next', async () => {
    let respond: (response: typeof REFRESHED) => void = () => undefined
    const { screen, server } = await createLeague({
      'POST /api/refresh-espn/': () => new Promise((resolve) => (respond = resolve)),
    })
    await expect.element(screen.getByText('League Sunday created.')).toBeVisible()
    await expect.element(screen.getByRole('progressbar', { name: 'Reading Sunday from ESPN' })).toBeVisible()
    expect(server.requests.at(-1)?.body).toEqual({ name: 'Sunday' })
    respond(REFRESHED)
    await expect.element(screen.getByText(/Next, assign its teams under Team assignments/)).toBeVisible()
    expect(screen.getByRole('progressbar').elements()).toEqual([])
  })

  it.each([
    "Sunday: ESPN couldn't find league 1234. Correct the ESPN league ID in the league settings.",
    'Sunday: This league is private on ESPN. Add the SWID and espn_s2 cookies of a league member to read it.',
  ])('warns when the league cannot be read, and tries again: %s', async (error) => {
    let responses = [{ ...REFRESHED, ok: false, error }, REFRESHED]
    const { screen } = await createLeague({
      'POST /api/refresh-espn/': () => {
        const [response = REFRESHED, ...rest] = responses
        responses = rest
        return response
      },
    })
    const notice = screen.getByRole('status')
    await expect.element(notice).toHaveAttribute('data-tone', 'warn')
    await expect.element(notice).toMatchTextContent(error)
    await expect.element(notice).toMatchTextContent('League Sunday created.')
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText(/Next, assign its teams/)).toBeVisible()
    await expect.element(screen.getByText(error)).not.toBeInTheDocument()
  })
})
