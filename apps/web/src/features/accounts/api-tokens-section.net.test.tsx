import { expect, it, vi } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { ApiTokensSection } from './access-tokens.tsx'
import type { ApiToken } from './use-account.ts'

const BOT: ApiToken = {
  id: 7,
  name: 'Score bot',
  scopes: ['read'],
  leagues: null,
  created_at: '2026-09-01T12:00:00Z',
  expires_at: '2026-12-01T12:00:00Z',
  is_expired: false,
  used_at: null,
}

async function renderSection(tokens: ApiToken[], responses: FakeResponses = {}) {
  const { requests } = fakeServer({ 'GET /api/account/tokens/': { tokens }, ...responses })
  const screen = await renderWithProviders(<ApiTokensSection leagues={['Harbour', 'Island']} />)
  return { screen, requests }
}

it('lists what each token may do, where, and until when', async () => {
  const { screen } = await renderSection([
    { ...BOT, used_at: new Date().toISOString() },
    { ...BOT, id: 8, name: 'Old', scopes: ['read', 'post'], leagues: ['Harbour'], is_expired: true },
  ])
  const rows = screen.getByRole('listitem')
  await expect
    .element(rows.nth(0))
    .toMatchTextContent(/Score bot\s*Read leagues · all my leagues\s*Expires Dec 1, 2026, last used just now/)
  await expect
    .element(rows.nth(1))
    .toMatchTextContent(
      /Old\s*Expired\s*Read leagues, Post in feeds · Harbour\s*Expired Dec 1, 2026, never used/,
    )
})

it('creates a token for some leagues, and shows it once', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { screen, requests } = await renderSection([], {
    'POST /api/account/tokens/': { message: 'Copy it.', token: 'fh_secret', created: BOT },
  })
  await screen.getByRole('button', { name: 'New token' }).click()
  const submit = screen.getByRole('button', { name: 'Create token' })
  await expect.element(submit).toBeDisabled()
  await screen.getByLabelText('Name').fill('Score bot')
  await screen.getByLabelText('Post in feeds').click()
  await screen.getByLabelText('Only some').click()
  await expect.element(submit).toBeDisabled()
  await screen.getByLabelText('Island').click()
  await screen.getByLabelText('1 year').click()
  await submit.click()
  const dialog = screen.getByRole('dialog', { name: 'Your new API token' })
  await expect.element(dialog.getByText('fh_secret')).toBeVisible()
  expect(requests.find(({ key }) => key === 'POST /api/account/tokens/')?.body).toEqual({
    name: 'Score bot',
    scopes: ['read', 'post'],
    leagues: ['Island'],
    days: 365,
  })
  await dialog.getByRole('button', { name: 'Copy' }).click()
  expect(writeText).toHaveBeenCalledWith('fh_secret')
  await expect.element(dialog.getByText('Copied.')).toBeVisible()
  await dialog.getByRole('button', { name: 'I saved it' }).click()
  await expect.element(screen.getByText('fh_secret')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { name: 'API tokens' })).toHaveFocus()
})

it('says why a token was not created', async () => {
  const error = 'You have 20 API tokens. Revoke one that you no longer use first.'
  const { screen } = await renderSection([], {
    'POST /api/account/tokens/': errorResponse(409, 'token_limit', error),
  })
  await screen.getByRole('button', { name: 'New token' }).click()
  await screen.getByLabelText('Name').fill('Score bot')
  await screen.getByRole('button', { name: 'Create token' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(error)
})

it('revokes a token after a confirmation', async () => {
  const { screen, requests } = await renderSection([BOT], {
    'POST /api/account/tokens/revoke/': { message: 'The token is revoked.' },
  })
  await screen.getByRole('button', { name: 'Revoke Score bot' }).click()
  expect(requests.some(({ key }) => key === 'POST /api/account/tokens/revoke/')).toBe(false)
  await screen.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect.element(screen.getByRole('status')).toMatchTextContent('The token is revoked.')
  expect(requests.find(({ key }) => key === 'POST /api/account/tokens/revoke/')?.body).toEqual({ id: 7 })
})
