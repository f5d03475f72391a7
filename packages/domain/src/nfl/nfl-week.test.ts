import { describe, expect, it } from 'vitest'
import { isNflWeekOver, type NflWeekGame, spreadOf, teamWeekOf } from './nfl-week.ts'

const KICKOFF = new Date('2026-10-11T17:00:00Z')

function aGame(more: Partial<NflWeekGame> = {}): NflWeekGame {
  return {
    gameId: 1,
    season: 2026,
    week: 5,
    homeTeamId: 9,
    awayTeamId: 3,
    kickoff: KICKOFF,
    isTimeSet: true,
    state: 'pre',
    progress: null,
    line: { spread: -3.5, total: 44 },
    weather: { description: 'Clear', fahrenheit: 51, icon: 'sun' },
    ...more,
  }
}

const teamWeek = (teamId: number, ...games: NflWeekGame[]) =>
  teamWeekOf({ games, byeTeamIds: new Set([2]) }, teamId)

describe('teamWeekOf', () => {
  it("returns the game from the team's side", () => {
    const game = aGame()
    const shared = { game, isBye: false, kickoff: KICKOFF, total: 44, weather: game.weather }
    expect(teamWeek(9, game)).toEqual({ ...shared, opponentId: 3, side: 'home', spread: -3.5 })
    expect(teamWeek(3, game)).toEqual({ ...shared, opponentId: 9, side: 'away', spread: 3.5 })
  })

  it.each([
    [2, true],
    [4, false],
  ])('for team %i without a game, returns isBye %s', (teamId, isBye) => {
    expect(teamWeek(teamId, aGame())).toMatchObject({ game: null, isBye, opponentId: null, kickoff: null })
  })

  it('has no kickoff and no weather while the kickoff time is not set', () => {
    expect(teamWeek(9, aGame({ isTimeSet: false }))).toMatchObject({
      opponentId: 3,
      kickoff: null,
      weather: null,
      spread: -3.5,
    })
  })

  it('has no kickoff for a canceled game, and null for unknown values', () => {
    expect(teamWeek(9, aGame({ state: 'off', line: null, weather: null }))).toMatchObject({
      kickoff: null,
      spread: null,
      total: null,
      weather: null,
    })
    expect(teamWeek(9, aGame({ line: { spread: null, total: 41 } }))).toMatchObject({
      spread: null,
      total: 41,
    })
  })
})

it.each([
  { spread: -3.5, home: -3.5, away: 3.5 },
  { spread: 7, home: 7, away: -7 },
  { spread: 0, home: 0, away: 0 },
  { spread: null, home: null, away: null },
])(
  'converts a spread of $spread to $home for the home team and $away for the away team',
  ({ spread, home, away }) => {
    const line = { spread, total: null }
    expect([spreadOf(line, 'home'), spreadOf(line, 'away')]).toEqual([home, away])
  },
)

it.each([
  ['has ended', 'post', null, true],
  ['is being played', 'in', null, false],
  ['is postponed', 'off', null, false],
])('a week with a game that %s', (_, state, progress, isOver) => {
  const games = [
    aGame({ state: 'post' }),
    aGame({ gameId: 2, state: state as NflWeekGame['state'], progress }),
  ]
  expect(isNflWeekOver({ games })).toBe(isOver)
  expect(isNflWeekOver({ games: [] })).toBe(false)
})
