import { expect, it } from 'vitest'
import type { NflGameState, NflWeek } from '../nfl/nfl-week.ts'
import { pointsFromDecimal } from '../points.ts'
import { BENCH_SLOT } from './lineup.ts'
import { remainingPlayers } from './matchup.ts'

/** Team 1 plays at home, in the third quarter with 4:12 left by default. Team 3 is on bye. */
function nflWeek(state: NflGameState = 'in', period = 3, clockSeconds = 252): NflWeek {
  const game = {
    gameId: 1,
    season: 2026,
    week: 5,
    homeTeamId: 1,
    awayTeamId: 2,
    kickoff: new Date(0),
    isTimeSet: true,
    line: null,
    weather: null,
  }
  const progress = {
    period,
    clockSeconds,
    score: null,
    hold: null,
    ballTeamId: null,
    isRedZone: false,
    observedAt: new Date(0),
  }
  const later = { ...game, gameId: 2, homeTeamId: 4, awayTeamId: 5, state: 'pre' as const, progress: null }
  return { games: [{ ...game, state, progress }, later], byeTeamIds: new Set([3]) }
}

const player = (nflTeamId: number | null, overrides: object = {}) => ({
  slotId: 2,
  nflTeamId,
  injuryStatus: null as string | null,
  points: null,
  ...overrides,
})

it.each([
  ['two in play and one to come', [player(1), player(2), player(4)], nflWeek(), [1, 2, 100]],
  ['the bench', [player(1), player(4, { slotId: BENCH_SLOT })], nflWeek(), [0, 1, 20]],
  ['a bye and a player without a team', [player(3), player(null)], nflWeek(), [0, 0, 0]],
  ['a player who is out', [player(4, { injuryStatus: 'OUT' }), player(5)], nflWeek(), [1, 0, 60]],
  ['a questionable player', [player(4, { injuryStatus: 'QUESTIONABLE' })], nflWeek(), [1, 0, 60]],
  ['overtime', [player(1)], nflWeek('in', 5, 300), [0, 1, 5]],
  ['a finished game', [player(1)], nflWeek('post'), [0, 0, 0]],
  ['a postponed game', [player(1)], nflWeek('off'), [0, 0, 0]],
  ['points ahead of the scoreboard', [player(4, { points: pointsFromDecimal(0) })], nflWeek(), [0, 1, 60]],
  ['no players', [], nflWeek(), [0, 0, 0]],
] as const)(
  'counts the players and minutes left with %s',
  (_, players, week, [yetToPlay, inPlay, minutes]) => {
    expect(remainingPlayers(players, week)).toEqual({ yetToPlay, inPlay, minutesLeft: minutes })
  },
)

it('counts nothing if the game of a starter is not known', () => {
  expect(remainingPlayers([player(1), player(9)], nflWeek())).toBeNull()
  expect(remainingPlayers([player(1), player(9, { slotId: BENCH_SLOT })], nflWeek())).not.toBeNull()
})
