import { expect, it } from 'vitest'
import { type Answers, fakeServer, refused } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import type { Notifications } from './use-notifications.ts'

const SAVE = 'POST /api/notifications/'

const STORED: Notifications = {
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

async function section(stored: Partial<Notifications> = {}, answers: Answers = {}) {
  const server = fakeServer({ 'GET /api/notifications/': { ...STORED, ...stored }, ...answers })
  const screen = await show(<NotificationsSection />)
  const sent = () => server.sent.filter(({ key }) => key === SAVE).map(({ body }) => body)
  return { screen, sent }
}

it('saves one choice at once', async () => {
  const { screen, sent } = await section({}, { [SAVE]: { message: 'Saved.', notifications: STORED } })
  await screen.getByLabelText('Somebody makes a proposal, by mail').click()
  await expect.poll(sent).toEqual([{ kinds: [{ kind: 'proposal', push: true, mail: true }] }])
})

it('says why a choice was not saved, and shows what holds', async () => {
  const { screen } = await section({}, { [SAVE]: refused(500, 'internal_error', 'A defect of ours.') })
  const box = screen.getByLabelText('Somebody makes a proposal, by push')
  await box.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('A defect of ours.')
  await expect.element(box).toBeChecked()
})

it('lets no letters be chosen that cannot be sent, and says why', async () => {
  const { screen } = await section({ mail: 'no_address' })
  await expect.element(screen.getByLabelText('Somebody makes a proposal, by mail')).toBeDisabled()
  await expect.element(screen.getByText(/give your account an email address/)).toBeVisible()
})

it('saves quiet hours with the time zone of the browser, and ends them', async () => {
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const quiet = { begins: '22:00', ends: '07:00', time_zone }
  const { screen, sent } = await section(
    {},
    {
      [SAVE]: { message: 'Saved.', notifications: { ...STORED, quiet } },
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
  const { screen } = await section({ devices: ['https://push.example/elsewhere'] })
  await expect
    .element(
      screen.getByText(/Push is off for this device. It is on for 1 other device|not to show|cannot show/),
    )
    .toBeVisible()
})
