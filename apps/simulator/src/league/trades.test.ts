import { expect, it } from 'vitest'
import { finalPoints } from './rosters.ts'
import { simulateLeague, withTrades } from './simulate-league.ts'

const season = simulateLeague({ seed: 1930, season: 2026 })
const traded = withTrades(season)

const playersOf = (teamId: number, week: number) =>
  traded.lineupOf(teamId, week).map(({ player }) => player.id)

it('moves two players with each trade, from its week on', () => {
  expect(traded.trades.map(({ week }) => week)).toEqual([3, 6, 9, 12])
  for (const { week, offers, wants } of traded.trades) {
    for (const [giver, taker] of [
      [offers, wants],
      [wants, offers],
    ] as const) {
      expect(playersOf(giver.teamId, week - 1)).toContain(giver.playerId)
      expect(playersOf(giver.teamId, week)).not.toContain(giver.playerId)
      expect(playersOf(taker.teamId, week)).toContain(giver.playerId)
      const pick = traded.picks.find(({ playerId }) => playerId === giver.playerId)
      expect(pick?.teamId).toBe(giver.teamId)
    }
  }
})

it('changes no score, and has every player in one lineup of a week', () => {
  for (const week of [1, 2, 5, 8, 11, 12, 17]) {
    for (const teamId of season.teamIds)
      expect(finalPoints(traded.lineupOf(teamId, week))).toBe(finalPoints(season.lineupOf(teamId, week)))
    const ids = season.teamIds.flatMap((teamId) => playersOf(teamId, week))
    expect(new Set(ids).size).toBe(ids.length)
  }
})
