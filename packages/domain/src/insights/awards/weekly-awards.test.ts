import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointsFromDecimal } from '../../points.ts'
import type { RosterWeek } from '../../rosters/matchup.ts'
import { A, B, C, D, finalGame, finalGames, REFERENCE_LEAGUE } from '../testing/reference-league.ts'
import { aRosterPlayer, aRosterWeek } from '../testing/roster-weeks.ts'
import { anyRegularSeason } from '../testing/season-arbitraries.ts'
import { type Award, type AwardInput, LINEUP_AWARDS, weeklyAwards } from './weekly-awards.ts'

const awardsOf = (input: Partial<AwardInput>) =>
  weeklyAwards({
    games: [],
    lineups: [],
    latestAcquisition: () => null,
    isOnBye: () => false,
    ...input,
  })

const winnersOf = (awards: readonly Award[], name: Award['name'], week: number) =>
  awards
    .filter((award) => award.name === name && award.week === week)
    .map(({ teamId, value }) => [teamId, value])

describe('awards of the reference league', () => {
  const awards = awardsOf({ games: REFERENCE_LEAGUE.games })

  it.each([
    ['top_score', 1, [[A, 12_050]]],
    [
      'lowest_score',
      1,
      [
        [C, 9990],
        [D, 9990],
      ],
    ],
    ['heartbreak', 1, [[B, 11_000]]],
    ['robbery', 1, [[A, 12_050]]],
    ['blowout', 1, [[A, 1050]]],
    ['nail_biter', 1, [[A, 1050]]],
    [
      'lucky',
      1,
      [
        [C, 1 / 3],
        [D, 1 / 3],
      ],
    ],
    ['unlucky', 1, [[B, -2 / 3]]],
    ['top_score', 2, [[C, 13_020]]],
    ['lowest_score', 2, [[A, 8800]]],
    ['heartbreak', 2, [[D, 10_100]]],
    ['robbery', 2, [[B, 10_110]]],
    ['blowout', 2, [[C, 4220]]],
    ['nail_biter', 2, [[B, 10]]],
    ['lucky', 2, [[B, 1 / 3]]],
    ['unlucky', 2, [[D, -1 / 3]]],
    ['top_score', 3, [[D, 14_000]]],
    ['lowest_score', 3, [[B, 9000]]],
    ['heartbreak', 3, [[A, 10_500]]],
    ['robbery', 3, [[C, 9550]]],
    ['blowout', 3, [[D, 3500]]],
    ['nail_biter', 3, [[C, 550]]],
    ['lucky', 3, [[C, 2 / 3]]],
    ['unlucky', 3, [[A, -2 / 3]]],
  ] as const)('give %s of week %i to the right team', (name, week, winners) => {
    expect(winnersOf(awards, name, week)).toEqual(
      winners.map(([teamId, value]) => [teamId, expect.closeTo(value, 9)]),
    )
  })

  it('are sorted by week, and contain nothing about lineups', () => {
    expect(awards.map(({ week }) => week)).toEqual(awards.map(({ week }) => week).sort())
    expect(awards.filter(({ name }) => LINEUP_AWARDS.includes(name))).toEqual([])
  })
})

it('gives awards for results in the second week of a game, and for scores in both', () => {
  const games = [finalGame(1, 1, [A, [80, 120]], [B, [90, 100]])]
  const awards = awardsOf({ games })
  expect(winnersOf(awards, 'top_score', 1)).toEqual([[B, 9000]])
  expect(winnersOf(awards, 'top_score', 2)).toEqual([[A, 12_000]])
  expect(winnersOf(awards, 'blowout', 1)).toEqual([])
  expect(winnersOf(awards, 'blowout', 2)).toEqual([[A, 1000]])
})

it('has no winner and no loser in a tied game', () => {
  const awards = awardsOf({ games: finalGames([[1, A, 100, B, 100]]) })
  expect(awards.map(({ name }) => name)).toEqual(['top_score', 'top_score', 'lowest_score', 'lowest_score'])
})

