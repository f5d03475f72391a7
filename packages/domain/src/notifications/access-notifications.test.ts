import { expect, it } from 'vitest'
import { accessNotification, requestNotification } from './account-notifications.ts'

const at = new Date('2026-10-13T09:00:00Z')

it.each([
  ['Let me in.', false, 'Rosa Field wants to join Harbour', 'Let me in.'],
  ['', false, 'Rosa Field wants to join Harbour', 'Approve or reject it in Admin Tools.'],
  ['', true, 'Rosa Field claims a team in Harbour', 'Approve or reject it in Admin Tools.'],
  ['x'.repeat(1000), false, 'Rosa Field wants to join Harbour', `${'x'.repeat(119)}…`],
])('a request with the message %s and a team (%s) is titled %s', (message, hasTeam, title, body) => {
  expect(requestNotification({ id: 7, person: 'Rosa Field', message, hasTeam, at }, 'Harbour')).toMatchObject(
    { key: 'request 7', title, body, target: { tab: 'admin' } },
  )
})

it.each([
  ['approved', "You're in Harbour"],
  ['rejected', 'Your request to join Harbour was rejected'],
  ['undone', 'Your place in Harbour was taken back'],
] as const)('a decision that is %s is titled %s and opens the league', (outcome, title) => {
  expect(accessNotification({ outcome, id: 7, at }, 'Harbour')).toMatchObject({
    key: `${outcome} 7`,
    title,
    target: { tab: 'overview' },
    expiresAt: new Date('2026-10-13T21:00:00Z'),
  })
})
