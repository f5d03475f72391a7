import { type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import { describe, expect, it } from 'vitest'
import { playPlayoffs } from './simulate-league.ts'

const SEEDS = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]
const ROUNDS = [15, 16, 17].map((period) => ({ period, weeks: [period] }))
const scoring = (pointsOf: (teamId: number) => number) => (teamId: number) => ({
  teamId,
  points: pointsOf(teamId) as Points,
  adjustment: ZERO_POINTS,
})
const betterSeedWins = scoring((teamId) => 10_000 - teamId)
const worseSeedWins = scoring((teamId) => 10_000 + teamId)

describe('playPlayoffs', () => {
  it('ranks teams by seed when the better seed always wins', () => {
    expect(playPlayoffs(SEEDS, ROUNDS, 85, betterSeedWins).finalOrder).toEqual(SEEDS)
  })

  it('lets the sixth seed win the championship over the third, second and fifth', () => {
    const { games, finalOrder } = playPlayoffs(SEEDS, ROUNDS, 85, worseSeedWins)
    const path = games.filter((game) => game.tier === 'WINNERS_BRACKET' && game.away?.teamId === 16)
    expect(path.map((game) => [game.period, game.home.teamId])).toEqual([
      [15, 13],
      [16, 12],
      [17, 15],
    ])
    expect(finalOrder.slice(0, 6)).toEqual([16, 15, 12, 11, 14, 13])
  })

  it('breaks ties in favor of the better seed', () => {
    expect(
      playPlayoffs(
        SEEDS,
        ROUNDS,
        85,
        scoring(() => 9000),
      ).finalOrder,
    ).toEqual(SEEDS)
  })

  it('numbers games consecutively and leaves byes undecided', () => {
    const { games } = playPlayoffs(SEEDS, ROUNDS, 85, betterSeedWins)
    expect(games.map((game) => game.id)).toEqual(Array.from({ length: 19 }, (_, index) => 85 + index))
    expect(games.filter((game) => game.winner === 'UNDECIDED').map((game) => game.home.teamId)).toEqual([
      11, 12,
    ])
  })
})
