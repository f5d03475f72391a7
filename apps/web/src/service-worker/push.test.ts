import { expect, it, vi } from 'vitest'
import { onNotificationClick, toNotification } from './push.ts'

const PAYLOAD = {
  title: 'Picks lock in 3 hours',
  body: "You haven't picked for Week 5 in Häfen & Söhne.",
  tag: 'Häfen & Söhne pick 2026 5',
  path: '/?league=H%C3%A4fen&tab=betslip&season=2026&week=5',
}

it('shows the title and body of a push message and links to what it is about', () => {
  const { title, options } = toNotification(JSON.stringify(PAYLOAD))
  expect([title, options.body, options.tag]).toEqual([PAYLOAD.title, PAYLOAD.body, PAYLOAD.tag])
  expect(options.data.path).toBe(PAYLOAD.path)
})

it.each([undefined, '', 'null', '[]', '{"title":"Half"}', JSON.stringify({ ...PAYLOAD, path: 7 })])(
  'shows the fallback notification for the invalid payload %j',
  (text) => {
    expect(toNotification(text)).toMatchObject({ title: 'Fieldhouse', options: { data: { path: '/' } } })
  },
)

it("navigates an open window to the notification's path, or opens a new window", async () => {
  const pageWindow = {
    focus: vi.fn<() => Promise<void>>(async () => undefined),
    navigate: vi.fn<(path: string) => Promise<void>>(async () => undefined),
  }
  const openWindow = vi.fn<(path: string) => Promise<void>>(async () => undefined)
  await onNotificationClick({ path: '/?tab=betslip' }, { matchAll: async () => [pageWindow], openWindow })
  expect(pageWindow.navigate.mock.calls).toEqual([['/?tab=betslip']])
  expect(openWindow).not.toHaveBeenCalled()
  const unsafeData = [null, { path: 'https://evil.example/' }, { path: '//evil.example/?' }]
  for (const data of unsafeData) await onNotificationClick(data, { matchAll: async () => [], openWindow })
  expect(openWindow.mock.calls).toEqual([['/'], ['/'], ['/']])
})
