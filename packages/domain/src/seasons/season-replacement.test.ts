import { describe, expect, it } from 'vitest'
import { depthWithLineups, rejectionReason, type SeasonCompleteness } from './season-replacement.ts'

type CompletenessTuple = [
  SeasonCompleteness['source'],
  SeasonCompleteness['depth'],
  playedGames: number,
  teams?: number,
]

const completeness = ([source, depth, playedGames, teams = 10]: CompletenessTuple): SeasonCompleteness => ({
  source,
  depth,
  playedGames,
  playedPeriods: [],
  teams,
})

const CASES: [
  stored: CompletenessTuple | null,
  offered: CompletenessTuple,
  expected: ReturnType<typeof rejectionReason>,
][] = [
  [null, ['espn', 'scores', 0], null],
  [null, ['csv', 'standings', 0], null],
  [null, ['espn', 'scores', 70, 0], 'no_teams'],
  [['espn', 'scores', 70], ['espn', 'scores', 70], null],
  [['espn', 'scores', 70], ['espn', 'scores', 75], null],
  [['espn', 'scores', 70], ['espn', 'scores', 69], 'fewer_games'],
  [['espn', 'scores', 0], ['espn', 'scores', 0], null],
  [['espn', 'scores', 70], ['espn', 'standings', 0], 'less_depth'],
  [['espn', 'scores', 0], ['espn', 'standings', 0], 'less_depth'],
  [['espn', 'standings', 0], ['upload', 'scores', 70], null],
  [['espn', 'scores', 70], ['upload', 'scores', 70], null],
  [['espn', 'scores', 70], ['upload', 'box scores', 7], 'fewer_games'],
  [['upload', 'box scores', 70], ['espn', 'scores', 70], null],
  [['upload', 'box scores', 70], ['espn', 'standings', 0], 'less_depth'],
  [['espn', 'scores', 70], ['csv', 'scores', 70], 'weaker_source'],
  [['espn', 'standings', 0], ['csv', 'standings', 0], 'weaker_source'],
  [['espn', 'standings', 0], ['csv', 'scores', 70], null],
  [['csv', 'scores', 70], ['csv', 'scores', 70], null],
  [['csv', 'scores', 70], ['espn', 'scores', 70], null],
  [['csv', 'scores', 70], ['espn', 'standings', 0], 'less_depth'],
]

describe('rejectionReason', () => {
  it.each(CASES)('for stored %j and offered %j, returns %s', (stored, offered, expected) => {
    expect(rejectionReason(stored === null ? null : completeness(stored), completeness(offered))).toBe(
      expected,
    )
  })
})

describe('a period whose games have lost their results', () => {
  const season = (source: SeasonCompleteness['source'], playedPeriods: number[], playedGames = 70) => ({
    ...completeness([source, 'scores', playedGames]),
    playedPeriods,
  })

  it.each([
    [
      'is not replaced, although later ones have more games',
      season('espn', [1, 2, 3]),
      season('espn', [1, 3, 4], 75),
      'fewer_games',
    ],
    ['is not replaced by an upload', season('upload', [1, 2]), season('upload', [1], 70), 'fewer_games'],
    [
      'is replaced if the others were played before',
      season('espn', [1, 2]),
      season('espn', [1, 2, 3], 75),
      null,
    ],
    [
      'is replaced in a table, whose periods can be others',
      season('csv', [1, 2, 3]),
      season('espn', [1, 2]),
      null,
    ],
  ] as const)('%s', (_, stored, offered, expected) => {
    expect(rejectionReason(stored, offered)).toBe(expected)
  })
})

describe('depthWithLineups', () => {
  it.each([
    ['standings', false, 'standings'],
    ['scores', false, 'scores'],
    ['scores', true, 'box scores'],
    ['standings', true, 'standings'],
  ] as const)('for %s with hasLineups %s, returns %s', (depth, hasLineups, expected) => {
    expect(depthWithLineups({ depth }, hasLineups)).toBe(expected)
  })
})
