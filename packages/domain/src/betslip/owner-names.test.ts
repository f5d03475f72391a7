import { describe, expect, it } from 'vitest'
import {
  assignOwnerNames,
  createOwnerLookup,
  normalizeOwnerName,
  type Owner,
  type Person,
} from './owner-names.ts'

const person = (userId: number, username: string, firstName = '', lastName = ''): Person => ({
  userId,
  username,
  firstName,
  lastName,
})

const owner = (userId: number, name: string, more: Partial<Owner> = {}): Owner => ({
  userId,
  name,
  fullName: name,
  username: `user${userId}`,
  teamOwners: [],
  ...more,
})

const names = (...people: Person[]) => [...assignOwnerNames(people).values()]

describe('assignOwnerNames', () => {
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
  expect(normalizeOwnerName(name)).toBe(normalized)
})

describe('createOwnerLookup', () => {
  const rosa = owner(1, 'Rosa Field', { username: 'rosa', teamOwners: ['R. Field'] })
  const ben = owner(2, 'Ben Okafor', { username: 'r.field', teamOwners: ['Ben Okafor', 'Shared Team'] })
  const patA = owner(3, 'Pat Doe (a)', { fullName: 'Pat Doe', teamOwners: ['Shared Team'] })
  const patB = owner(4, 'Pat Doe (b)', { fullName: 'Pat Doe' })
  const find = createOwnerLookup([rosa, ben, patA, patB])

  it.each([
    ['by name', ' ROSA  FIELD', rosa],
    ['by username', 'Rosa', rosa],
    ["by the team owner's name", 'R. Field', rosa],
    ['by name with username', 'pat doe (B)', patB],
  ])('finds an owner %s', (_, text, expected) => {
    expect(find(text)).toBe(expected)
  })

  it('returns `ambiguous` or `unknown` instead of guessing', () => {
    expect(find('Pat Doe')).toBe('ambiguous')
    expect(find('Shared Team')).toBe('ambiguous')
    expect(find('Nobody')).toBe('unknown')
    expect(find(' ')).toBe('unknown')
    expect(createOwnerLookup([owner(1, '\u0301')])('')).toBe('unknown')
  })
})
