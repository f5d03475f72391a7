import { expect, it } from 'vitest'
import { buildMatchup, buildMatchupTeam } from '../../testing/matchup-fixtures.ts'
import { leadingSide } from '../../ui/format/format.ts'
import { formatOccasion, formatRemaining, formatWinChances, resultNote } from './format.ts'

it.each([
  [false, [12], ''],
  [true, [14], 'Playoffs'],
  [true, [15, 16], 'Playoffs · NFL weeks 15 and 16'],
  [false, [1, 2, 3], 'NFL weeks 1, 2, and 3'],
])('describes the occasion of a game with playoffs %s in NFL weeks %j', (is_playoff, nfl_weeks, text) => {
  expect(formatOccasion({ is_playoff, nfl_weeks })).toBe(text)
})

it('names the round of a playoff game if it is known', () => {
  const round = { name: 'Semifinal', bracket: 'championship' } as const
  const game = { is_playoff: true, nfl_weeks: [15, 16] }
  expect(formatOccasion({ ...game, round })).toBe('Semifinal · NFL weeks 15 and 16')
  expect(formatOccasion({ ...game, round: null })).toBe('Playoffs · NFL weeks 15 and 16')
})

it.each([
  [0.5, ['50%', '50%']],
  [0.625, ['63%', '37%']],
  [0.004, ['<1%', '>99%']],
  [0.995, ['>99%', '<1%']],
  [0, ['0%', '100%']],
])('formats a win probability of %d as %j', (away, texts) => {
  expect(formatWinChances(away, 1 - away)).toEqual(texts)
})

it.each([
  [101.2, 101.1, 'away'],
  [99, 101.1, 'home'],
  [101.1, 101.1, null],
  [null, 101.1, null],
])('finds the leader of a game of %s to %s: %s', (away, home, leader) => {
  const game = buildMatchup({
    away: buildMatchupTeam({ score: away }),
    home: buildMatchupTeam({ score: home }),
  })
  expect(leadingSide(game)).toBe(leader)
})

it.each([
  ['away', 101.2, 101.1, 'away', ''],
  // A tiebreaker, and a ruling that the totals do not include.
  ['home', 101.1, 101.1, 'home', 'Won by Larks'],
  ['home', 108.64, 103.34, 'home', 'Won by Larks'],
  ['away', 99, 101.1, 'away', 'Won by Owls'],
  ['tie', 77, 77, null, ''],
  ['tie', 77, 76, null, 'Ruled a tie'],
] as const)('follows the result %s of a game of %d to %d', (result, awayScore, homeScore, winner, note) => {
  const game = buildMatchup({
    state: 'final',
    result,
    away: buildMatchupTeam({ name: 'Owls', score: awayScore }),
    home: buildMatchupTeam({ name: 'Larks', score: homeScore }),
  })
  expect([leadingSide(game), resultNote(game)]).toEqual([winner, note])
})

it.each([
  [
    [4, 2, 192],
    ['4 yet to play', '2 in play', '192 min left'],
  ],
  [
    [0, 1, 0],
    ['0 yet to play', '1 in play', '0 min left'],
  ],
  [[0, 0, 0], ['All players done']],
] as const)('formats %j players and minutes left as %j', ([yet_to_play, in_play, minutes_left], text) => {
  expect(formatRemaining({ yet_to_play, in_play, minutes_left })).toEqual(text)
})
