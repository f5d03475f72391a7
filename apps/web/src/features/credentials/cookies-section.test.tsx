import { expect, it, vi } from 'vitest'
import { buildLeagueCookies } from '../../testing/cookie-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { CookiesSection } from './cookies-section.tsx'

const SWID = '{11111111-2222-3333-4444-555555555555}'
const S2 = 'AEBxyz0123456789'.repeat(8)
const SAVE_COOKIES = 'POST /api/league/:league/espn-credentials/'
const STATUS_RESPONSES: FakeResponses = {
  'GET /api/espn/cookie-status/': { has_swid: true, has_s2: true },
  'GET /api/league/:league/cookie-status/': buildLeagueCookies(),
}

async function renderSection(answers: FakeResponses = {}, { league = 'Sunday', canRun = true } = {}) {
  const server = fakeServer({ ...STATUS_RESPONSES, ...answers })
  const screen = await renderWithProviders(<CookiesSection league={league} canManage={canRun} />)
  const button = (name: string) => screen.getByRole('button', { name, exact: true })
  const savedBodies = () => server.requests.filter(({ key }) => key === SAVE_COOKIES).map(({ body }) => body)
  return { screen, server, button, saved: savedBodies }
}

it.each([
  ['league', 'A refresh of Sunday uses the league’s own cookies.'],
  ['env', 'A refresh of Sunday uses the server’s cookies.'],
  ['none', 'A refresh of Sunday uses no cookies, so only a public league can be read.'],
] as const)('tells whose cookies a refresh uses: %s', async (source, sentence) => {
  const { screen } = await renderSection({
    'GET /api/league/:league/cookie-status/': buildLeagueCookies({ source }),
  })
  await expect.element(screen.getByText(sentence)).toBeVisible()
})

it('tells which of the two there are, for all leagues and for this one', async () => {
  const { screen } = await renderSection({
    'GET /api/espn/cookie-status/': { has_swid: false, has_s2: false },
    'GET /api/league/:league/cookie-status/': buildLeagueCookies({ has_swid: true }),
  })
  await expect.element(screen.getByRole('row', { name: /server/ })).toHaveTextContent(/NoneNone$/)
  await expect.element(screen.getByRole('row', { name: 'Sunday' })).toHaveTextContent(/SavedNone$/)
})

it('tells the age of the cookies and how ESPN takes them', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const { screen } = await renderSection({
    'GET /api/league/:league/cookie-status/': buildLeagueCookies({
      has_swid: true,
      has_s2: true,
      source: 'league',
      tested: true,
      saved_at: hoursAgo(75),
      accepted_at: hoursAgo(50),
      refused_at: hoursAgo(0),
    }),
  })
  await expect.element(screen.getByText('Tested: ESPN accepted them when they were saved.')).toBeVisible()
  await expect.element(screen.getByText('Saved 3 days ago.')).toBeVisible()
  await expect.element(screen.getByText('Last accepted by ESPN 2 days ago.')).toBeVisible()
  await expect.element(screen.getByText(/^Refused by ESPN since .+ Save fresh ones\.$/)).toBeVisible()
})

it.each(['accepted', 'refused', 'not_asked'] as const)(
  'tests what a refresh uses, and says what ESPN said: %s',
  async (verdict) => {
    const { screen, server, button } = await renderSection({
      'POST /api/league/:league/espn-credentials/test/': { message: 'What ESPN said.', verdict },
    })
    const looks = () => server.requests.filter(({ key }) => key === 'GET /api/league/:league/cookie-status/')
    await button('Test the cookies').click()
    await expect
      .element(screen.getByRole(verdict === 'refused' ? 'alert' : 'status'))
      .toHaveTextContent('What ESPN said.')
    await expect.poll(looks).toHaveLength(2)
  },
)

it('says so when the test fails', async () => {
  const { screen, button } = await renderSection({
    'POST /api/league/:league/espn-credentials/test/': errorResponse(
      502,
      'provider_unavailable',
      'No answer.',
    ),
  })
  await button('Test the cookies').click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('No answer.')
})

it('says so of cookies that were never tried', async () => {
  const { screen } = await renderSection({
    'GET /api/league/:league/cookie-status/': buildLeagueCookies({
      tested: false,
      saved_at: '2026-11-21T10:00:00.000Z',
    }),
  })
  await expect.element(screen.getByText('Untested.')).toBeVisible()
  await expect.element(screen.getByText('Never accepted by ESPN so far.')).toBeVisible()
})

