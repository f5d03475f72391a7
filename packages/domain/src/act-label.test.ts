import { expect, it } from 'vitest'
import { actLabel } from './act-label.ts'

it('says what an act is, for a list to choose from', () => {
  expect(actLabel('league.assign-user')).toBe('Assigned a user to the league')
  expect(actLabel('owner.undo_merge')).toBe('Undid a merge of owners')
})

it.each(['league.teleport', 'toString', ''])('leaves %j, which it does not know, as it stands', (action) => {
  expect(actLabel(action)).toBe(action)
})
