import { expect, it } from 'vitest'
import { formatUsers } from './format.ts'

it.each([
  [{ assigned_user: null }, null],
  [{ assigned_user: 'Ada' }, 'Ada'],
  [{ assigned_user: 'Ada', co_owners: ['Ben'] }, 'Ada and Ben'],
])('formats %j as %j', (team, text) => {
  expect(formatUsers(team)).toBe(text)
})
