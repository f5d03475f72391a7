import { describe, expect, it } from 'vitest'
import { type LeagueSource, leagueIdFor, makeRoomFor, newestSource, sourceOf } from './league-sources.ts'

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

describe('makeRoomFor', () => {
  it.each([
    ['ends the old platform before the move', [2022, null], [[null, null]], [[null, 2021]]],
    ['starts the new platform after the move', [null, 2021], [[null, null]], [[2022, null]]],
    ['keeps a source with other seasons', [2022, null], [[2014, 2021]], [[2014, 2021]]],
    ['refuses the same season twice', [2021, null], [[2014, 2021]], null],
    ['refuses all seasons beside a source', [null, null], [[2014, 2021]], null],
    [
      'starts an open source without stored seasons after both ends',
      [2018, 2019],
      [[null, null]],
      [[2020, null]],
    ],
    ['refuses both ends within a closed source', [2018, 2019], [[2014, 2021]], null],
    ['refuses an earlier start with an open end', [2015, null], [[2018, null]], null],
  ] as const)('%s', (_, [first, last], before, after) => {
    const added = { firstSeason: first, lastSeason: last }
    const room = makeRoomFor(
      added,
      before.map(([from, to]) => ({ ...source(from, to), seasons: [] })),
    )
    expect(room?.map(({ firstSeason, lastSeason }) => [firstSeason, lastSeason]) ?? null).toEqual(after)
  })

  it.each([
    ['after it where it has later seasons', [null, null], [2020, 2021], [[2020, null]]],
    ['before it where it has earlier ones', [null, null], [2015], [[null, 2017]]],
    [
      'on both sides where it has both',
      [null, null],
      [2015, 2021],
      [
        [null, 2017],
        [2020, null],
      ],
    ],
    ['after it if it began within', [2019, null], [2020], [[2020, null]]],
    ['not where it has stored one of them', [null, null], [2019, 2021], null],
  ] as const)('cuts an open source %s', (_, [first, last], seasons, after) => {
    const added = { firstSeason: 2018, lastSeason: 2019 }
    const room = makeRoomFor(added, [{ ...source(first, last), seasons }])
    expect(room?.map(({ firstSeason, lastSeason }) => [firstSeason, lastSeason]) ?? null).toEqual(after)
  })
})

describe('leagueIdFor', () => {
  const stored = [
    { season: 2021, providerLeagueId: '77' },
    { season: 2023, providerLeagueId: '9023' },
    { season: 2024, providerLeagueId: '9024' },
  ]

  it.each([
    ['its own ID', 2023, '9023'],
    ['the next later ID for a season that is not stored', 2022, '9023'],
    ['the newest ID for a new season', 2025, '9024'],
  ])('returns %s', (_, season, id) => {
    expect(leagueIdFor(season, SLEEPER, stored)).toBe(id)
  })

  it('returns the entered ID for a season after the stored ones if its season is unknown', () => {
    expect(leagueIdFor(2024, SLEEPER, stored.slice(0, 2))).toBe('9024')
    expect(leagueIdFor(2026, { ...SLEEPER, leagueId: '9026' }, stored)).toBe('9026')
  })
})
