import { expect, it } from 'vitest'
import type { Points } from '../points.ts'
import { buildOwners, type PastTeam } from './owners.ts'
import { isChampion, rankSeasons } from './played-games.ts'
import { aHistoryInput, aPastSeason, aPastTeam } from './testing/past-seasons.ts'

function rankSeason(teams: PastTeam[], isFinished = true) {
  const input = aHistoryInput([aPastSeason({ teams, isFinished })])
  const [season] = rankSeasons(input, buildOwners(input))
  if (season === undefined) throw new Error('the season is missing')
  return season
}

const orderOf = (teams: PastTeam[]) =>
  rankSeason(teams).teams.map(({ place, team }) => `${place} ${team.teamId}`)

const record = (wins: number, losses: number, ties = 0) => ({ record: { wins, losses, ties } })

it.each([
  [
    'final rank first',
    [
      aPastTeam(1, 'a', { finalRank: 2, playoffSeed: 1, ...record(14, 0) }),
      aPastTeam(2, 'b', { finalRank: 1, playoffSeed: 8, ...record(0, 14) }),
      aPastTeam(3, 'c', { playoffSeed: 2, ...record(9, 5) }),
    ],
    ['1 2', '2 1', '3 3'],
  ],
  [
    'playoff seed without a final rank',
    [
      aPastTeam(1, 'a', { playoffSeed: 3, ...record(14, 0) }),
      aPastTeam(2, 'b', { playoffSeed: 1 }),
      aPastTeam(3, 'c', { playoffSeed: 2 }),
    ],
    ['1 2', '2 3', '3 1'],
  ],
  [
    'record next, with a tie as half a win',
    [
      aPastTeam(1, 'a', record(8, 6)),
      aPastTeam(2, 'b', record(8, 5, 1)),
      aPastTeam(3, 'c', record(9, 5)),
      aPastTeam(4, 'd'),
    ],
    ['1 3', '2 2', '3 1', '4 4'],
  ],
  [
    'points for, then team ID',
    [
      aPastTeam(3, 'c', { pointsFor: 10_000 as Points }),
      aPastTeam(2, 'b', { pointsFor: 10_000 as Points }),
      aPastTeam(1, 'a', { pointsFor: 10_001 as Points }),
      aPastTeam(4, 'd', { pointsFor: 9999 as Points }),
    ],
    ['1 1', '2 2', '3 3', '4 4'],
  ],
])('orders a season by %s', (_, teams, expected) => {
  expect(orderOf(teams)).toEqual(expected)
})

it('returns the podium only for a finished season, with at most three teams', () => {
  const teams = [1, 2, 3, 4].map((id) => aPastTeam(id, null, { finalRank: 5 - id }))
  const ids = (isFinished: boolean, of = teams) =>
    rankSeason(of, isFinished).podium.map(({ team }) => team.teamId)
  expect([ids(true), ids(false), ids(true, teams.slice(2))]).toEqual([[4, 3, 2], [], [4, 3]])
})

it('has both champions of a shared title, with the same place', () => {
  const teams = [1, 2, 3].map((id) => aPastTeam(id, `${id}`, { finalRank: id === 3 ? 3 : 1 }))
  const season = rankSeason(teams)
  expect(orderOf(teams)).toEqual(['1 1', '1 2', '3 3'])
  expect(season.podium.map(({ place, team }) => [place, team.teamId])).toEqual([
    [1, 1],
    [1, 2],
    [3, 3],
  ])
  expect(teams.map((team) => isChampion(season, team))).toEqual([true, true, false])
})

it('knows no champion of a finished season without a final rank of 1 and without a final', () => {
  const teams = [aPastTeam(1, 'a', { playoffSeed: 1, ...record(13, 0) }), aPastTeam(2, 'b', { finalRank: 2 })]
  expect(rankSeason(teams).podium).toEqual([])
})

it('counts a season as played once it is finished or has a game', () => {
  const teams = [aPastTeam(1, 'a', record(0, 1)), aPastTeam(2, 'b', record(1, 0))]
  expect(rankSeason(teams, false).isPlayed).toBe(true)
  expect(rankSeason([aPastTeam(1, 'a')], false).isPlayed).toBe(false)
  expect(rankSeason([aPastTeam(1, 'a')], true).isPlayed).toBe(true)
})
