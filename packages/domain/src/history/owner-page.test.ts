import { describe, expect, it } from 'vitest'
import type { Points } from '../points.ts'
import { buildHistory, findOwnerByName } from './league-history.ts'
import { buildOwnerPage } from './owner-page.ts'
import type { Owner } from './owners.ts'
import { headToHead, ownerPairs } from './played-games.ts'
import { aHistoryInput, aPastGame, aPastSeason, aPastTeam } from './testing/past-seasons.ts'

const history = buildHistory(
  aHistoryInput([
    aPastSeason({
      season: 2019,
      teams: [
        aPastTeam(1, 'a', { finalRank: 1, pointsFor: 400 as Points }),
        aPastTeam(2, 'b', { finalRank: 2, pointsFor: 200 as Points }),
        aPastTeam(3, 'c', { finalRank: 3, pointsFor: 0 as Points }),
      ],
      games: [
        aPastGame(1, [1, 100], [2, 90]),
        aPastGame(2, [3, 80], [1, 80]),
        aPastGame(3, [2, 300], [1, 50], { bracket: 'winners' }),
      ],
    }),
    aPastSeason({
      season: 2020,
      isFinished: false,
      teams: [aPastTeam(7, 'b', { playoffSeed: 1 }), aPastTeam(8, 'a', { playoffSeed: 2 })],
      games: [aPastGame(1, [8, 70], [7, 120])],
    }),
  ]),
)

function owner(id: string): Owner {
  const found = findOwnerByName(history, `Owner ${id}`)
  if (found === null) throw new Error(`unknown owner ${id}`)
  return found
}

const gameKeys = (games: readonly { season: number; gameId: number }[] = []) =>
  games.map(({ season, gameId }) => [season, gameId])

describe('buildOwnerPage', () => {
  const page = buildOwnerPage(history, owner('a'))

  it('lists each season with place, team count and league average', () => {
    expect(
      page.seasons.map(({ season, place, teamCount, averagePoints, isFinished }) => [
        season,
        place,
        teamCount,
        averagePoints,
        isFinished,
      ]),
    ).toEqual([
      [2019, 1, 3, 200, true],
      [2020, 2, 2, 0, false],
    ])
  })

  it('lists the best and worst games that count for records', () => {
    expect(gameKeys(page.bestGames.map(({ game }) => game))).toEqual([
      [2019, 1],
      [2019, 2],
      [2020, 1],
    ])
    expect(gameKeys(page.worstGames.map(({ game }) => game))).toEqual([
      [2020, 1],
      [2019, 2],
      [2019, 1],
    ])
  })

  it('totals the playoff games', () => {
    expect(page.playoffs).toEqual({
      games: 1,
      wins: 0,
      losses: 1,
      ties: 0,
      pointsFor: 50,
      pointsAgainst: 300,
    })
  })

  it('lists opponents by number of games', () => {
    expect(page.rivalries.map(({ rival, totals }) => [rival.id, totals.games])).toEqual([
      ['b', 3],
      ['c', 1],
    ])
  })

  it("lists the owner's league records", () => {
    expect(page.records.map(({ name, record }) => [name, record.value])).toEqual([
      ['highest_game', 190],
      ['lowest_winner', 100],
      ['closest_win', 10],
    ])
  })
})