it('picks both cookies out of what is pasted, and saves them', async () => {
  const { screen, button, saved } = await renderSection({
    [SAVE_COOKIES]: { message: 'Saved. ESPN accepted these cookies.', state: 'tested' },
  })
  await expect.element(button('Save cookies')).toBeDisabled()
  await screen.getByLabelText('Raw Cookie').fill(`Cookie: a=b; SWID=${SWID}; espn_s2=${S2}; c=d`)
  await expect.element(screen.getByText('Found SWID and espn_s2.')).toBeVisible()
  await expect.element(screen.getByLabelText('SWID')).toHaveValue(SWID)
  await expect.element(screen.getByLabelText('espn_s2')).toHaveValue(S2)
  await button('Save cookies').click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('Saved. ESPN accepted these cookies.')
  expect(saved()).toEqual([{ swid: SWID, s2: S2, force: false }])
  await expect.element(screen.getByLabelText('espn_s2')).toHaveValue('')
})

it.each([
  [SWID, 'Found SWID. There is no espn_s2 in that text.'],
  [`espn_s2=${S2}`, 'Found espn_s2. There is no SWID in that text.'],
  ['nothing of use', 'No cookie found in that text.'],
])('tells at once what it found in %j', async (text, sentence) => {
  const { screen } = await renderSection()
  await screen.getByLabelText('Raw Cookie').fill(text)
  await expect.element(screen.getByText(sentence)).toBeVisible()
})

it('reads the clipboard', async () => {
  vi.spyOn(navigator.clipboard, 'readText').mockResolvedValueOnce(`SWID=${SWID}`)
  const { screen, button } = await renderSection()
  await button('Paste from clipboard').click()
  await expect.element(screen.getByLabelText('SWID')).toHaveValue(SWID)
})

it('says so when the clipboard cannot be read', async () => {
  vi.spyOn(navigator.clipboard, 'readText').mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  const { screen, button } = await renderSection()
  await button('Paste from clipboard').click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Could not read clipboard. Paste manually into the Raw Cookie field.')
})

it('saves refused cookies only when told to', async () => {
  const { screen, button, saved } = await renderSection({
    [SAVE_COOKIES]: ({ body }: { body: unknown }) =>
      (body as { force: boolean }).force
        ? { message: 'Saved, although ESPN refused these cookies.', state: 'untested' as const }
        : errorResponse(400, 'cookies_refused', 'ESPN refused these cookies.'),
  })
  await screen.getByLabelText('SWID').fill(SWID)
  await button('Save cookies').click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('ESPN refused these cookies.')
  await button('Save anyway').click()
  await expect.element(screen.getByText('Saved, although ESPN refused these cookies.')).toBeVisible()
  expect(saved()).toEqual([
    { swid: SWID, s2: '', force: false },
    { swid: SWID, s2: '', force: true },
  ])
})

it('shows beside a field what is wrong with it, which no force mends', async () => {
  const sentence = 'There is no SWID in that.'
  const { screen, button } = await renderSection({
    [SAVE_COOKIES]: errorResponse(400, 'cookies_refused', sentence, { swid: sentence }),
  })
  await screen.getByLabelText('SWID').fill('nothing')
  await button('Save cookies').click()
  await expect.element(screen.getByLabelText('SWID')).toHaveAccessibleDescription(sentence)
  await expect.element(button('Save anyway')).not.toBeInTheDocument()
})

it('clears the cookies once one has said so again', async () => {
  const { screen, button, saved } = await renderSection({
    [SAVE_COOKIES]: { message: 'The cookies of this league are cleared.', state: 'cleared' },
  })
  await button('Clear cookies').click()
  await button('Cancel').click()
  expect(saved()).toEqual([])
  await button('Clear cookies').click()
  await expect.element(screen.getByRole('dialog', { name: 'Clear the cookies of Sunday?' })).toBeVisible()
  await button('Clear them').click()
  await expect.element(screen.getByText('The cookies of this league are cleared.')).toBeVisible()
  expect(saved()).toEqual([{ swid: '', s2: '', force: false }])
})

it('asks for a league first', async () => {
  const { screen, button, saved } = await renderSection({}, { league: '' })
  await screen.getByLabelText('SWID').fill(SWID)
  await button('Save cookies').click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Select a league first.')
  expect(saved()).toEqual([])
})

it('is disabled for those who do not run the league, and asks nothing', async () => {
  const { screen, server, button } = await renderSection({}, { canRun: false })
  await expect.element(screen.getByText('You do not run Sunday.')).toBeVisible()
  await expect.element(screen.getByLabelText('Raw Cookie')).toBeDisabled()
  await expect.element(button('Clear cookies')).toBeDisabled()
  expect(server.requests).toEqual([])
})

it('is empty with Retry when the statuses cannot be loaded', async () => {
  const { screen, button } = await renderSection({
    'GET /api/league/:league/cookie-status/': errorResponse(500, 'internal_error', 'Something broke.'),
  })
  await expect.element(screen.getByText('Failed to load the league’s cookies')).toBeVisible()
  await expect.element(button('Retry')).toBeEnabled()
})

it('shows that the statuses are being loaded', async () => {
  const { screen } = await renderSection({ 'GET /api/espn/cookie-status/': neverResponds() })
  await expect.element(screen.getByRole('status', { name: 'Loading cookies' })).toBeVisible()
})
