import { expect, it, vi } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { PublicLinkSection } from './public-link-section.tsx'

const GET = 'GET /api/league/:league/public-link/'
const CREATE = 'POST /api/league/:league/public-link/'
const SAVE = 'POST /api/league/:league/public-link/settings/'
const REVOKE = 'POST /api/league/:league/public-link/revoke/'

const LINK = { shows_owners: false, created_at: '2026-10-11T18:00:00.000Z', created_by: 'ada' }
const ADDRESS = `${location.origin}/public/AbCdEfGhIjKlMnOpQrStUv`

async function renderSection(responses: FakeResponses) {
  const server = fakeServer(responses)
  const screen = await renderWithProviders(<PublicLinkSection league="Sunday" />)
  const bodiesOf = (key: string) =>
    server.requests.filter((request) => request.key === key).map(({ body }) => body)
  return { screen, bodiesOf }
}

it('turns the link on with the chosen names, and shows its address once, to copy', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  let link: typeof LINK | null = null
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ link }),
    [CREATE]: () => {
      link = { ...LINK, shows_owners: true }
      return { message: 'Copy it.', path: '/public/AbCdEfGhIjKlMnOpQrStUv', link }
    },
  })
  await expect.element(screen.getByRole('radio', { name: 'Team names only' })).toBeChecked()
  await screen.getByText('Owners too').click()
  await screen.getByRole('button', { name: 'Turn on public link' }).click()
  await expect.element(screen.getByText(ADDRESS)).toBeVisible()
  await expect.element(screen.getByText('Copy the address now.')).toHaveFocus()
  expect(bodiesOf(CREATE)).toEqual([{ shows_owners: true }])
  await expect.element(screen.getByRole('radio', { name: 'Owners too' })).toBeChecked()
  await screen.getByRole('button', { name: 'Copy address' }).click()
  await expect.element(screen.getByText('Copied.')).toBeVisible()
  expect(write).toHaveBeenCalledExactlyOnceWith(ADDRESS)
})

it('changes what a link shows, which keeps its address', async () => {
  let link = LINK
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ link }),
    [SAVE]: () => {
      link = { ...LINK, shows_owners: true }
      return { message: 'The public link names owners.' }
    },
  })
  await screen.getByText('Owners too').click()
  await expect.element(screen.getByText('The public link names owners.')).toBeVisible()
  expect(bodiesOf(SAVE)).toEqual([{ shows_owners: true }])
})

it('creates another address and turns the link off after a question', async () => {
  let link: typeof LINK | null = LINK
  const { screen, bodiesOf } = await renderSection({
    [GET]: () => ({ link }),
    [CREATE]: { message: 'Copy it.', path: '/public/AbCdEfGhIjKlMnOpQrStUv', link: LINK },
    [REVOKE]: () => {
      link = null
      return { message: 'The public link is off.' }
    },
  })
  await screen.getByRole('button', { name: 'New address' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect.element(screen.getByText(ADDRESS)).toBeVisible()
  expect(bodiesOf(CREATE)).toEqual([{ shows_owners: false }])
  await screen.getByRole('button', { name: 'Turn off public link' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect.element(screen.getByRole('button', { name: 'Turn on public link' })).toBeVisible()
  await expect.element(screen.getByText(ADDRESS)).not.toBeInTheDocument()
  await expect.element(screen.getByText('The public link is off.')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Public link' })).toHaveFocus()
})

it('says why the link could not be turned on', async () => {
  const { screen } = await renderSection({
    [GET]: { link: null },
    [CREATE]: errorResponse(429, 'too_many_attempts', 'Too many requests. Try again in 5 seconds.'),
  })
  await screen.getByRole('button', { name: 'Turn on public link' }).click()
  await expect.element(screen.getByText('Too many requests. Try again in 5 seconds.')).toBeVisible()
})
