import { randomFrom } from '../random.ts'
import type { LineupEntry } from './lineup.ts'
import { BENCH } from './lineup.ts'
import type { Offer, SimulatedSeason, SimulatedTrade } from './simulate-league.ts'

/** The weeks with a trade. The deadline is in the last one. */
const TRADE_WEEKS = [3, 6, 9, 12] as const

/**
 * A season with trades of two players each, who sat on the bench of their former teams, so that no score changes. They
 * play where the season has them from the week of the trade on, and were drafted in each other's turn.
 */
export function withTrades(season: SimulatedSeason): SimulatedSeason {
  const traded = new Set<number>()
  const trades = TRADE_WEEKS.flatMap((week): SimulatedTrade[] => {
    const teams = randomFrom(season.seed, season.season, 'trades', week).shuffle(season.teamIds)
    const [first, second] = teams.flatMap((teamId): Offer[] => {
      const playerId = benchedUntil(season, teamId, week).find((id) => !traded.has(id))
      return playerId === undefined ? [] : [{ teamId, playerId }]
    })
    if (first === undefined || second === undefined) return []
    traded.add(first.playerId).add(second.playerId)
    return [
      {
        week,
        offers: { teamId: first.teamId, playerId: second.playerId },
        wants: { teamId: second.teamId, playerId: first.playerId },
      },
    ]
  })
  const otherOf = new Map(
    trades.flatMap(({ offers, wants }) => [
      [offers.playerId, wants.playerId],
      [wants.playerId, offers.playerId],
    ]),
  )
  return {
    ...season,
    trades,
    picks: season.picks.map((pick) => ({ ...pick, playerId: otherOf.get(pick.playerId) ?? pick.playerId })),
    lineupOf: (teamId, week) =>
      trades
        .filter((trade) => week < trade.week)
        .reduce(
          (lineup, trade) => beforeTrade(season, lineup, teamId, trade, week),
          season.lineupOf(teamId, week),
        ),
  }
}

function benchedUntil({ lineupOf }: SimulatedSeason, teamId: number, week: number): number[] {
  const slotsOf = (id: number, weeks: readonly number[]) =>
    weeks.map((each) => lineupOf(teamId, each).find(({ player }) => player.id === id)?.slotId)
  const weeksBefore = Array.from({ length: week - 1 }, (_, index) => index + 1)
  const weeksAfter = Array.from({ length: 14 - week + 1 }, (_, index) => week + index)
  return lineupOf(teamId, week)
    .map(({ player }) => player.id)
    .filter((id) => slotsOf(id, weeksBefore).every((slot) => slot === BENCH))
    .map((id) => ({ id, starts: slotsOf(id, weeksAfter).filter((slot) => slot !== BENCH).length }))
    .sort((a, b) => b.starts - a.starts)
    .map(({ id }) => id)
}

function beforeTrade(
  { lineupOf }: SimulatedSeason,
  lineup: LineupEntry[],
  teamId: number,
  { offers, wants }: SimulatedTrade,
  week: number,
): LineupEntry[] {
  const given = [offers, wants].find((each) => each.teamId === teamId)
  const got = [offers, wants].find((each) => each.teamId !== teamId)
  if (given === undefined || got === undefined) return lineup
  const former = lineupOf(got.teamId, week).find(({ player }) => player.id === given.playerId)
  return lineup.map((entry) => (entry.player.id === got.playerId && former !== undefined ? former : entry))
}
