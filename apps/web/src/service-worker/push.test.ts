import { expect, it, vi } from 'vitest'
import { onNotificationClick, toNotification } from './push.ts'

const PAYLOAD = {
  title: 'Week 5 locks in 3 hours',
  body: 'You have no pick in Häfen & Söhne yet.',
  tag: 'Häfen & Söhne pick 2026 5',
  league: 'Häfen & Söhne',
  tab: 'Betslip',
}

it('shows what was sent, and leads to the tab of the league', () => {
  const { title, options } = toNotification(JSON.stringify(PAYLOAD))
  expect([title, options.body, options.tag]).toEqual([PAYLOAD.title, PAYLOAD.body, PAYLOAD.tag])
  const address = new URL(options.data.path, 'https://league.example')
  expect(Object.fromEntries(address.searchParams)).toEqual({ league: 'Häfen & Söhne', tab: 'Betslip' })
})

it.each([undefined, '', 'null', '[]', '{"title":"Half"}', JSON.stringify({ ...PAYLOAD, tab: 7 })])(
  'shows %j too, which it cannot read',
  (text) => {
    expect(toNotification(text)).toMatchObject({ title: 'Fieldhouse', options: { data: { path: '/' } } })
  },
)

it('leads an open window there, or opens one', async () => {
  const open = {
    focus: vi.fn<() => Promise<void>>(async () => undefined),
    navigate: vi.fn<(path: string) => Promise<void>>(async () => undefined),
  }
  const openWindow = vi.fn<(path: string) => Promise<void>>(async () => undefined)
  await onNotificationClick({ path: '/?tab=betslip' }, { matchAll: async () => [open], openWindow })
  expect(open.navigate.mock.calls).toEqual([['/?tab=betslip']])
  expect(openWindow).not.toHaveBeenCalled()
  const elsewhere = [null, { path: 'https://evil.example/' }, { path: '//evil.example/?' }]
  for (const data of elsewhere) await onNotificationClick(data, { matchAll: async () => [], openWindow })
  expect(openWindow.mock.calls).toEqual([['/'], ['/'], ['/']])
})
