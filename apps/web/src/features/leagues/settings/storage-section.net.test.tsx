import { expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../../testing/fake-server.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { StorageSection } from './storage-section.tsx'

const GET_STORAGE = 'GET /api/league/:league/storage/'
const MB = 1024 * 1024

const USAGE = {
  used_bytes: 4200.4 * MB,
  limit_bytes: 5000 * MB,
  person_limit_bytes: 500 * MB,
  people: [
    { username: 'rosa', used_bytes: 480 * MB },
    { username: 'ben', used_bytes: 7.25 * MB },
    { username: 'cleo', used_bytes: 2000 },
  ],
}

const renderSection = (response: NonNullable<FakeResponses[typeof GET_STORAGE]>) => {
  fakeServer({ [GET_STORAGE]: response })
  return renderWithProviders(<StorageSection league="Sunday" />)
}

it('shows the used space of the league and of each person', async () => {
  const screen = await renderSection(USAGE)
  for (const [name, text] of [
    ['This league', '4,200 MB of 5,000 MB'],
    ['rosa', '480 MB of 500 MB'],
    ['ben', '7.3 MB of 500 MB'],
    ['cleo', '0.1 MB of 500 MB'],
  ] as const) {
    await expect.element(screen.getByRole('meter', { name, exact: true })).toBeVisible()
    await expect.element(screen.getByText(text)).toBeVisible()
  }
  await expect.element(screen.getByText(/league admins can delete images/)).toBeVisible()
})

it('shows the largest people only, and no advice while there is space', async () => {
  const people = Array.from({ length: 7 }, (_, index) => ({
    username: `player${index}`,
    used_bytes: (10 - index) * MB,
  }))
  const screen = await renderSection({ ...USAGE, used_bytes: 49 * MB, people })
  await expect.element(screen.getByText('And 2 more with less.')).toBeVisible()
  expect(screen.getByRole('meter').elements()).toHaveLength(6)
  expect(screen.getByText(/can delete images/).elements()).toEqual([])
})

it('shows an empty meter for a league without uploads', async () => {
  const screen = await renderSection({ ...USAGE, used_bytes: 0, people: [] })
  await expect.element(screen.getByText('0 MB of 5,000 MB')).toBeVisible()
  expect(screen.getByRole('meter').elements()).toHaveLength(1)
})

it('says when to try again after too many requests', async () => {
  const message = 'Too many requests. Try again in 12 seconds.'
  const screen = await renderSection(errorResponse(429, 'too_many_attempts', message))
  await expect.element(screen.getByText(message)).toBeVisible()
})
