import { MAX_GAMES, MAX_TEAMS } from '@fieldhouse/domain/seasons/season-replacement'
import { expect, it } from 'vitest'
import { readBody } from './espn/bodies.ts'
import { readMatchups, readRosters } from './sleeper/bodies.ts'

const LEAGUE = { leagueId: '7', season: 2026 }

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const espnBody = (teams: number, games: number) => ({
  id: 7,
  seasonId: 2026,
  teams: numbered(teams).map((id) => ({ id })),
  schedule: numbered(games).map((id) => ({
    id,
    matchupPeriodId: 1,
    home: { teamId: 1, totalPoints: 1 },
    away: { teamId: 2, totalPoints: 2 },
  })),
})
const sleeperRows = (count: number) => numbered(count).map((roster_id) => ({ roster_id, points: 1 }))

it('reads the largest season that ESPN and Sleeper may send', () => {
  const { teams, schedule } = readBody(espnBody(MAX_TEAMS, MAX_GAMES), LEAGUE)
  expect([teams?.length, schedule?.length]).toEqual([MAX_TEAMS, MAX_GAMES])
  expect(readRosters(sleeperRows(MAX_TEAMS))).toHaveLength(MAX_TEAMS)
  expect(readMatchups(sleeperRows(MAX_TEAMS))).toHaveLength(MAX_TEAMS)
})

it.each([
  ['teams of ESPN', 'more than 100 teams', () => readBody(espnBody(MAX_TEAMS + 1, 1), LEAGUE)],
  ['games of ESPN', 'more than 2000 games', () => readBody(espnBody(2, MAX_GAMES + 1), LEAGUE)],
  ['teams of Sleeper', '<=100 items', () => readRosters(sleeperRows(MAX_TEAMS + 1))],
  ['matchups of Sleeper', '<=100 items', () => readMatchups(sleeperRows(MAX_TEAMS + 1))],
])('rejects a season with too many %s', (_, problem, read) => {
  expect(read).toThrow(problem)
})
