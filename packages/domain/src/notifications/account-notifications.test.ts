import { expect, it } from 'vitest'
import { accountNotification, describeAccountChange } from './account-notifications.ts'

const at = new Date('2026-10-13T09:00:00Z')

it.each([
  [
    'account.password',
    { keeps_tokens: false },
    'You were signed out everywhere else. Your API tokens and your calendar and feed addresses no longer work.',
  ],
  [
    'admin.reset-password',
    { username: 'rowan', keeps_tokens: true },
    'sam did it. You were signed out everywhere. Your API tokens and your calendar and feed addresses still work.',
  ],
  ['account.link_identity', { provider: 'Clubhouse', email: null }, 'You can sign in with Clubhouse now.'],
  [
    'account.link_identity',
    { provider: 'Clubhouse', email: 'ada@club.example' },
    'You can sign in with Clubhouse (ada@club.example) now.',
  ],
  [
    'account.create_subscription',
    { kind: 'recaps' },
    'Anybody with the address can read the recaps of your leagues.',
  ],
  ['admin.set-staff', { is_staff: true }, 'sam made you site staff.'],
  ['admin.set-staff', { is_staff: false }, 'sam removed you from site staff.'],
] as const)('a change by %s with %j is described', (action, detail, body) => {
  expect(describeAccountChange({ action, detail, by: 'sam', at }).body).toBe(body)
})

it('a change from the command line is one by a site admin', () => {
  const change = { action: 'admin.reset-link', detail: {}, by: null, at } as const
  expect(describeAccountChange(change).body).toMatch(/^A site admin did it\./)
})

it('an item of the inbox says what to do, and opens the account page', () => {
  expect(accountNotification({ action: 'account.add_totp', detail: {}, by: 'ada', at })).toEqual({
    kind: 'access',
    key: 'account.add_totp 1791882000000',
    title: 'An authenticator app was added',
    body: 'Signing in with your password needs a code of that app now. Unexpected? Change your password.',
    target: { tab: 'account' },
    expiresAt: new Date('2026-10-13T21:00:00Z'),
  })
})