describe('headToHead and rivalries', () => {
  it("totals all finished games of two owners, including playoffs, from the first owner's side", () => {
    const { games, totals } = headToHead(history.games, owner('a'), owner('b'))
    expect(gameKeys(games)).toEqual([
      [2019, 1],
      [2019, 3],
      [2020, 1],
    ])
    expect(totals).toEqual({ games: 3, wins: 1, losses: 2, ties: 0, pointsFor: 220, pointsAgainst: 510 })
  })

  it('is empty for owners who never played each other', () => {
    expect(headToHead(history.games, owner('b'), owner('c'))).toEqual({
      games: [],
      totals: { games: 0, wins: 0, losses: 0, ties: 0, pointsFor: 0, pointsAgainst: 0 },
    })
  })

  it('ignores a game between two teams of the same owner', () => {
    const teams = [aPastTeam(1, 'a'), aPastTeam(2, 'a'), aPastTeam(3, 'b')]
    const games = [aPastGame(1, [1, 100], [2, 90]), aPastGame(2, [2, 100], [3, 90])]
    const twoTeamHistory = buildHistory(aHistoryInput([aPastSeason({ teams, games })]))
    const [first] = twoTeamHistory.owners
    if (first === undefined) throw new Error('the owner is missing')
    const { rivalries, bestGames } = buildOwnerPage(twoTeamHistory, first)
    expect(rivalries.map(({ rival, totals }) => [rival.id, totals.games])).toEqual([['b', 1]])
    expect(gameKeys(bestGames.map(({ game }) => game))).toEqual([[2020, 2]])
  })
})

describe('nemesis and favorite opponent', () => {
  /** One game per result from the perspective of owner a, who always scores 100. */
  const pageOf = (scoresByRival: Record<string, number[]>) => {
    const opponents = Object.keys(scoresByRival)
    const games = opponents.flatMap((rival, index) =>
      (scoresByRival[rival] ?? []).map((score, count) =>
        aPastGame(10 * index + count + 1, [1, 100], [index + 2, score]),
      ),
    )
    const teams = [aPastTeam(1, 'a'), ...opponents.map((rival, index) => aPastTeam(index + 2, rival))]
    const built = buildHistory(aHistoryInput([aPastSeason({ teams, games })]))
    const found = findOwnerByName(built, 'Owner a')
    if (found === null) throw new Error('unknown owner')
    const { nemesis, favoriteOpponent } = buildOwnerPage(built, found)
    return [nemesis?.rival.name ?? null, favoriteOpponent?.rival.name ?? null]
  }
  const [win, loss, tie] = [90, 110, 100]

  it.each<[string, Record<string, number[]>, [string | null, string | null]]>([
    [
      'the lowest and the highest win percentage',
      { b: [win, loss, tie], c: [win, win, loss], d: [loss, loss, tie] },
      ['Owner d', 'Owner c'],
    ],
    [
      'at least three games',
      { b: [loss, loss], c: [win, win], d: [win, loss, loss], e: [win, win, loss] },
      ['Owner d', 'Owner e'],
    ],
    [
      'more games if the percentages are equal',
      { b: [loss, loss, loss], c: [loss, loss, loss, loss], d: [win, win, win, win], e: [win, win, win] },
      ['Owner c', 'Owner d'],
    ],
    [
      'the larger point difference if the games are equal, too',
      { b: [loss, loss, 111], c: [loss, loss, 112], d: [win, win, 89], e: [win, win, 88] },
      ['Owner c', 'Owner e'],
    ],
    ['nobody without three games', { b: [win, win], c: [loss, loss] }, [null, null]],
    ['only a nemesis', { b: [loss, loss, loss] }, ['Owner b', null]],
    ['only a favorite opponent', { b: [win, win, win] }, [null, 'Owner b']],
    ['neither if the only opponent is level', { b: [win, loss, tie] }, [null, null]],
  ])('are decided by %s', (_, scores, expected) => {
    expect(pageOf(scores)).toEqual(expected)
  })
})

describe('ownerPairs', () => {
  it('lists each pair that has met once, in the order of the owners and from the first one', () => {
    const pairs = ownerPairs(history.games, history.owners)
    expect(pairs.map(({ owner: { name }, rival, totals }) => [name, rival.name, totals.games])).toEqual([
      ['Owner a', 'Owner b', 3],
      ['Owner a', 'Owner c', 1],
    ])
    const compared = headToHead(history.games, owner('a'), owner('b'))
    expect(pairs[0]).toMatchObject(compared)
  })
})
