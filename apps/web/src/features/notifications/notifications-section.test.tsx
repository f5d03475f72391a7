import { expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import type { Notifications } from './notifications-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'

const SAVE_NOTIFICATIONS = 'POST /api/notifications/'

const SAVED_NOTIFICATIONS: Notifications = {
  kinds: (['pick', 'starter', 'proposal', 'comment'] as const).map((kind) => ({
    kind,
    push: true,
    mail: false,
    inbox: true,
  })),
  quiet: null,
  mail: 'ready',
  devices: [],
  public_key: 'BKey',
}

async function renderSection(stored: Partial<Notifications> = {}, responses: FakeResponses = {}) {
  const server = fakeServer({
    'GET /api/notifications/': { ...SAVED_NOTIFICATIONS, ...stored },
    ...responses,
  })
  const screen = await renderWithProviders(<NotificationsSection />)
  const savedBodies = () =>
    server.requests.filter(({ key }) => key === SAVE_NOTIFICATIONS).map(({ body }) => body)
  return { screen, savedBodies }
}

it('saves a choice immediately', async () => {
  const { screen, savedBodies } = await renderSection(
    {},
    { [SAVE_NOTIFICATIONS]: { message: 'Saved.', notifications: SAVED_NOTIFICATIONS } },
  )
  await screen.getByLabelText('Someone posts a proposal: Email').click()
  await expect
    .poll(savedBodies)
    .toEqual([{ kinds: [{ kind: 'proposal', push: true, mail: true, inbox: true }] }])
})

it('shows why a choice was not saved, and restores the saved choice', async () => {
  const { screen } = await renderSection(
    {},
    { [SAVE_NOTIFICATIONS]: errorResponse(500, 'internal_error', 'Something went wrong.') },
  )
  const checkbox = screen.getByLabelText('Someone posts a proposal: Push')
  await checkbox.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Something went wrong.')
  await expect.element(checkbox).toBeChecked()
})

it('disables email notifications that cannot be sent, and shows why', async () => {
  const { screen } = await renderSection({ mail: 'no_address' })
  await expect.element(screen.getByLabelText('Someone posts a proposal: Email')).toBeDisabled()
  await expect.element(screen.getByText(/add an email address to your account/)).toBeVisible()
})

it('saves quiet hours in the time zone of the browser, and turns them off', async () => {
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const quiet = { begins: '22:00', ends: '07:00', time_zone }
  const { screen, savedBodies } = await renderSection(
    {},
    {
      [SAVE_NOTIFICATIONS]: { message: 'Saved.', notifications: { ...SAVED_NOTIFICATIONS, quiet } },
    },
  )
  await screen.getByRole('checkbox', { name: 'Quiet hours' }).click()
  await screen.getByRole('button', { name: 'Save quiet hours' }).click()
  await expect.poll(savedBodies).toEqual([{ quiet }])
  await expect.element(screen.getByRole('button', { name: 'Saved' })).toBeDisabled()
  await screen.getByRole('checkbox', { name: 'Quiet hours' }).click()
  await screen.getByRole('button', { name: 'Save quiet hours' }).click()
  await expect.poll(savedBodies).toEqual([{ quiet }, { quiet: null }])
})

it('shows whether push is on for this device, or why it is unavailable', async () => {
  const { screen } = await renderSection({ devices: ['https://push.example/elsewhere'] })
  await expect
    .element(
      screen.getByText(
        /Push is off for this device. It's on for 1 other device|are blocked in this browser|doesn't support/,
      ),
    )
    .toBeVisible()
})
