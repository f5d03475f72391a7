import { expect, it, vi } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { SubscriptionsSection } from './access-tokens.tsx'
import type { Subscription } from './use-account.ts'

const CALENDAR: Subscription = { kind: 'calendar', created_at: '2026-09-01T12:00:00Z' }

async function renderSection(subscriptions: Subscription[], responses: FakeResponses = {}) {
  const { requests } = fakeServer({ 'GET /api/account/subscriptions/': { subscriptions }, ...responses })
  const screen = await renderWithProviders(<SubscriptionsSection />)
  const bodiesOf = (key: string) => requests.filter((each) => each.key === key).map(({ body }) => body)
  return { screen, bodiesOf }
}

const CREATE = 'POST /api/account/subscriptions/'
const REVOKE = 'POST /api/account/subscriptions/revoke/'

it('creates an address, and shows it once', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { screen, bodiesOf } = await renderSection([], {
    [CREATE]: { message: 'Copy it.', path: '/api/subscriptions/calendar/secret/', created: CALENDAR },
  })
  await screen.getByRole('button', { name: 'Create address for calendar' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Calendar address' })
  const url = `${location.origin}/api/subscriptions/calendar/secret/`
  await expect.element(dialog.getByText(url)).toBeVisible()
  await expect
    .element(dialog.getByRole('link', { name: 'Open in calendar app' }))
    .toHaveAttribute('href', url.replace(/^https?/, 'webcal'))
  await dialog.getByRole('button', { name: 'Copy' }).click()
  expect(writeText).toHaveBeenCalledExactlyOnceWith(url)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(screen.getByText(url)).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { name: 'Calendar and feeds' })).toHaveFocus()
  expect(bodiesOf(CREATE)).toEqual([{ kind: 'calendar' }])
})

it('replaces and turns off an address after a confirmation', async () => {
  const { screen, bodiesOf } = await renderSection([CALENDAR], {
    [CREATE]: { message: 'Copy it.', path: '/api/subscriptions/calendar/new/', created: CALENDAR },
    [REVOKE]: { message: 'The address is turned off.' },
  })
  await expect
    .element(screen.getByRole('listitem').first())
    .toMatchTextContent(/Calendar\s*Your matchups.*\s*Address created Sep 1, 2026/)
  await expect.element(screen.getByRole('button', { name: 'Create address for recap feed' })).toBeVisible()
  await screen.getByRole('button', { name: 'New address for calendar' }).click()
  expect(bodiesOf(CREATE)).toEqual([])
  await screen.getByRole('dialog').getByRole('button', { name: 'New address' }).click()
  await screen.getByRole('dialog', { name: 'Calendar address' }).getByRole('button', { name: 'Done' }).click()
  await screen.getByRole('button', { name: 'Turn off calendar' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect.element(screen.getByRole('status')).toMatchTextContent('The address is turned off.')
  expect([bodiesOf(CREATE), bodiesOf(REVOKE)]).toEqual([[{ kind: 'calendar' }], [{ kind: 'calendar' }]])
})

it('says why no address was created', async () => {
  const error = 'Too many requests. Try again in a minute.'
  const { screen } = await renderSection([], { [CREATE]: errorResponse(429, 'too_many_attempts', error) })
  await screen.getByRole('button', { name: 'Create address for recap feed' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(error)
})
