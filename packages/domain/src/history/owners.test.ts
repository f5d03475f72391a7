import { describe, expect, it } from 'vitest'
import type { HistoryInput } from './history-input.ts'
import { aHistoryInput, aMember, aPastSeason, aPastTeam } from './history-input-for-tests.ts'
import { allNamesOf, buildOwners, findLikelyDuplicates } from './owners.ts'

/** Seasons of teams by year, as `account: name`. */
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

const namesIn = (past: HistoryInput) => buildOwners(past).all.map(({ id, name }) => [id, name])

describe('an owner', () => {
  it('is the account, under its newest name, whatever the team and the name were', () => {
    const past = historyInputOf({
      2019: { a: 'ada m.', b: 'Ben Okafor' },
      2020: { b: 'Ben Okafor', a: 'Ada Marlow' },
    })
    expect(namesIn(past)).toEqual([
      ['a', 'Ada Marlow'],
      ['b', 'Ben Okafor'],
    ])
    expect(buildOwners(past).findByMemberId('a')?.accounts).toEqual([
      { memberId: 'a', names: ['Ada Marlow', 'ada m.'], seasons: [2019, 2020] },
    ])
  })

  it('is whom a team belongs to: members without a team and teams without an owner add nobody', () => {
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
      'by a number, the later of them',
      { 2019: { z: 'Sam Reed' }, 2020: { z: 'Sam Reed', a: 'sam reed', m: 'Sam  Reed' } },
      [
        ['z', 'Sam Reed', 'sam-reed'],
        ['a', 'sam reed (2)', 'sam-reed-2'],
        ['m', 'Sam  Reed (3)', 'sam-reed-3'],
      ],
    ],
    [
      'by a number that nobody is called by',
      { 2020: { a: 'Sam Reed', b: 'Sam Reed', c: 'Sam Reed (2)' } },
      [
        ['a', 'Sam Reed', 'sam-reed'],
        ['c', 'Sam Reed (2)', 'sam-reed-2'],
        ['b', 'Sam Reed (3)', 'sam-reed-3'],
      ],
    ],
    [
      'when only their accents differ',
      { 2020: { a: 'José Pardo', b: 'Jose Pardo' } },
      [
        ['b', 'Jose Pardo (2)', 'jose-pardo-2'],
        ['a', 'José Pardo', 'jose-pardo'],
      ],
    ],
    [
      'without letters too',
      { 2020: { a: '🏈', b: '🏈', c: '🔥' } },
      [
        ['a', '🏈', ''],
        ['b', '🏈 (2)', '2'],
        ['c', '🔥', ''],
      ],
    ],
  ])('is told apart from namesakes %s', (_, years, expected) => {
    const shown = buildOwners(historyInputOf(years)).all.map(({ id, name, slug }) => [id, name, slug])
    expect(new Map(shown.map((each) => [each[0], each]))).toEqual(
      new Map(expected.map((each) => [each[0], each])),
    )
  })
})

describe('two accounts that are merged', () => {
  const years = { 2018: { a: 'Sam Reed', b: 'Ben Okafor' }, 2019: { c: 'Samuel Reed', b: 'Ben Okafor' } }

  it('are one person, under the name of the one that the other was merged into', () => {
    const past = historyInputOf(years, { merges: [{ memberId: 'c', personId: 'a' }] })
    expect(namesIn(past)).toEqual([
      ['b', 'Ben Okafor'],
      ['a', 'Sam Reed'],
    ])
    const owners = buildOwners(past)
    expect(owners.findByMemberId('c')).toBe(owners.findByMemberId('a'))
    expect(owners.findByMemberId('a')?.accounts.map(({ memberId, seasons }) => [memberId, seasons])).toEqual([
      ['a', [2018]],
      ['c', [2019]],
    ])
  })

  it('have the other’s name when the account that stands for them has no season any more', () => {
    const past = historyInputOf({ 2020: { c: 'S. Reed' } }, { merges: [{ memberId: 'c', personId: 'a' }] })
    expect(namesIn(past)).toEqual([['a', 'S. Reed']])
  })

  it('leave no namesake behind', () => {
    const twice = { 2018: { a: 'Sam Reed' }, 2019: { b: 'Sam Reed' } }
    expect(namesIn(historyInputOf(twice))).toEqual([
      ['a', 'Sam Reed'],
      ['b', 'Sam Reed (2)'],
    ])
    expect(namesIn(historyInputOf(twice, { merges: [{ memberId: 'a', personId: 'b' }] }))).toEqual([
      ['b', 'Sam Reed'],
    ])
  })

  it('stay as they are when the merge is of accounts that are gone', () => {
    const past = historyInputOf(years, { merges: [{ memberId: 'gone', personId: 'b' }] })
    expect(namesIn(past)).toEqual(namesIn(historyInputOf(years)))
  })
})

describe('owners who may be one person', () => {
  const suggestedIn = (past: HistoryInput) =>
    findLikelyDuplicates(buildOwners(past).all).map(({ owner, into }) => [owner.id, into.id])

  it('had one name at some time, and no season together', () => {
    const years = {
      2018: { a: 'Sam Reed', b: 'Ada Marlow' },
      2019: { c: 'sam reed', b: 'Ada Marlow', d: 'Ada Marlow' },
      2020: { c: 'Sammy', e: 'Ben Okafor' },
    }
    expect(suggestedIn(historyInputOf(years))).toEqual([['a', 'c']])
    expect(suggestedIn(historyInputOf(years, { merges: [{ memberId: 'c', personId: 'a' }] }))).toEqual([])
  })

  it.each([
    ['sam reed', 'Sam Reed'],
    ['SAM REED', 'Sam Reed'],
    ['Sam reed', 'Sam Reed'],
    ['sam reed', 'SAM Reed'],
  ])('are offered under the better written name: not %s but %s', (poor, good) => {
    const years = { 2018: { a: poor }, 2019: { a: poor }, 2020: { b: good } }
    expect(suggestedIn(historyInputOf(years))).toEqual([['a', 'b']])
  })

  it('are offered into the one with more seasons when the names are written alike', () => {
    const years = { 2018: { a: 'Sam Reed' }, 2019: { b: 'Sam Reed' }, 2020: { b: 'Sam Reed' } }
    expect(suggestedIn(historyInputOf(years))).toEqual([['a', 'b']])
  })

  it('are offered into the one who has other accounts already', () => {
    const years = {
      2017: { a: 'sam reed' },
      2018: { b: 'Sam Reed' },
      2019: { c: 'Sam Reed' },
      2020: { c: 'Sam Reed' },
      2021: { c: 'Sam Reed' },
    }
    const merges = [{ memberId: 'b', personId: 'a' }]
    expect(suggestedIn(historyInputOf(years, { merges }))).toEqual([['c', 'a']])
  })

  it('are offered into the earliest of them when nothing else tells them apart', () => {
    const years = { 2018: { z: 'Sam Reed' }, 2019: { b: 'Sam Reed' }, 2020: { a: 'Sam Reed' } }
    expect(suggestedIn(historyInputOf(years))).toEqual([
      ['b', 'z'],
      ['a', 'z'],
    ])
  })
})

it('all names of a person are told, those of the account that played last first', () => {
  const past = historyInputOf(
    { 2018: { a: 'Sam Reed' }, 2019: { c: 'S. Reed' }, 2020: { c: 'Samuel Reed' } },
    { merges: [{ memberId: 'c', personId: 'a' }] },
  )
  expect(buildOwners(past).all.map(allNamesOf)).toEqual([['Samuel Reed', 'S. Reed', 'Sam Reed']])
})