describe('awards for lineups', () => {
  const games = finalGames([
    [1, A, 50, B, 40],
    [1, C, 30, D, 20],
  ])
  const aWeek = (teamId: number, actual: number, optimal: number, more: Partial<RosterWeek> = {}) =>
    aRosterWeek(1, teamId, [], {
      actual: pointsFromDecimal(actual),
      optimal: pointsFromDecimal(optimal),
      leftOnBench: pointsFromDecimal(optimal - actual),
      efficiency: actual / optimal,
      ...more,
    })

  it('name the most points left on the bench, and among equal ones the lower efficiency', () => {
    const awards = awardsOf({ games, lineups: [aWeek(A, 50, 60), aWeek(B, 40, 50), aWeek(C, 30, 30)] })
    expect(winnersOf(awards, 'bench_blunder', 1)).toEqual([[B, 1000]])
    expect(winnersOf(awards, 'perfect_lineup', 1)).toEqual([[C, 3000]])
  })

  it('have no blunder if all lineups were perfect', () => {
    const awards = awardsOf({ games, lineups: [aWeek(A, 50, 50), aWeek(B, 40, 40)] })
    expect(winnersOf(awards, 'bench_blunder', 1)).toEqual([])
    expect(winnersOf(awards, 'perfect_lineup', 1)).toHaveLength(2)
  })

  it('compare with the projection', () => {
    const projectedPoints = pointsFromDecimal(45)
    const awards = awardsOf({
      games,
      lineups: [
        aWeek(A, 50, 60, { projectedPoints }),
        aWeek(B, 40, 50, { projectedPoints }),
        aWeek(C, 90, 90),
      ],
    })
    expect(winnersOf(awards, 'over_projection', 1)).toEqual([[A, 500]])
    expect(winnersOf(awards, 'under_projection', 1)).toEqual([[B, -500]])
  })

  it('name the best starter, and the best one whom the team picked up', () => {
    const [star, pickup, benched] = [
      aRosterPlayer(1, 30),
      aRosterPlayer(2, 20),
      aRosterPlayer(3, 40, { isStarter: false }),
    ]
    const awards = awardsOf({
      games,
      lineups: [aWeek(A, 50, 60, { players: [star, benched] }), aWeek(B, 40, 50, { players: [pickup] })],
      latestAcquisition: (_, id) => (id === star.playerId ? 'trade' : 'waiver'),
    })
    expect(awards.find(({ name }) => name === 'player_of_the_week')).toMatchObject({
      teamId: A,
      value: 3000,
      player: { playerId: star.playerId },
    })
    expect(awards.find(({ name }) => name === 'pickup_of_the_week')).toMatchObject({
      teamId: B,
      player: { playerId: pickup.playerId },
    })
  })

  it('count empty slots and starters on a bye', () => {
    const [onBye, benched] = [
      aRosterPlayer(1, null, { nflTeamId: 9 }),
      aRosterPlayer(2, null, { nflTeamId: 9, isStarter: false }),
    ]
    const awards = awardsOf({
      games,
      lineups: [
        aWeek(A, 50, 60, { emptySlots: [2, 4], players: [onBye, benched] }),
        aWeek(B, 40, 50, { emptySlots: [17] }),
        aWeek(C, 40, 50, { players: [benched] }),
      ],
      isOnBye: (nflTeamId) => nflTeamId === 9,
    })
    expect(winnersOf(awards, 'asleep', 1)).toEqual([
      [A, 3],
      [B, 1],
    ])
  })

  it('ignore lineups of weeks without games', () => {
    expect(
      awardsOf({ games, lineups: [aWeek(A, 50, 50, { week: 15 })] }).map(({ week }) => week),
    ).not.toContain(15)
  })
})

it('names at least one top score and one lowest score in every week of any season', () => {
  fc.assert(
    fc.property(anyRegularSeason(), ({ games }) => {
      const awards = awardsOf({ games })
      for (const week of new Set(games.flatMap((game) => game.weeks))) {
        const scores = games
          .filter((game) => game.weeks.includes(week))
          .flatMap(({ home, away }) => [home.points, away.points])
        for (const [, value] of winnersOf(awards, 'top_score', week)) expect(value).toBe(Math.max(...scores))
        for (const [, value] of winnersOf(awards, 'lowest_score', week))
          expect(value).toBe(Math.min(...scores))
        expect(winnersOf(awards, 'top_score', week).length).toBeGreaterThan(0)
      }
    }),
  )
})
