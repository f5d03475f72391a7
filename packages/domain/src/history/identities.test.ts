import { describe, expect, it } from 'vitest'
import type { ProviderName } from '../league/league-providers.ts'
import { type AccountSeason, suggestIdentities } from './identities.ts'
import { buildOwners, type HistoryInput } from './owners.ts'
import { aHistoryInput, aMember, aPastSeason, aPastTeam } from './testing/past-seasons.ts'

type Account = { name: string; team?: string; isCommissioner?: boolean; coOwners?: string[] }
type Seasons = Record<number, Record<string, string | Account>>
type More = Partial<HistoryInput> & {
  /** The first season on Sleeper; those before are on ESPN. null: from files. */
  movedIn?: number
  before?: ProviderName | null
  users?: Record<string, string[]>
}

const toAccount = (account: string | Account): Account =>
  typeof account === 'string' ? { name: account } : account

/** Suggestions for seasons given as `account: name`, each account with its own team. */
function suggest(years: Seasons, { movedIn = 9999, before = 'espn', users = {}, ...more }: More = {}) {
  const input = aHistoryInput(
    Object.entries(years).map(([year, people]) =>
      aPastSeason({
        season: Number(year),
        teams: Object.keys(people).map((id, index) => aPastTeam(index + 1, id)),
        members: Object.entries(people).map(([id, account]) => aMember(id, toAccount(account).name)),
      }),
    ),
    more,
  )
  const seasons = Object.entries(years).flatMap(([year, people]) =>
    Object.entries(people).map(([memberId, given]): AccountSeason => {
      const { team = `Team of ${memberId}`, isCommissioner = false, coOwners = [] } = toAccount(given)
      const season = Number(year)
      const provider = season >= movedIn ? 'sleeper' : before
      return { memberId, season, provider, team, isPrimary: true, isCommissioner, coOwners }
    }),
  )
  const evidence = { seasons, users: new Map(Object.entries(users).map(([id, list]) => [id, new Set(list)])) }
  return suggestIdentities(buildOwners(input).all, evidence)
}

const pairsOf = (years: Seasons, more: More = {}) =>
  suggest(years, more).map(({ owner, into }) => [owner.id, into.id])

const detailsOf = (years: Seasons, more: More = {}) =>
  suggest(years, { movedIn: 2020, ...more }).map(({ owner, into, confidence, reasons }) => [
    owner.id,
    into.id,
    confidence,
    ...reasons,
  ])

describe('identities on one platform', () => {
  it('finds owners who share a name and no season', () => {
    const years = {
      2018: { a: 'Sam Reed', b: 'Ada Marlow' },
      2019: { c: 'sam reed', b: 'Ada Marlow', d: 'Ada Marlow' },
      2020: { c: 'Sammy', e: 'Ben Okafor' },
    }
    expect(pairsOf(years)).toEqual([['a', 'c']])
    expect(pairsOf(years, { merges: [{ memberId: 'c', personId: 'a' }] })).toEqual([])
  })

  it.each([
    ['sam reed', 'Sam Reed'],
    ['SAM REED', 'Sam Reed'],
    ['Sam reed', 'Sam Reed'],
    ['sam reed', 'SAM Reed'],
  ])('suggests the better capitalized name: not %s but %s', (worseName, betterName) => {
    const years = { 2018: { a: worseName }, 2019: { a: worseName }, 2020: { b: betterName } }
    expect(pairsOf(years)).toEqual([['a', 'b']])
  })

  it('suggests the owner with more seasons if both names are capitalized', () => {
    const years = { 2018: { a: 'Sam Reed' }, 2019: { b: 'Sam Reed' }, 2020: { b: 'Sam Reed' } }
    expect(pairsOf(years)).toEqual([['a', 'b']])
  })

  it('suggests the owner who already has several accounts', () => {
    const years = {
      2017: { a: 'sam reed' },
      2018: { b: 'Sam Reed' },
      2019: { c: 'Sam Reed' },
      2020: { c: 'Sam Reed' },
      2021: { c: 'Sam Reed' },
    }
    const merges = [{ memberId: 'b', personId: 'a' }]
    expect(pairsOf(years, { merges })).toEqual([['c', 'a']])
  })

  it('suggests the earliest owner if nothing else differs', () => {
    const years = { 2018: { z: 'Sam Reed' }, 2019: { b: 'Sam Reed' }, 2020: { a: 'Sam Reed' } }
    expect(pairsOf(years)).toEqual([
      ['b', 'z'],
      ['a', 'z'],
    ])
  })

  it('does not take the next owner of a team for the previous one', () => {
    const years = {
      2018: { a: { name: 'Ada Marlow', team: 'Salty Dogs' } },
      2019: { b: { name: 'Ben Okafor', team: 'Salty Dogs' } },
    }
    expect(pairsOf(years)).toEqual([])
  })
})

