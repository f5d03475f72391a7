import { describe, expect, it } from 'vitest'
import { leagueRecords, RECORD_NAMES } from './league-records.ts'
import { buildOwners, type HistoryInput, type PastGame } from './owners.ts'
import { playedGames } from './played-games.ts'
import { aHistoryInput, aPastGame, aPastSeason, aPastTeam } from './testing/past-seasons.ts'

const TEAMS = [1, 2, 3, 4].map((id) => aPastTeam(id, `o${id}`))

const seasonOf = (games: PastGame[], season = 2020) => aPastSeason({ season, teams: TEAMS, games })

function summarize(input: HistoryInput) {
  const records = leagueRecords(playedGames(input, buildOwners(input)))
  return Object.fromEntries(
    RECORD_NAMES.map((name) => {
      const record = records[name]
      if (record === null) return [name, null]
      const holderId = record.side === null ? 'both' : record.game[record.side].owner?.id
      return [name, [record.game.gameId, record.value, holderId]]
    }),
  )
}

const recordsOf = (...games: PastGame[]) => summarize(aHistoryInput([seasonOf(games)]))

const NONE = Object.fromEntries(RECORD_NAMES.map((name) => [name, null]))

describe('leagueRecords', () => {
  it('matches the records computed by hand', () => {
    const records = recordsOf(
      aPastGame(1, [1, 12_000], [2, 11_950]),
      aPastGame(2, [3, 15_010], [4, 8000]),
      aPastGame(3, [2, 7005], [1, 7000]),
      aPastGame(4, [1, 9000], [4, 14_000]),
    )
    expect(records).toEqual({
      highest_game: [1, 23_950, 'both'],
      biggest_blowout: [2, 7010, 'o3'],
      highest_team_game: [2, 15_010, 'o3'],
      highest_loser: [1, 11_950, 'o2'],
      lowest_winner: [3, 7005, 'o2'],
      closest_win: [3, 5, 'o2'],
    })
  })

  it.each([
    ['playoffs', aPastGame(1, [1, 100], [2, 90], { bracket: 'winners' })],
    ['undecided games', aPastGame(1, [1, 100], [2, 90], { result: 'undecided' })],
    ['byes', aPastGame(1, [1, 100], [2, 0], { away: null, result: 'undecided' })],
    ['games in which both sides have 0', aPastGame(1, [1, 0], [2, 0])],
    ['games of an unknown team', aPastGame(1, [1, 100], [9, 90])],
  ])('ignores %s', (_, game) => {
    expect(recordsOf(game)).toEqual(NONE)
  })

  it('ignores games over several NFL weeks but not games with unknown weeks', () => {
    const game = aPastGame(1, [1, 100], [2, 90])
    const season = seasonOf([game])
    expect(summarize(aHistoryInput([{ ...season, periods: [{ period: 1, weeks: [1, 2] }] }]))).toEqual(NONE)
    expect(summarize(aHistoryInput([{ ...season, periods: [] }]))).toMatchObject({
      highest_game: [1, 190, 'both'],
    })
  })

  it('ignores seasons that an admin excluded', () => {
    const input = aHistoryInput([
      seasonOf([aPastGame(1, [1, 500], [2, 90])], 2019),
      seasonOf([aPastGame(2, [1, 100], [2, 90])], 2020),
    ])
    expect(summarize(input)).toMatchObject({ highest_team_game: [1, 500, 'o1'] })
    const withExclusion = { ...input, exclusions: new Map([[2019, 'Scores were doubled.']]) }
    expect(summarize(withExclusion)).toMatchObject({ highest_team_game: [2, 100, 'o1'] })
  })

  it('gives a tied record to the earlier game by season, week and game ID', () => {
    const game = (id: number, period: number) => aPastGame(id, [1, 100], [2, 90], { period })
    const input = aHistoryInput([
      seasonOf([game(1, 3), game(8, 2), game(7, 2)], 2019),
      seasonOf([game(2, 1)], 2020),
    ])
    expect(new Set(Object.values(summarize(input)).map((record) => record?.[0]))).toEqual(new Set([7]))
  })

  it('requires a decided game for winner and loser records', () => {
    expect(recordsOf(aPastGame(1, [1, 100], [2, 100]))).toEqual({
      ...NONE,
      highest_game: [1, 200, 'both'],
      highest_team_game: [1, 100, 'o1'],
    })
  })

  it("uses the provider's result for the winner and ignores margins that contradict the points", () => {
    const adjusted = aPastGame(1, [1, 100], [2, 90], { result: 'away' })
    expect(recordsOf(adjusted)).toMatchObject({
      biggest_blowout: null,
      closest_win: null,
      highest_loser: [1, 100, 'o1'],
      lowest_winner: [1, 90, 'o2'],
    })
    const tied = aPastGame(1, [1, 100], [2, 100], { result: 'home' })
    expect(recordsOf(tied)).toMatchObject({ closest_win: null, lowest_winner: [1, 100, 'o1'] })
  })
})
