import { expect, it } from 'vitest'
import { auditActionLabel } from './audit-action-label.ts'

it('returns the label of a known action', () => {
  expect(auditActionLabel('league.assign-user')).toBe('Assigned a user to the league')
  expect(auditActionLabel('owner.undo_merge')).toBe('Undid an owner merge')
})

it.each(['league.teleport', 'toString', ''])('returns the unknown action %j unchanged', (action) => {
  expect(auditActionLabel(action)).toBe(action)
})
