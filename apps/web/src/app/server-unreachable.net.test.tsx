import type { ReactElement } from 'react'
import { expect, it } from 'vitest'
import type { Locator } from 'vitest/browser'
import { LoginScreen } from '../features/accounts/login-screen.tsx'
import { RegisterScreen } from '../features/accounts/register-screen.tsx'
import { AccountsSection, AssignUserSection } from '../features/admin/people.tsx'
import { CookiesSection } from '../features/credentials/cookies-section.tsx'
import { PendingRequestsSection } from '../features/leagues/members/pending-requests-section.tsx'
import { CreateLeagueForm } from '../features/leagues/settings/create-league-form.tsx'
import { buildLeagueCookies, buildUserAccount } from '../testing/account-fixtures.ts'
import { type FakeResponses, fakeServer } from '../testing/fake-server.ts'
import { renderWithProviders } from '../testing/render.tsx'

type Screen = Pick<Locator, 'getByRole' | 'getByLabelText' | 'getByText'>
type Case = {
  /** The text before the reason. Source: specification, 8. */
  fallback: string
  page: ReactElement
  responses?: FakeResponses
  submit: (screen: Screen) => Promise<void>
}

const noop = () => undefined
const clickButton = (screen: Screen, name: string) =>
  screen.getByRole('button', { name, exact: true }).click()
const fillField = (screen: Screen, label: string, text: string) => screen.getByLabelText(label).fill(text)

const LOGIN = <LoginScreen resetLink={null} onSignedIn={noop} onRegister={noop} />
const COOKIES: Omit<Case, 'fallback' | 'submit'> = {
  page: <CookiesSection league="Sunday" canManage />,
  responses: {
    'GET /api/espn/cookie-status/': { has_swid: true, has_s2: true },
    'GET /api/league/:league/cookie-status/': buildLeagueCookies(),
  },
}
const USERS: FakeResponses = {
  'GET /api/users/': { users: [buildUserAccount(), buildUserAccount({ username: 'rowan' })] },
}
const JOIN_REQUEST = {
  username: 'rowan',
  league: 'Sunday',
  message: '',
  created_at: new Date().toISOString(),
}

const CASES: readonly Case[] = [
  {
    fallback: 'Sign-in failed',
    page: LOGIN,
    async submit(screen) {
      const form = screen.getByRole('form', { name: 'Sign in' })
      await fillField(form, 'Username', 'ada')
      await fillField(form, 'Password', 'secret')
      await clickButton(form, 'Sign in')
    },
  },
  {
    fallback: 'Registration failed',
    page: <RegisterScreen onSignedIn={noop} onBack={noop} />,
    async submit(screen) {
      await fillField(screen, 'Username', 'ada')
      await fillField(screen, 'Password', 'long enough')
      await clickButton(screen, 'Create account')
    },
  },
  {
    fallback: 'Request failed',
    page: LOGIN,
    async submit(screen) {
      await clickButton(screen, 'Forgot password?')
      await fillField(screen, 'Username or email', 'ada')
      await clickButton(screen, 'Send reset link')
    },
  },
  {
    fallback: 'Reset failed',
    page: <LoginScreen resetLink={{ uid: '7', token: 'abc' }} onSignedIn={noop} onRegister={noop} />,
    async submit(screen) {
      await fillField(screen, 'New password', 'long enough')
      await clickButton(screen, 'Set new password')
    },
  },
  {
    fallback: 'Failed to assign',
    page: <AssignUserSection leagues={['Sunday']} league="Sunday" disabled={false} canSeePeople />,
    responses: USERS,
    async submit(screen) {
      await screen.getByRole('combobox', { name: 'User', exact: true }).fill('rowan')
      await screen.getByRole('option', { name: 'rowan' }).click()
      await clickButton(screen, 'Assign user')
    },
  },
  {
    ...COOKIES,
    fallback: 'Failed to save',
    async submit(screen) {
      await fillField(screen, 'SWID', '{11111111-2222-3333-4444-555555555555}')
      await clickButton(screen, 'Save cookies')
    },
  },
  {
    ...COOKIES,
    fallback: 'Failed to clear',
    async submit(screen) {
      await clickButton(screen, 'Clear cookies')
      await clickButton(screen, 'Yes, clear')
    },
  },
  {
    fallback: 'Failed',
    page: <PendingRequestsSection canDecide leagues={['Sunday']} />,
    responses: {
      'GET /api/league-requests/': { requests: [{ ...JOIN_REQUEST, name: 'rowan', team: null }] },
      'GET /api/league/:league/teams/': { scoring_format: 'points', teams: [], ended_assignments: [] },
    },
    submit: (screen) => clickButton(screen, 'Approve rowan'),
  },
  {
    fallback: 'Failed',
    page: <AccountsSection canSetStaff />,
    responses: USERS,
    async submit(screen) {
      await screen.getByText('rowan', { exact: true }).first().click()
      await screen.getByLabelText('Site staff: rowan').click()
    },
  },
  {
    fallback: 'Something went wrong',
    page: <CreateLeagueForm onCreated={noop} />,
    async submit(screen) {
      await fillField(screen, 'League name', 'Sunday')
      await fillField(screen, 'ESPN league ID or URL', '1234')
      await clickButton(screen, 'Create league')
    },
  },
]

it.each(CASES)('shows “$fallback” and the reason when the server is unreachable', async (testCase) => {
  fakeServer(testCase.responses ?? {})
  const fakeFetch = globalThis.fetch
  globalThis.fetch = async (...args) => {
    const isMutation = args[1]?.method !== undefined && args[1].method !== 'GET'
    if (isMutation) throw new TypeError('Failed to fetch')
    return fakeFetch(...args)
  }
  const screen = await renderWithProviders(testCase.page)
  await testCase.submit(screen)
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(
      `${testCase.fallback}. We couldn't reach the server. Check your connection and try again.`,
    )
})
