import { describe, expect, it } from 'vitest'
import { createOwnerLookup, type Owner } from './owner-names.ts'

const owner = (userId: number, name: string, more: Partial<Owner> = {}): Owner => ({
  userId,
  name,
  fullName: name,
  username: `user${userId}`,
  teamOwners: [],
  ...more,
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
