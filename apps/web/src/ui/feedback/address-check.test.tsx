import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { AddressCheck } from './address-check.tsx'

const siteAt = (address: string | null) => ({
  draft_app: false,
  email: false,
  needs_admin: false,
  signup: 'open' as const,
  address,
})

it('says who can open a link to this computer, and offers three ways out in five lines each', async () => {
  fakeServer({ 'GET /api/site/': siteAt('http://localhost:3000') })
  const screen = await renderWithProviders(<AddressCheck />)
  await expect.element(screen.getByText('Only this computer can open http://localhost:3000.')).toBeVisible()
  const ways = screen.getByRole('group')
  expect(ways.elements()).toHaveLength(3)
  for (const way of ways.elements()) expect(way.querySelectorAll('li')).toHaveLength(5)
  await screen.getByText('On the same Wi-Fi', { exact: true }).click()
  await expect
    .element(screen.getByText('Start it again with npm start -- --lan, or npx fieldhouse --lan.'))
    .toBeVisible()
})

it('offers no Wi-Fi to a site that is on it already', async () => {
  fakeServer({ 'GET /api/site/': siteAt('http://192.168.1.20:3000') })
  const screen = await renderWithProviders(<AddressCheck />)
  await expect.element(screen.getByText('Only your network can open http://192.168.1.20:3000.')).toBeVisible()
  await expect.element(screen.getByText('On the same Wi-Fi')).not.toBeInTheDocument()
})

it('says nothing of a site that anybody can open', async () => {
  const { requests } = fakeServer({ 'GET /api/site/': siteAt('https://league.example') })
  const screen = await renderWithProviders(<AddressCheck />)
  await expect.poll(() => requests.length).toBe(1)
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument()
})
