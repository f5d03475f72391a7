import { expect, it, vi } from 'vitest'
import { buildLeagueCookies } from '../../testing/account-fixtures.ts'
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

async function renderSection(
  responses: FakeResponses = {},
  { league = 'Sunday', canManage = true, isSiteAdmin = false } = {},
) {
  const server = fakeServer({ ...STATUS_RESPONSES, ...responses })
  const screen = await renderWithProviders(
    <CookiesSection league={league} canManage={canManage} isSiteAdmin={isSiteAdmin} />,
  )
  const button = (name: string) => screen.getByRole('button', { name, exact: true })
  const listSavedBodies = () =>
    server.requests.filter(({ key }) => key === SAVE_COOKIES).map(({ body }) => body)
  return { screen, server, button, listSavedBodies }
}

it.each([
  ['league', 'Sunday refreshes with its own cookies.'],
  ['env', "Sunday refreshes with the server's cookies."],
  ['none', 'Sunday refreshes without cookies. This only works for a public league.'],
] as const)('shows which cookies a refresh uses: %s', async (source, message) => {
  const { screen } = await renderSection({
    'GET /api/league/:league/cookie-status/': buildLeagueCookies({ source }),
  })
  await expect.element(screen.getByText(message)).toBeVisible()
})

it('shows which cookies are saved on the server and for the league', async () => {
  const { screen } = await renderSection({
    'GET /api/espn/cookie-status/': { has_swid: false, has_s2: false },
    'GET /api/league/:league/cookie-status/': buildLeagueCookies({ has_swid: true }),
  })
  await expect.element(screen.getByRole('row', { name: /Server/ })).toMatchTextContent(/NoneNone$/)
  await expect.element(screen.getByRole('row', { name: 'Sunday' })).toMatchTextContent(/SavedNone$/)
})

it('shows the age of the cookies and whether ESPN accepts them', async () => {
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
  await expect
    .element(screen.getByText('Tested: ESPN accepted these cookies when they were saved.'))
    .toBeVisible()
  await expect.element(screen.getByText('Saved 3 days ago.')).toBeVisible()
  await expect.element(screen.getByText('Last accepted by ESPN 2 days ago.')).toBeVisible()
  await expect.element(screen.getByText(/^Rejected by ESPN since .+ Save new cookies\.$/)).toBeVisible()
})

it.each(['accepted', 'refused', 'not_asked'] as const)(
  'tests the cookies of a refresh and shows the verdict: %s',
  async (verdict) => {
    const { screen, server, button } = await renderSection({
      'POST /api/league/:league/espn-credentials/test/': { message: 'The verdict.', verdict },
    })
    const listStatusRequests = () =>
      server.requests.filter(({ key }) => key === 'GET /api/league/:league/cookie-status/')
    await button('Test cookies').click()
    await expect
      .element(screen.getByRole(verdict === 'refused' ? 'alert' : 'status'))
      .toMatchTextContent('The verdict.')
    await expect.poll(listStatusRequests).toHaveLength(2)
  },
)

it('shows an error when the test fails', async () => {
  const { screen, button } = await renderSection({
    'POST /api/league/:league/espn-credentials/test/': errorResponse(
      502,
      'provider_unavailable',
      'No answer.',
    ),
  })
  await button('Test cookies').click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('No answer.')
})

it('shows that cookies were never tested', async () => {
  const { screen } = await renderSection({
    'GET /api/league/:league/cookie-status/': buildLeagueCookies({
      tested: false,
      saved_at: '2026-11-21T10:00:00.000Z',
    }),
  })
  await expect.element(screen.getByText('Not tested.')).toBeVisible()
  await expect.element(screen.getByText('Not accepted by ESPN yet.')).toBeVisible()
})

it('extracts both cookies from the pasted text and saves them', async () => {
  const { screen, button, listSavedBodies } = await renderSection({
    [SAVE_COOKIES]: { message: 'Saved. ESPN accepted these cookies.', state: 'tested' },
  })
  await expect.element(button('Save cookies')).toBeDisabled()
  await screen.getByLabelText('Raw Cookie').fill(`Cookie: a=b; SWID=${SWID}; espn_s2=${S2}; c=d`)
  await expect.element(screen.getByText('Found SWID and espn_s2.')).toBeVisible()
  await expect.element(screen.getByLabelText('SWID')).toHaveValue(SWID)
  await expect.element(screen.getByLabelText('espn_s2')).toHaveValue(S2)
  await button('Save cookies').click()
  await expect.element(screen.getByRole('status')).toMatchTextContent('Saved. ESPN accepted these cookies.')
  expect(listSavedBodies()).toEqual([{ swid: SWID, s2: S2, force: false }])
  await expect.element(screen.getByLabelText('espn_s2')).toHaveValue('')
})

it.each([
  [SWID, 'Found SWID, but no espn_s2.'],
  [`espn_s2=${S2}`, 'Found espn_s2, but no SWID.'],
  ['no cookie', 'No cookies found.'],
])('shows what it found in %j', async (text, message) => {
  const { screen } = await renderSection()
  await screen.getByLabelText('Raw Cookie').fill(text)
  await expect.element(screen.getByText(message)).toBeVisible()
})

