import { expect, it } from 'vitest'
import { auditActionLabel } from './audit-action-label.ts'

it('says what an act is, for a list to choose from', () => {
  expect(auditActionLabel('league.assign-user')).toBe('Assigned a user to the league')
  expect(auditActionLabel('owner.undo_merge')).toBe('Undid a merge of owners')
})

it.each(['league.teleport', 'toString', ''])('leaves %j, which it does not know, as it stands', (action) => {
  expect(auditActionLabel(action)).toBe(action)
})
