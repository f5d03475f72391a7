import { expect, it } from 'vitest'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { WhoCanJoin } from './site-section.tsx'

const settingsOf = (value: 'open' | 'invite', is_from_environment = false) => ({
  signup: { value, is_from_environment },
  address: { value: null, is_from_environment: false },
})

it('saves who can join as soon as it is chosen', async () => {
  const { requests } = fakeServer({
    'GET /api/site/settings/': settingsOf('open'),
    'POST /api/site/settings/': { message: 'Saved.', settings: settingsOf('invite') },
  })
  const screen = await renderWithProviders(<WhoCanJoin />)
  await expect.element(screen.getByRole('radio', { name: 'Anybody can sign up' })).toBeChecked()
  await screen.getByRole('radio', { name: 'Only with an invite link' }).click()
  await expect.element(screen.getByText('Saved.')).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Only with an invite link' })).toBeChecked()
  expect(requests.at(-1)?.body).toEqual({ signup: 'invite' })
})

it('shows the previous choice and the reason when saving fails', async () => {
  fakeServer({
    'GET /api/site/settings/': settingsOf('open'),
    'POST /api/site/settings/': errorResponse(503, 'busy', 'Try again in a moment.'),
  })
  const screen = await renderWithProviders(<WhoCanJoin />)
  await screen.getByRole('radio', { name: 'Only with an invite link' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Try again in a moment.')
  await expect.element(screen.getByRole('radio', { name: 'Anybody can sign up' })).toBeChecked()
})

it('offers no choice when the environment of the server has made it', async () => {
  fakeServer({ 'GET /api/site/settings/': settingsOf('invite', true) })
  const screen = await renderWithProviders(<WhoCanJoin />)
  await expect.element(screen.getByText(/^Only with an invite link, because/)).toBeVisible()
  await expect.element(screen.getByRole('radio')).not.toBeInTheDocument()
})