it('pastes from the clipboard', async () => {
  vi.spyOn(navigator.clipboard, 'readText').mockResolvedValueOnce(`SWID=${SWID}`)
  const { screen, button } = await renderSection()
  await button('Paste from clipboard').click()
  await expect.element(screen.getByLabelText('SWID')).toHaveValue(SWID)
})

it('shows an error when the clipboard cannot be read', async () => {
  vi.spyOn(navigator.clipboard, 'readText').mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  const { screen, button } = await renderSection()
  await button('Paste from clipboard').click()
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('Could not read clipboard. Paste manually into the Raw Cookie field.')
})

it('saves rejected cookies only after a click on Save anyway', async () => {
  const { screen, button, listSavedBodies } = await renderSection({
    [SAVE_COOKIES]: ({ body }: { body: unknown }) =>
      (body as { force: boolean }).force
        ? { message: 'Saved, but ESPN rejected these cookies.', state: 'untested' as const }
        : errorResponse(400, 'cookies_refused', 'ESPN rejected these cookies.'),
  })
  await screen.getByLabelText('SWID').fill(SWID)
  await button('Save cookies').click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('ESPN rejected these cookies.')
  await button('Save anyway').click()
  await expect.element(screen.getByText('Saved, but ESPN rejected these cookies.')).toBeVisible()
  expect(listSavedBodies()).toEqual([
    { swid: SWID, s2: '', force: false },
    { swid: SWID, s2: '', force: true },
  ])
})

it('shows a field error and does not offer to save anyway', async () => {
  const message = 'No SWID found.'
  const { screen, button } = await renderSection({
    [SAVE_COOKIES]: errorResponse(400, 'cookies_refused', message, { swid: message }),
  })
  await screen.getByLabelText('SWID').fill('nothing')
  await button('Save cookies').click()
  await expect.element(screen.getByLabelText('SWID')).toHaveAccessibleDescription(message)
  await expect.element(button('Save anyway')).not.toBeInTheDocument()
})

it('clears the cookies after a confirmation', async () => {
  const { screen, button, listSavedBodies } = await renderSection({
    [SAVE_COOKIES]: { message: 'Cookies cleared.', state: 'cleared' },
  })
  await button('Clear cookies').click()
  await button('Cancel').click()
  expect(listSavedBodies()).toEqual([])
  await button('Clear cookies').click()
  await expect.element(screen.getByRole('dialog', { name: 'Clear the cookies for Sunday?' })).toBeVisible()
  await button('Yes, clear').click()
  await expect.element(screen.getByText('Cookies cleared.')).toBeVisible()
  expect(listSavedBodies()).toEqual([{ swid: '', s2: '', force: false }])
})

it('requires a selected league', async () => {
  const { screen, button, listSavedBodies } = await renderSection({}, { league: '' })
  await screen.getByLabelText('SWID').fill(SWID)
  await button('Save cookies').click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Select a league first.')
  expect(listSavedBodies()).toEqual([])
})

it('disables the form and sends no requests for users who do not manage the league', async () => {
  const { screen, server, button } = await renderSection({}, { canManage: false })
  await expect.element(screen.getByText("You don't manage Sunday.")).toBeVisible()
  await expect.element(screen.getByLabelText('Raw Cookie')).toBeDisabled()
  await expect.element(button('Clear cookies')).toBeDisabled()
  expect(server.requests).toEqual([])
})

it('shows Retry when the status cannot be loaded', async () => {
  const { screen, button } = await renderSection({
    'GET /api/league/:league/cookie-status/': errorResponse(500, 'internal_error', 'Something broke.'),
  })
  await expect.element(screen.getByText("Failed to load the league's cookies")).toBeVisible()
  await expect.element(button('Retry')).toBeEnabled()
})

it('shows a loading state', async () => {
  const { screen } = await renderSection({ 'GET /api/espn/cookie-status/': neverResponds() })
  await expect.element(screen.getByRole('status', { name: 'Loading cookies' })).toBeVisible()
})

it('says that the league may not use the cookies of the server', async () => {
  const { screen } = await renderSection({
    'GET /api/league/:league/cookie-status/': buildLeagueCookies({ may_use_server: false }),
  })
  await expect
    .element(screen.getByText("Sunday may not use the server's cookies. A site admin can allow it."))
    .toBeVisible()
  expect(screen.getByRole('checkbox').elements()).toEqual([])
})

it('lets a site admin allow the cookies of the server', async () => {
  let isAllowed = false
  const { screen } = await renderSection(
    {
      'GET /api/league/:league/cookie-status/': () => buildLeagueCookies({ may_use_server: isAllowed }),
      'POST /api/league/:league/server-cookies/': ({ body }) => {
        isAllowed = (body as { allowed: boolean }).allowed
        return { message: 'Allowed.' }
      },
    },
    { isSiteAdmin: true },
  )
  const checkbox = screen.getByRole('checkbox', { name: "Sunday may use the server's cookies" })
  await expect.element(checkbox).not.toBeChecked()
  await checkbox.click()
  await expect.element(checkbox).toBeChecked()
  expect(isAllowed).toBe(true)
})
