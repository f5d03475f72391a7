import { expect, it } from 'vitest'
import { membershipNotification, openingNotification } from './account-notifications.ts'

const entry = { id: 7, by: 'Rosa Field', at: new Date('2026-10-13T09:00:00Z') }

it('tells the other admins what an admin opened, and where to undo it', () => {
  const opening = {
    ...entry,
    action: 'league.create-invite',
    detail: { days: 30, needs_approval: false },
  } as const
  expect(openingNotification(opening, 'Harbour')).toEqual({
    kind: 'link',
    key: 'opening 7',
    title: 'Rosa Field created an invite link for 30 days',
    body: 'Harbour: you can undo it in Admin Tools.',
    target: { tab: 'admin' },
    expiresAt: new Date('2026-10-13T21:00:00Z'),
  })
})

it.each([
  [
    'player',
    true,
    "You're a player in Harbour",
    'Rosa Field added you. You can leave the league on your account page.',
  ],
  ['admin', false, "You're an admin in Harbour", 'Rosa Field changed your role.'],
] as const)('tells somebody who became a %s (new: %s)', (role, isNew, title, body) => {
  expect(membershipNotification({ ...entry, role, isNew }, 'Harbour')).toMatchObject({
    kind: 'access',
    key: 'membership 7',
    title,
    body,
    target: { tab: 'overview' },
  })
})
