import { describe, expect, it } from 'vitest'
import {
  type LeagueSource,
  leagueIdFor,
  newestSource,
  putSource,
  removeSource,
  type SourceRanges,
  sourceOf,
} from './league-sources.ts'

const source = (firstSeason: number | null, lastSeason: number | null): LeagueSource => ({
  id: 1,
  provider: 'espn',
  leagueId: '77',
  firstSeason,
  lastSeason,
})

const ESPN = source(null, 2021)
const SLEEPER: LeagueSource = { ...source(2022, null), id: 2, provider: 'sleeper', leagueId: '9024' }

describe('sourceOf', () => {
  it('finds the source whose seasons include the season', () => {
    const found = [2012, 2021, 2022, 2026].map((season) => sourceOf([ESPN, SLEEPER], season)?.provider)
    expect(found).toEqual(['espn', 'espn', 'sleeper', 'sleeper'])
  })

  it('finds none in a gap', () => {
    expect(sourceOf([source(2014, 2018), SLEEPER], 2020)).toBeNull()
  })
})

it('newestSource returns the source with the newest seasons', () => {
  expect(newestSource([ESPN, SLEEPER])).toBe(SLEEPER)
  expect(newestSource([])).toBeNull()
})

type Range = readonly [number | null, number | null]

const rangesOf = (sources: readonly LeagueSource[]) =>
  sources.map(({ firstSeason, lastSeason }) => [firstSeason, lastSeason])

const stored = (...seasons: readonly number[]) =>
  seasons.map((season) => ({ season, provider: 'espn' as const, providerLeagueId: '77' }))

const ADDED: LeagueSource = { ...source(2022, null), id: 0, provider: 'sleeper', leagueId: '9024' }

describe('putSource', () => {
  it.each<[string, Range, Range, number[], Range[]]>([
    ['ends the old platform before the move', [2022, null], [null, null], [2021], [[null, 2021]]],
    ['starts the new platform after the move', [null, 2021], [null, null], [2022], [[2022, null]]],
    ['changes nothing of a source with other seasons', [2022, null], [2014, 2021], [], [[2014, 2021]]],
    ['shortens a closed range', [2020, null], [2014, 2021], [2014], [[2014, 2019]]],
    [
      'leaves the newer side to a source without stored seasons',
      [2018, 2019],
      [null, null],
      [],
      [[2020, null]],
    ],
    [
      'leaves the newer side to one that has stored later seasons',
      [2018, 2019],
      [null, null],
      [2020],
      [[2020, null]],
    ],
    [
      'leaves the older side to one that has stored earlier seasons',
      [2018, 2019],
      [null, null],
      [2015],
      [[null, 2017]],
    ],
    [
      'leaves both sides to one that has both',
      [2018, 2019],
      [null, null],
      [2015, 2021],
      [
        [null, 2017],
        [2020, null],
      ],
    ],
    ['starts one later that began within', [2018, 2019], [2019, null], [2020], [[2020, null]]],
  ])('%s', (_, [first, last], [from, to], seasons, after) => {
    const added = { ...ADDED, firstSeason: first, lastSeason: last }
    const before = { sources: [source(from, to)], entered: [] }
    const change = putSource(before, added, stored(...seasons))
    expect(change.kind === 'changed' ? rangesOf(change.sources.slice(0, -1)) : change).toEqual(after)
  })

  it('takes no season that another source has stored', () => {
    const all = source(null, null)
    const change = putSource({ sources: [all], entered: [] }, ADDED, stored(2021, 2022, 2023))
    expect(change).toEqual({ kind: 'stored', source: all, seasons: [2022, 2023] })
  })

  it('takes seasons that a league with another ID has stored', () => {
    const other = [{ season: 2023, provider: 'espn' as const, providerLeagueId: '815' }]
    expect(putSource({ sources: [source(null, null)], entered: [] }, ADDED, other).kind).toBe('changed')
  })

  it('leaves nothing of no source', () => {
    const closed = source(2014, 2021)
    const change = putSource({ sources: [closed], entered: [] }, { ...ADDED, firstSeason: null }, [])
    expect(change).toEqual({ kind: 'nothing_left', source: closed })
  })

  it('gives a source another range, and the others what it leaves', () => {
    const moved = { ...ADDED, id: 2 }
    const before = {
      sources: [source(null, 2021), moved],
      entered: [{ provider: 'espn' as const, leagueId: '77', firstSeason: null, lastSeason: null }],
    }
    const change = putSource(before, { ...moved, firstSeason: 2024 }, [], moved)
    expect(change.kind === 'changed' ? rangesOf(change.sources) : change).toEqual([
      [null, 2023],
      [2024, null],
    ])
  })
})

describe('removeSource', () => {
  const add = (before: SourceRanges, added: LeagueSource, seasons: readonly number[] = []) => {
    const change = putSource(before, added, stored(...seasons))
    if (change.kind !== 'changed') throw new Error(change.kind)
    return change
  }
  const remove = (before: SourceRanges, id: number) => {
    const removed = before.sources.find((each) => each.id === id)
    if (removed === undefined) throw new Error('no such source')
    return removeSource(before, removed)
  }

  it('gives back what was cut, in whatever order the others are removed', () => {
    const start = { sources: [source(null, null)], entered: [] }
    const middle = add(start, { ...ADDED, id: 2, firstSeason: 2020 })
    const newest = add(middle, { ...ADDED, id: 3, leagueId: '9026', firstSeason: 2024 })
    expect(rangesOf(newest.sources)).toEqual([
      [null, 2019],
      [2020, 2023],
      [2024, null],
    ])
    expect(rangesOf(remove(newest, 3).sources)).toEqual([
      [null, 2019],
      [2020, null],
    ])
    expect(rangesOf(remove(newest, 2).sources)).toEqual([
      [null, 2023],
      [2024, null],
    ])
    const last = remove(remove(newest, 2), 3)
    expect([rangesOf(last.sources), last.entered]).toEqual([[[null, null]], []])
  })

  it('makes one source of the two parts of one that was cut in two', () => {
    const start = { sources: [source(null, null)], entered: [] }
    const cut = add(start, { ...ADDED, id: 2, firstSeason: 2018, lastSeason: 2019 }, [2015, 2021])
    expect(rangesOf(cut.sources)).toHaveLength(3)
    expect(remove(cut, 2)).toEqual(start)
  })

  it('gives nobody seasons that were not theirs', () => {
    const before = { sources: [source(2014, 2021), { ...ADDED, id: 2 }], entered: [] }
    expect(rangesOf(remove(before, 2).sources)).toEqual([[2014, 2021]])
  })
})

describe('leagueIdFor', () => {
  const known = [
    { season: 2021, providerLeagueId: '77' },
    { season: 2023, providerLeagueId: '9023' },
    { season: 2024, providerLeagueId: '9024' },
  ]

  it.each([
    ['its own ID', 2023, '9023'],
    ['the next later ID for a season that is not stored', 2022, '9023'],
    ['the newest ID for a new season', 2025, '9024'],
  ])('returns %s', (_, season, id) => {
    expect(leagueIdFor(season, SLEEPER, known)).toBe(id)
  })

  it('returns the entered ID for a season after the stored ones if its season is unknown', () => {
    expect(leagueIdFor(2024, SLEEPER, known.slice(0, 2))).toBe('9024')
    expect(leagueIdFor(2026, { ...SLEEPER, leagueId: '9026' }, known)).toBe('9026')
  })
})
