import { expect, it } from 'vitest'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { SiteAddress } from './site-address.tsx'

const settingsOf = (value: string | null, is_from_environment = false) => ({
  signup: { value: 'open' as const, is_from_environment: false },
  address: { value, is_from_environment },
})

it('confirms the URL under which the admin has opened the site', async () => {
  const { requests } = fakeServer({
    'GET /api/site/settings/': settingsOf(null),
    'POST /api/site/settings/': { message: 'Saved.', settings: settingsOf('https://league.example') },
  })
  const screen = await renderWithProviders(<SiteAddress detected="https://league.example" />)
  await expect
    .element(screen.getByLabelText('People will open this site at'))
    .toHaveValue('https://league.example')
  await screen.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(screen.getByText('This is the URL of the site.')).toBeVisible()
  expect(requests.find(({ key }) => key === 'POST /api/site/settings/')?.body).toEqual({
    address: 'https://league.example',
  })
})

it('says that only this machine can open a loopback URL, and what is wrong with another', async () => {
  const message = 'Enter a URL such as https://league.example, without a path.'
  fakeServer({
    'GET /api/site/settings/': settingsOf(null),
    'POST /api/site/settings/': errorResponse(400, 'invalid_input', 'Check the form.', { address: message }),
  })
  const screen = await renderWithProviders(<SiteAddress detected="http://localhost:3000" />)
  await expect.element(screen.getByText(/^Only this machine can open that\./)).toBeVisible()
  const field = screen.getByLabelText('People will open this site at')
  await field.fill('https://league.example/here')
  await expect.element(screen.getByText(/^Only this machine can open that\./)).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(screen.getByText(message)).toBeVisible()
})

it('shows the URL that the environment of the server sets', async () => {
  fakeServer({ 'GET /api/site/settings/': settingsOf('https://league.example', true) })
  const screen = await renderWithProviders(<SiteAddress />)
  await expect
    .element(screen.getByText(/^People open this site at https:\/\/league\.example, as/))
    .toBeVisible()
})
