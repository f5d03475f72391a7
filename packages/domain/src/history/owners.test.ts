import { describe, expect, it } from 'vitest'
import { allNamesOf, buildOwners, type HistoryInput } from './owners.ts'
import { aHistoryInput, aMember, aPastSeason, aPastTeam } from './testing/past-seasons.ts'

/** Creates seasons from a map of years to `account: name`. */
function historyInputOf(
  years: Record<number, Record<string, string>>,
  more: Partial<HistoryInput> = {},
): HistoryInput {
  const seasons = Object.entries(years).map(([year, people]) =>
    aPastSeason({
      season: Number(year),
      teams: Object.keys(people).map((account, index) => aPastTeam(index + 1, account)),
      members: Object.entries(people).map(([account, name]) => aMember(account, name)),
    }),
  )
  return aHistoryInput(seasons, more)
}

const namesOf = (input: HistoryInput) => buildOwners(input).all.map(({ id, name }) => [id, name])

describe('buildOwners', () => {
  it('identifies an owner by account and uses the newest name', () => {
    const input = historyInputOf({
      2019: { a: 'ada m.', b: 'Ben Okafor' },
      2020: { b: 'Ben Okafor', a: 'Ada Marlow' },
    })
    expect(namesOf(input)).toEqual([
      ['a', 'Ada Marlow'],
      ['b', 'Ben Okafor'],
    ])
    expect(buildOwners(input).findByMemberId('a')?.accounts).toEqual([
      { memberId: 'a', names: ['Ada Marlow', 'ada m.'], seasons: [2019, 2020] },
    ])
  })

  it('ignores members without a team and teams without an owner', () => {
    const season = aPastSeason({
      teams: [aPastTeam(1, 'a'), aPastTeam(2, null)],
      members: [aMember('a'), aMember('co-owner')],
    })
    const owners = buildOwners(aHistoryInput([season]))
    expect(owners.all.map(({ id }) => id)).toEqual(['a'])
    expect([owners.findByMemberId(null), owners.findByMemberId('co-owner')]).toEqual([null, null])
  })

  it.each([
    [
      'by adding a number to the later ones',
      { 2019: { z: 'Sam Reed' }, 2020: { z: 'Sam Reed', a: 'sam reed', m: 'Sam  Reed' } },
      [
        ['z', 'Sam Reed', 'sam-reed'],
        ['a', 'sam reed (2)', 'sam-reed-2'],
        ['m', 'Sam  Reed (3)', 'sam-reed-3'],
      ],
    ],
    [
      'by skipping a number that is already in a name',
      { 2020: { a: 'Sam Reed', b: 'Sam Reed', c: 'Sam Reed (2)' } },
      [
        ['a', 'Sam Reed', 'sam-reed'],
        ['c', 'Sam Reed (2)', 'sam-reed-2'],
        ['b', 'Sam Reed (3)', 'sam-reed-3'],
      ],
    ],
    [
      'if only their accents differ',
      { 2020: { a: 'José Pardo', b: 'Jose Pardo' } },
      [
        ['b', 'Jose Pardo (2)', 'jose-pardo-2'],
        ['a', 'José Pardo', 'jose-pardo'],
      ],
    ],
    [
      'if they have no letters',
      { 2020: { a: '🏈', b: '🏈', c: '🔥' } },
      [
        ['a', '🏈', ''],
        ['b', '🏈 (2)', '2'],
        ['c', '🔥', ''],
      ],
    ],
  ])('distinguishes owners with the same name %s', (_, years, expected) => {
    const owners = buildOwners(historyInputOf(years)).all.map(({ id, name, slug }) => [id, name, slug])
    expect(new Map(owners.map((each) => [each[0], each]))).toEqual(
      new Map(expected.map((each) => [each[0], each])),
    )
  })
})

describe('buildOwners with merged accounts', () => {
  const years = { 2018: { a: 'Sam Reed', b: 'Ben Okafor' }, 2019: { c: 'Samuel Reed', b: 'Ben Okafor' } }

  it('returns one person with the name of the target account', () => {
    const input = historyInputOf(years, { merges: [{ memberId: 'c', personId: 'a' }] })
    expect(namesOf(input)).toEqual([
      ['b', 'Ben Okafor'],
      ['a', 'Sam Reed'],
    ])
    const owners = buildOwners(input)
    expect(owners.findByMemberId('c')).toBe(owners.findByMemberId('a'))
    expect(owners.findByMemberId('a')?.accounts.map(({ memberId, seasons }) => [memberId, seasons])).toEqual([
      ['a', [2018]],
      ['c', [2019]],
    ])
  })

  it("uses the merged account's name if the target account has no season left", () => {
    const input = historyInputOf({ 2020: { c: 'S. Reed' } }, { merges: [{ memberId: 'c', personId: 'a' }] })
    expect(namesOf(input)).toEqual([['a', 'S. Reed']])
  })

  it('removes the number when owners with the same name are merged', () => {
    const sameName = { 2018: { a: 'Sam Reed' }, 2019: { b: 'Sam Reed' } }
    expect(namesOf(historyInputOf(sameName))).toEqual([
      ['a', 'Sam Reed'],
      ['b', 'Sam Reed (2)'],
    ])
    expect(namesOf(historyInputOf(sameName, { merges: [{ memberId: 'a', personId: 'b' }] }))).toEqual([
      ['b', 'Sam Reed'],
    ])
  })

  it('ignores a merge of accounts that no longer exist', () => {
    const input = historyInputOf(years, { merges: [{ memberId: 'gone', personId: 'b' }] })
    expect(namesOf(input)).toEqual(namesOf(historyInputOf(years)))
  })
})

it('lists all names of a person, starting with the account of the latest season', () => {
  const input = historyInputOf(
    { 2018: { a: 'Sam Reed' }, 2019: { c: 'S. Reed' }, 2020: { c: 'Samuel Reed' } },
    { merges: [{ memberId: 'c', personId: 'a' }] },
  )
  expect(buildOwners(input).all.map(allNamesOf)).toEqual([['Samuel Reed', 'S. Reed', 'Sam Reed']])
})
