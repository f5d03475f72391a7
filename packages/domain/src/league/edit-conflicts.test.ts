import { expect, it } from 'vitest'
import { findConflictingFields } from './edit-conflicts.ts'

it.each([
  ['the stored value is the expected one', 'old', 'old', 'mine', []],
  ['somebody has saved another value', 'theirs', 'old', 'mine', ['note']],
  ['somebody has removed the value', null, 'old', 'mine', ['note']],
  ['somebody has saved the same value', 'mine', 'old', 'mine', []],
  ['the editor expects nothing', 'theirs', undefined, 'mine', []],
  ['the field is not saved', 'theirs', 'old', undefined, []],
  ['the field was empty and still is', null, null, 'mine', []],
])('compares the fields when %s', (_, stored, expected, saved, conflicts) => {
  const edit = {
    saved: saved === undefined ? {} : { note: saved },
    expected: expected === undefined ? {} : { note: expected },
  }
  expect(findConflictingFields({ note: stored }, edit)).toEqual(conflicts)
})

it('finds no conflict without expected values', () => {
  expect(findConflictingFields({ note: 'theirs' }, { saved: { note: 'mine' }, expected: undefined })).toEqual(
    [],
  )
})
