import { describe, expect, it } from 'vitest'
import { assignDisplayNames, normalizeDisplayName, type Person } from './display-names.ts'

const person = (userId: number, username: string, firstName = '', lastName = ''): Person => ({
  userId,
  username,
  firstName,
  lastName,
})

const names = (...people: Person[]) => [...assignDisplayNames(people).values()]

describe('assignDisplayNames', () => {
  it('uses the full name, otherwise the username', () => {
    expect(names(person(1, 'rosa', 'Rosa', 'Field'), person(2, 'ben'))).toEqual(['Rosa Field', 'ben'])
  })

  it('adds the username to duplicate names', () => {
    expect(names(person(1, 'pat', 'Pat', 'Doe'), person(2, 'doe', 'PAT', 'Doé'), person(3, 'kim'))).toEqual([
      'Pat Doe (pat)',
      'PAT Doé (doe)',
      'kim',
    ])
    expect(names(person(1, 'pat'), person(2, 'other', 'Pat'))).toEqual(['pat (pat)', 'Pat (other)'])
  })

  it('adds the username to a name that is the username of somebody else, or the name of the league itself', () => {
    expect(names(person(1, 'root', 'Ruth', 'Root'), person(2, 'eve', 'Róot'))).toEqual([
      'Ruth Root',
      'Róot (eve)',
    ])
    expect(names(person(1, 'eve', 'FieldHouse'), person(2, 'ben'))).toEqual(['FieldHouse (eve)', 'ben'])
  })

  it('adds the username to a name that equals a disambiguated name', () => {
    const people = [
      person(1, 'pat', 'Pat', 'Doe'),
      person(2, 'doe', 'Pat', 'Doe'),
      person(3, 'eve', 'Pat', 'Doe (pat)'),
    ]
    expect(names(...people)).toEqual(['Pat Doe (pat)', 'Pat Doe (doe)', 'Pat Doe (pat) (eve)'])
  })
})

it.each([
  ['  Sam   O’Neil ', "sam o'neil"],
  ['JOSÉ\u00a0Ruiz', 'jose ruiz'],
  ['Lee “Ace” Park', 'lee "ace" park'],
  ['Zero\u200b Width', 'zero width'],
])('normalizes %j to %j', (name, normalized) => {
  expect(normalizeDisplayName(name)).toBe(normalized)
})
