import { describe, expect, it, vi } from 'vitest'
import { buildUser } from '../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { ProviderReturn } from './provider-sign-in.tsx'
import type { UnknownIdentity } from './sign-in-methods.tsx'

const UNKNOWN: UnknownIdentity = {
  status: 'unknown',
  provider: 'Clubhouse',
  email: 'dario@league.example',
  has_account: false,
  username: 'dario',
  first_name: 'Dario',
  last_name: 'Finch',
  return_to: '?tab=roster',
}

let returns = 0

/** Each return from the provider has a code of its own. */
async function renderReturn(responses: FakeResponses) {
  const { requests } = fakeServer(responses)
  const onLeave = vi.fn<(returnTo: string) => void>()
  returns += 1
  const response = `?code=${returns}&state=s`
  const screen = await renderWithProviders(<ProviderReturn response={response} onLeave={onLeave} />)
  return { screen, requests, response, onLeave }
}

it('finishes the sign-in and opens the address that was asked for', async () => {
  const { requests, response, onLeave } = await renderReturn({
    'POST /api/auth/oidc/finish/': { status: 'signed_in', user: buildUser(), return_to: '?tab=history' },
  })
  await expect.poll(() => onLeave).toHaveBeenCalledExactlyOnceWith('?tab=history')
  const finished = requests.filter(({ key }) => key === 'POST /api/auth/oidc/finish/')
  expect(finished.map(({ body }) => body)).toEqual([{ response }])
})

it('returns to the account page after an account was linked there', async () => {
  const { onLeave } = await renderReturn({
    'POST /api/auth/oidc/finish/': { status: 'linked', provider: 'Clubhouse', return_to: '' },
  })
  await expect.poll(() => onLeave).toHaveBeenCalledExactlyOnceWith('')
})

it('says why nobody was signed in, and leads back', async () => {
  const error = "Clubhouse isn't responding. Try again later or sign in another way."
  const { screen, onLeave } = await renderReturn({
    'POST /api/auth/oidc/finish/': errorResponse(502, 'sign_in_provider_unavailable', error),
  })
  await expect.element(screen.getByRole('alert')).toMatchTextContent(error)
  await screen.getByRole('button', { name: 'Back to Fieldhouse' }).click()
  expect(onLeave).toHaveBeenCalledExactlyOnceWith('')
})

describe('a person without an account', () => {
  it('creates one without a password', async () => {
    const { screen, requests, onLeave } = await renderReturn({
      'POST /api/auth/oidc/finish/': UNKNOWN,
      'POST /api/auth/oidc/register/': { user: buildUser(), return_to: '?tab=roster' },
    })
    const form = screen.getByRole('form', { name: 'Create account' })
    await expect
      .element(form)
      .toMatchTextContent('Your email is dario@league.example, as verified by Clubhouse.')
    await form.getByLabelText('Username').fill('dario.finch')
    await form.getByRole('button', { name: 'Create account' }).click()
    await expect.poll(() => onLeave).toHaveBeenCalledExactlyOnceWith('?tab=roster')
    expect(requests.at(-1)?.body).toEqual({
      username: 'dario.finch',
      first_name: 'Dario',
      last_name: 'Finch',
      role: 'user',
    })
  })

  it('sees at the field that the username is taken', async () => {
    const { screen, onLeave } = await renderReturn({
      'POST /api/auth/oidc/finish/': UNKNOWN,
      'POST /api/auth/oidc/register/': errorResponse(409, 'username_taken', 'That username is taken.'),
    })
    await screen.getByRole('button', { name: 'Create account' }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('That username is taken.')
    expect(onLeave).not.toHaveBeenCalled()
  })
})

describe('a person whose address an account has', () => {
  it('signs in to it once to link it', async () => {
    const { screen, requests, onLeave } = await renderReturn({
      'POST /api/auth/oidc/finish/': { ...UNKNOWN, has_account: true },
      'POST /api/login/': buildUser(),
      'POST /api/auth/oidc/link/': {
        message: 'You can now sign in with Clubhouse.',
        return_to: '?tab=roster',
      },
    })
    await expect.element(screen.getByRole('heading', { name: 'Link Clubhouse' })).toBeVisible()
    await expect.element(screen.getByText(/account with dario@league.example already exists/)).toBeVisible()
    const form = screen.getByRole('form', { name: 'Sign in' })
    await form.getByLabelText('Username').fill('dario')
    await form.getByLabelText('Password').fill('secret')
    await form.getByRole('button', { name: 'Sign in' }).click()
    await expect.poll(() => onLeave).toHaveBeenCalledExactlyOnceWith('?tab=roster')
    expect(requests.map(({ key }) => key).filter((key) => key.startsWith('POST'))).toEqual([
      'POST /api/auth/oidc/finish/',
      'POST /api/login/',
      'POST /api/auth/oidc/link/',
    ])
  })

  it('may create another account instead, without the address', async () => {
    const { screen } = await renderReturn({
      'POST /api/auth/oidc/finish/': { ...UNKNOWN, has_account: true },
    })
    await screen.getByRole('button', { name: /Create one/ }).click()
    const form = screen.getByRole('form', { name: 'Create account' })
    await expect
      .element(form)
      .toMatchTextContent('dario@league.example stays with the account that has it now.')
    await screen.getByRole('button', { name: 'I already have an account' }).click()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  it('reads why it was not linked', async () => {
    const error = 'That sign-in took too long or was started in another tab. Try again.'
    const { screen, onLeave } = await renderReturn({
      'POST /api/auth/oidc/finish/': { ...UNKNOWN, has_account: true },
      'POST /api/login/': buildUser(),
      'POST /api/auth/oidc/link/': errorResponse(400, 'provider_sign_in_expired', error),
    })
    await screen.getByLabelText('Username').fill('dario')
    await screen.getByLabelText('Password').fill('secret')
    await screen.getByRole('button', { name: 'Sign in' }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent(error)
    await screen.getByRole('button', { name: 'Continue without linking' }).click()
    expect(onLeave).toHaveBeenCalledExactlyOnceWith('?tab=roster')
  })
})
