import { expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import type { Notifications } from './use-notifications.ts'

const SAVE_NOTIFICATIONS = 'POST /api/notifications/'

const SAVED_NOTIFICATIONS: Notifications = {
  kinds: (['pick', 'starter', 'proposal', 'comment'] as const).map((kind) => ({
    kind,
    push: true,
    mail: false,
  })),
  quiet: null,
  mail: 'ready',
  devices: [],
  public_key: 'BKey',
}

async function renderSection(stored: Partial<Notifications> = {}, answers: FakeResponses = {}) {
  const server = fakeServer({ 'GET /api/notifications/': { ...SAVED_NOTIFICATIONS, ...stored }, ...answers })
  const screen = await renderWithProviders(<NotificationsSection />)
  const sentBodies = () =>
    server.requests.filter(({ key }) => key === SAVE_NOTIFICATIONS).map(({ body }) => body)
  return { screen, sent: sentBodies }
}

it('saves one choice at once', async () => {
  const { screen, sent } = await renderSection(
    {},
    { [SAVE_NOTIFICATIONS]: { message: 'Saved.', notifications: SAVED_NOTIFICATIONS } },
  )
  await screen.getByLabelText('Somebody makes a proposal, by mail').click()
  await expect.poll(sent).toEqual([{ kinds: [{ kind: 'proposal', push: true, mail: true }] }])
})

it('says why a choice was not saved, and shows what holds', async () => {
  const { screen } = await renderSection(
    {},
    { [SAVE_NOTIFICATIONS]: errorResponse(500, 'internal_error', 'A defect of ours.') },
  )
  const box = screen.getByLabelText('Somebody makes a proposal, by push')
  await box.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('A defect of ours.')
  await expect.element(box).toBeChecked()
})

it('lets no letters be chosen that cannot be sent, and says why', async () => {
  const { screen } = await renderSection({ mail: 'no_address' })
  await expect.element(screen.getByLabelText('Somebody makes a proposal, by mail')).toBeDisabled()
  await expect.element(screen.getByText(/give your account an email address/)).toBeVisible()
})

it('saves quiet hours with the time zone of the browser, and ends them', async () => {
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const quiet = { begins: '22:00', ends: '07:00', time_zone }
  const { screen, sent } = await renderSection(
    {},
    {
      [SAVE_NOTIFICATIONS]: { message: 'Saved.', notifications: { ...SAVED_NOTIFICATIONS, quiet } },
    },
  )
  await screen.getByRole('checkbox', { name: 'Quiet hours' }).click()
  await screen.getByRole('button', { name: 'Save quiet hours' }).click()
  await expect.poll(sent).toEqual([{ quiet }])
  await expect.element(screen.getByRole('button', { name: 'Saved' })).toBeDisabled()
  await screen.getByRole('checkbox', { name: 'Quiet hours' }).click()
  await screen.getByRole('button', { name: 'Save quiet hours' }).click()
  await expect.poll(sent).toEqual([{ quiet }, { quiet: null }])
})

it('tells honestly how this device stands', async () => {
  const { screen } = await renderSection({ devices: ['https://push.example/elsewhere'] })
  await expect
    .element(
      screen.getByText(/Push is off for this device. It is on for 1 other device|not to show|cannot show/),
    )
    .toBeVisible()
})
