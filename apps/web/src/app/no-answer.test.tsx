import type { ReactElement } from 'react'
import { expect, it } from 'vitest'
import type { Locator } from 'vitest/browser'
import { LoginScreen } from '../features/accounts/login-screen.tsx'
import { RegisterScreen } from '../features/accounts/register-screen.tsx'
import { AccountsSection } from '../features/admin/accounts-section.tsx'
import { AssignUserSection } from '../features/admin/assign-user-section.tsx'
import { CookiesSection } from '../features/credentials/cookies-section.tsx'
import { CreateLeagueForm } from '../features/leagues/create-league-form.tsx'
import { PendingRequestsSection } from '../features/leagues/pending-requests-section.tsx'
import { aPerson } from '../testing/a-person.ts'
import { type Answers, fakeServer } from '../testing/fake-server.ts'
import { show } from '../testing/show.tsx'
import { someCookies } from '../testing/some-cookies.ts'

type Screen = Pick<Locator, 'getByRole' | 'getByLabelText'>
type Case = {
  /** What stands before the reason. Source: specification, 8. */
  fallback: string
  page: ReactElement
  answers?: Answers
  act: (screen: Screen) => Promise<void>
}

const nothing = () => undefined
const press = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true }).click()
const fill = (screen: Screen, label: string, text: string) => screen.getByLabelText(label).fill(text)

const LOGIN = <LoginScreen resetLink={null} onSignedIn={nothing} onRegister={nothing} />
const COOKIES: Omit<Case, 'fallback' | 'act'> = {
  page: <CookiesSection league="Sunday" canRun />,
  answers: {
    'GET /api/espn/cookie-status/': { has_swid: true, has_s2: true },
    'GET /api/league/:league/cookie-status/': someCookies(),
  },
}
const PEOPLE: Answers = { 'GET /api/users/': { users: [aPerson(), aPerson({ username: 'rowan' })] } }
const REQUEST = { username: 'rowan', league: 'Sunday', message: '', created_at: new Date().toISOString() }

const CASES: readonly Case[] = [
  {
    fallback: 'Sign-in failed',
    page: LOGIN,
    async act(screen) {
      const form = screen.getByRole('form', { name: 'Sign in' })
      await fill(form, 'Username', 'ada')
      await fill(form, 'Password', 'secret')
      await press(form, 'Sign in')
    },
  },
  {
    fallback: 'Registration failed',
    page: <RegisterScreen onSignedIn={nothing} onBack={nothing} />,
    async act(screen) {
      await fill(screen, 'Username', 'ada')
      await fill(screen, 'Password', 'long enough')
      await press(screen, 'Create account')
    },
  },
  {
    fallback: 'Request failed',
    page: LOGIN,
    async act(screen) {
      await press(screen, 'Forgot password?')
      await fill(screen, 'Username or email', 'ada')
      await press(screen, 'Send reset link')
    },
  },
  {
    fallback: 'Reset failed',
    page: <LoginScreen resetLink={{ uid: '7', token: 'abc' }} onSignedIn={nothing} onRegister={nothing} />,
    async act(screen) {
      await fill(screen, 'New password', 'long enough')
      await press(screen, 'Set new password')
    },
  },
  {
    fallback: 'Failed to assign',
    page: <AssignUserSection leagues={['Sunday']} league="Sunday" disabled={false} canSeePeople />,
    answers: PEOPLE,
    async act(screen) {
      await screen.getByRole('combobox', { name: 'User', exact: true }).fill('rowan')
      await screen.getByRole('option', { name: 'rowan' }).click()
      await press(screen, 'Assign user')
    },
  },
  {
    ...COOKIES,
    fallback: 'Failed to save',
    async act(screen) {
      await fill(screen, 'SWID', '{11111111-2222-3333-4444-555555555555}')
      await press(screen, 'Save cookies')
    },
  },
  {
    ...COOKIES,
    fallback: 'Failed to clear',
    async act(screen) {
      await press(screen, 'Clear cookies')
      await press(screen, 'Clear them')
    },
  },
  {
    fallback: 'Failed',
    page: <PendingRequestsSection canDecide leagues={['Sunday']} />,
    answers: { 'GET /api/league-requests/': { requests: [REQUEST] } },
    act: (screen) => press(screen, 'Approve rowan'),
  },
  {
    fallback: 'Failed',
    page: <AccountsSection canSetStaff />,
    answers: PEOPLE,
    act: (screen) => screen.getByLabelText('Site staff: rowan').click(),
  },
  {
    fallback: 'Something went wrong',
    page: <CreateLeagueForm onCreated={nothing} />,
    async act(screen) {
      await fill(screen, 'League name', 'Sunday')
      await fill(screen, 'ESPN league id or address', '1234')
      await press(screen, 'Create league')
    },
  },
]

it.each(CASES)('says “$fallback” and why when the server cannot be reached', async (each) => {
  fakeServer(each.answers ?? {})
  const known = globalThis.fetch
  globalThis.fetch = async (...args) => {
    const isSent = args[1]?.method !== undefined && args[1].method !== 'GET'
    if (isSent) throw new TypeError('Failed to fetch')
    return known(...args)
  }
  const screen = await show(each.page)
  await each.act(screen)
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent(
      `${each.fallback}. The server could not be reached. Check your connection and try again.`,
    )
})
