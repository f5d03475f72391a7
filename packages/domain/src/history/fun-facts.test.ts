import { describe, expect, it } from 'vitest'
import type { Points } from '../points.ts'
import { buildHistory } from './league-history.ts'
import type { PastSeason, PastTeam } from './owners.ts'
import { aHistoryInput, aPastSeason, aPastTeam } from './testing/past-seasons.ts'

/** Creates a season. Lines are in order of final rank: owner, wins, losses, ties, hundredths of a point. */
function season(
  year: number,
  lines: [owner: string, wins: number, losses: number, ties: number, points: number][],
  more: Partial<PastSeason> = {},
): PastSeason {
  const teams = lines.map(
    ([owner, wins, losses, ties, points], index): PastTeam =>
      aPastTeam(index + 1, owner, {
        finalRank: index + 1,
        record: { wins, losses, ties },
        pointsFor: points as Points,
      }),
  )
  return aPastSeason({ season: year, teams, ...more })
}

const factsOf = (seasons: PastSeason[], exclusions = new Map<number, string>()) => {
  const { facts } = buildHistory(aHistoryInput(seasons, { exclusions }))
  return Object.fromEntries(
    Object.entries(facts).map(([name, leaders]) => [
      name,
      leaders && [
        leaders.owners.map(({ id }) => id).join(),
        leaders.value,
        ...('season' in leaders ? [leaders.season] : []),
      ],
    ]),
  )
}

const SEASONS = [
  season(2018, [
    ['a', 2, 0, 0, 300],
    ['b', 1, 1, 0, 400],
    ['c', 0, 2, 0, 100],
  ]),
  season(2019, [
    ['b', 1, 0, 1, 200],
    ['a', 1, 1, 0, 300],
    ['d', 2, 0, 0, 400],
  ]),
]

describe('funFacts', () => {
  it('matches the results computed by hand, with tied owners by name', () => {
    expect(factsOf(SEASONS)).toEqual({
      longestTenure: ['a,b', 2],
      mostTitles: ['a,b', 1],
      bestWinPercentage: ['a', 0.75],
      highestPointsPerGame: ['a,b', 150],
      seasonPoints: ['b,d', 400, 2018],
      careerPoints: ['a,b', 600],
      mostWins: ['a', 3],
      mostRunnersUp: ['a,b', 1],
      mostThirds: ['c,d', 1],
    })
  })

  it('requires two finished seasons for rates, which include all games', () => {
    const seasonInProgress = season(
      2020,
      [
        ['d', 4, 0, 0, 100],
        ['b', 0, 4, 0, 100],
      ],
      { isFinished: false },
    )
    expect(factsOf([...SEASONS, seasonInProgress])).toMatchObject({
      longestTenure: ['b', 3],
      bestWinPercentage: ['a', 0.75],
      highestPointsPerGame: ['a', 150],
      mostTitles: ['a,b', 1],
    })
  })

  it('ignores an excluded season for the best season but not for career points', () => {
    expect(factsOf(SEASONS, new Map([[2018, 'Doubled.']]))).toMatchObject({
      seasonPoints: ['d', 400, 2019],
      careerPoints: ['a,b', 600],
    })
  })

  it('returns null if the highest value is 0', () => {
    expect(factsOf([season(2018, [['a', 0, 0, 0, 0]])])).toEqual({
      longestTenure: ['a', 1],
      mostTitles: ['a', 1],
      bestWinPercentage: null,
      highestPointsPerGame: null,
      seasonPoints: null,
      careerPoints: null,
      mostWins: null,
      mostRunnersUp: null,
      mostThirds: null,
    })
  })
})

describe('ownerTotals', () => {
  it('counts a season once for an owner of two teams and adds up both teams', () => {
    const [totals] = buildHistory(
      aHistoryInput([
        season(2020, [
          ['a', 2, 1, 0, 300],
          ['a', 1, 2, 0, 200],
        ]),
      ]),
    ).totals
    expect(totals).toMatchObject({
      years: 1,
      finishedYears: 1,
      record: { wins: 3, losses: 3, ties: 0 },
      pointsFor: 500,
      titles: 1,
      runnersUp: 1,
    })
  })

  it('leaves what is unknown out of the sums, and seasons of unknown games out of both parts of points per game', () => {
    const known = aPastTeam(1, 'a', {
      record: { wins: 1, losses: 1, ties: 0 },
      pointsFor: 200 as Points,
      pointsAgainst: 180 as Points,
    })
    const unknown = { record: null, pointsFor: null, pointsAgainst: null, finalRank: 1 }
    const totalOnly = { ...unknown, pointsFor: 500 as Points, finalRank: 2 }
    const { totals } = buildHistory(
      aHistoryInput([
        aPastSeason({ season: 2019, teams: [aPastTeam(1, 'a', unknown)] }),
        aPastSeason({ season: 2020, teams: [known] }),
        aPastSeason({ season: 2021, teams: [aPastTeam(1, 'a', totalOnly)] }),
      ]),
    )
    expect(totals[0]).toMatchObject({
      years: 3,
      titles: 1,
      record: { wins: 1, losses: 1, ties: 0 },
      pointsFor: 700,
      pointsAgainst: 180,
      winPercentage: 0.5,
      pointsPerGame: 100,
    })
  })

  it('orders by titles, wins and name', () => {
    const { totals } = buildHistory(aHistoryInput(SEASONS))
    expect(totals.map(({ owner, titles, record }) => [owner.id, titles, record.wins])).toEqual([
      ['a', 1, 3],
      ['b', 1, 2],
      ['d', 0, 2],
      ['c', 0, 0],
    ])
  })
})

describe('teamNames', () => {
  it('counts seasons and titles of a name across owners', () => {
    const named = (year: number, names: [string, string | null][]) =>
      aPastSeason({
        season: year,
        teams: names.map(([name, owner], index) =>
          aPastTeam(index + 1, owner, { name, finalRank: index + 1 }),
        ),
      })
    const { teamNames } = buildHistory(
      aHistoryInput([
        named(2018, [
          ['Anchors', 'a'],
          ['Buoys', 'b'],
        ]),
        named(2019, [
          ['Buoys', null],
          ['Crew', 'c'],
          ['Anchors', 'b'],
          ['Anchors', 'd'],
        ]),
      ]),
    )
    expect(
      teamNames.map(({ name, seasons, titles, owners }) => [
        name,
        seasons,
        titles,
        owners.map(({ id }) => id),
      ]),
    ).toEqual([
      ['Anchors', [2018, 2019], 1, ['a', 'b', 'd']],
      ['Buoys', [2018, 2019], 1, ['b']],
      ['Crew', [2019], 0, ['c']],
    ])
  })
})