describe('identities across platforms', () => {
  it.each([
    ['ada marlow', 'high', 'They have the same name.'],
    ['AdaMarlow', 'high', 'AdaMarlow and Ada Marlow are one name.'],
    ['ada_marlow', 'high', 'They have the same name.'],
    ['amarlow', 'low', 'amarlow and Ada Marlow are similar names.'],
    ['adamarlow88', 'low', 'adamarlow88 and Ada Marlow are similar names.'],
  ])('finds Ada Marlow as %s with %s confidence', (name, confidence, reason) => {
    const years = { 2018: { a: 'Ada Marlow' }, 2019: { a: 'Ada Marlow' }, 2020: { 8: name } }
    expect(detailsOf(years)).toEqual([['8', 'a', confidence, reason, 'ESPN until 2019, Sleeper since 2020.']])
  })

  it.each([
    [{ 2019: { a: 'Greta Lund' }, 2020: { 8: 'GretaLund' }, 2021: { 8: 'GretaLund' } }],
    [{ 2019: { a: 'greta lund' }, 2020: { 8: 'GretaLund' } }],
    [{ 2019: { 8: 'GretaLund' }, 2020: { a: 'Greta Lund' } }],
  ])('keeps the full name instead of the username, also with fewer seasons: %o', (years) => {
    expect(pairsOf(years, { movedIn: 2020 })).toEqual([['8', 'a']])
  })

  it('keeps the person who already has several accounts, whatever the name', () => {
    const years = { 2018: { 7: 'GretaLund' }, 2019: { 8: 'GretaLund' }, 2020: { a: 'Greta Lund' } }
    const merges = [{ memberId: '7', personId: '8' }]
    expect(pairsOf(years, { movedIn: 2020, merges })).toEqual([['a', '8']])
  })

  it('finds the same team name in the seasons before and after the move only', () => {
    const team = 'Salty Dogs'
    const after = { 8: { name: 'wavyrunner', team: 'salty dogs' } }
    expect(detailsOf({ 2019: { a: { name: 'Ada Marlow', team } }, 2020: after })).toEqual([
      [
        '8',
        'a',
        'medium',
        'Both teams were called salty dogs in 2019 and 2020.',
        'ESPN until 2019, Sleeper since 2020.',
      ],
    ])
    expect(detailsOf({ 2018: { a: { name: 'Ada Marlow', team } }, 2020: after })).toEqual([])
  })

  it('does not count a name that teams have before they are named', () => {
    const years = {
      2019: { a: { name: 'Ada Marlow', team: 'Team 3' }, b: 'Ben Okafor' },
      2020: { 8: { name: 'wavyrunner', team: 'Team 3' }, 9: 'quietfox' },
    }
    expect(detailsOf(years)).toEqual([])
  })

  it('finds the accounts whose teams one user of this site has had, even years apart', () => {
    const years = { 2015: { a: 'Ada Marlow' }, 2020: { 8: 'wavyrunner' } }
    expect(detailsOf(years, { users: { a: ['ada'], 8: ['zoe', 'ada'] } })).toEqual([
      ['8', 'a', 'high', 'ada was assigned to both.'],
    ])
  })

  it('is unsure about the commissioner, a co-owner and the last two owners', () => {
    const years = {
      2019: {
        a: { name: 'Ada Marlow', isCommissioner: true },
        b: { name: 'Ben Okafor', coOwners: ['Cleo Vance'] },
        c: 'Dora Quist',
      },
      2020: { 7: { name: 'wavyrunner', isCommissioner: true }, 8: 'cleovance', 9: 'quietfox' },
    }
    const move = 'ESPN until 2019, Sleeper since 2020.'
    expect(detailsOf(years)).toEqual([
      ['7', 'a', 'low', 'Both were the commissioner.', move],
      ['8', 'b', 'low', "Cleo Vance was a co-owner of the other's team.", move],
      ['9', 'c', 'low', move, 'Nobody else who moved is left.'],
    ])
  })

  it('suggests nobody by elimination while several are left', () => {
    const years = { 2019: { a: 'Ada Marlow', b: 'Ben Okafor' }, 2020: { 8: 'wavyrunner', 9: 'quietfox' } }
    expect(detailsOf(years)).toEqual([])
  })

  it('never takes two people with teams in one season for one', () => {
    const years = { 2019: { a: 'Ada Marlow', b: 'Ada Marlow' }, 2020: { a: 'Ada Marlow' } }
    expect(detailsOf(years, { users: { a: ['ada'], b: ['ada'] } })).toEqual([])
  })

  it('is unsure when two owners have the name of one on the other platform', () => {
    const years = { 2019: { a: 'Sam Reed', b: 'Sam Reed' }, 2020: { 8: 'samreed' } }
    expect(suggest(years, { movedIn: 2020 }).map(({ confidence }) => confidence)).toEqual(['low'])
  })

  it('suggests a third account of a person once the other two are merged', () => {
    const years = { 2018: { a: 'Sam Reed' }, 2019: { b: 'Sam Reed' }, 2020: { 8: 'samreed' } }
    expect(detailsOf(years).map((details) => details.slice(0, 3))).toEqual([['8', 'b', 'high']])
    const merges = [{ memberId: '8', personId: 'b' }]
    expect(detailsOf(years, { merges }).map((details) => details.slice(0, 3))).toEqual([['a', 'b', 'medium']])
  })

  it('knows seasons from files as a platform of their own', () => {
    const years = { 2019: { 'csv:ada': 'Ada Marlow' }, 2020: { 8: 'adamarlow' } }
    expect(detailsOf(years, { before: null })).toEqual([
      [
        '8',
        'csv:ada',
        'high',
        'adamarlow and Ada Marlow are one name.',
        'Uploaded files until 2019, Sleeper since 2020.',
      ],
    ])
  })
})
