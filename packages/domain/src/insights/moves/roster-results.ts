import { type RosterPlayer, type RosterWeek, rosterWeeksOfTeam, startersOf } from '../../rosters/matchup.ts'
import type { LeagueTransaction } from '../../rosters/transactions.ts'
import { groupBy, oncePer } from '../season/regular-season.ts'

/** What a player did for the team that got him, in points. */
export type PlayerResult = {
  playerId: number
  weeks: number
  firstWeek: number | null
  /** In its starting lineup. */
  started: number
  /** Also on its bench. */
  all: number
}

/**
 * Weeks without a stored lineup of the team are skipped, and so are the first ones if `fromTeamId` still has the
 * player, as after a trade in the middle of a week. `weeks` is in any order.
 */
export function followPlayer(
  weeks: readonly RosterWeek[],
  {
    playerId,
    teamId,
    fromWeek,
    fromTeamId = null,
  }: { playerId: number; teamId: number; fromWeek: number; fromTeamId?: number | null },
): PlayerResult {
  const result: PlayerResult = { playerId, weeks: 0, firstWeek: null, started: 0, all: 0 }
  const later = rosterWeeksOfTeam(weeks, teamId).filter(({ week }) => week >= fromWeek)
  for (const { week, players } of later) {
    const player = players.find((each) => each.playerId === playerId)
    if (player === undefined) {
      if (result.weeks === 0 && hasPlayer(weeks, week, fromTeamId, playerId)) continue
      break
    }
    if (isStartedElsewhere(weeks, week, teamId, player)) continue
    result.weeks += 1
    result.firstWeek ??= week
    result.all += (player.points ?? 0) / 100
    if (player.isStarter) result.started += (player.points ?? 0) / 100
  }
  return result
}

function hasPlayer(weeks: readonly RosterWeek[], week: number, teamId: number | null, playerId: number) {
  const ofTeam = teamId === null ? [] : rosterWeeksOfTeam(weeks, teamId)
  return ofTeam.some(
    (other) => other.week === week && other.players.some((player) => player.playerId === playerId),
  )
}

/** A player on two rosters in one week belongs to the team that started him. */
function isStartedElsewhere(
  weeks: readonly RosterWeek[],
  week: number,
  teamId: number,
  { playerId, isStarter }: RosterPlayer,
): boolean {
  if (isStarter) return false
  const teams = startsIn(weeks).get(`${week} ${playerId}`) ?? []
  return teams.some((other) => other.teamId !== teamId)
}

/**
 * The teams that started a player, by week and player. Built once for the weeks of a season: its pickups, trades and
 * keepers are followed one by one.
 */
const startsIn = oncePer((weeks: readonly RosterWeek[]) => {
  const starters = weeks.flatMap(({ week, teamId, ...roster }) =>
    startersOf(roster).map(({ playerId }) => ({ key: `${week} ${playerId}`, teamId })),
  )
  return groupBy(starters, ({ key }) => key)
})

export type TradeSide = {
  teamId: number
  received: PlayerResult[]
  /** What the received players did, minus what the given ones did for the other teams. */
  netStarted: number
  netAll: number
}

type TradeAssets = Pick<LeagueTransaction, 'moves' | 'picks' | 'budget'>

/** The teams of a trade by ID, also those that only give or get draft picks or budget. */
function teamsOfTrade({ moves, picks = [], budget = [] }: TradeAssets): number[] {
  const assets = [...moves, ...picks, ...budget].flatMap(({ fromTeamId, toTeamId }) =>
    fromTeamId === null || toTeamId === null || fromTeamId === toTeamId ? [] : [fromTeamId, toTeamId],
  )
  return [...new Set(assets)].sort((a, b) => a - b)
}

/** By team ID. Moves to or from free agency are not part of it, and draft picks and budget count 0. */
export function tradeResult(
  trade: TradeAssets & Pick<LeagueTransaction, 'week'>,
  weeks: readonly RosterWeek[],
): TradeSide[] {
  const results = trade.moves.flatMap(({ playerId, fromTeamId, toTeamId }) =>
    fromTeamId === null || toTeamId === null || fromTeamId === toTeamId
      ? []
      : [
          {
            fromTeamId,
            toTeamId,
            result: followPlayer(weeks, { playerId, teamId: toTeamId, fromWeek: trade.week, fromTeamId }),
          },
        ],
  )
  return teamsOfTrade(trade).map((teamId) => {
    const received = results.filter(({ toTeamId }) => toTeamId === teamId).map(({ result }) => result)
    const given = results.filter(({ fromTeamId }) => fromTeamId === teamId).map(({ result }) => result)
    const netOf = (value: (result: PlayerResult) => number) =>
      received.reduce((sum, result) => sum + value(result), 0) -
      given.reduce((sum, result) => sum + value(result), 0)
    return {
      teamId,
      received,
      netStarted: netOf(({ started }) => started),
      netAll: netOf(({ all }) => all),
    }
  })
}

export type PickupResult = PlayerResult & {
  /** Started points by dollar of the bid; null without a bid. */
  perDollar: number | null
}

/**
 * A claim after the last game of a week is booked in that week, and the player is on the roster from the next one: it
 * begins in the first of the two weeks in which he is on the roster.
 */
export function pickupResult(
  pickup: { playerId: number; teamId: number; week: number; bid: number | null },
  weeks: readonly RosterWeek[],
): PickupResult {
  const { bid, week, teamId, playerId } = pickup
  const fromWeek = [week, week + 1].find((each) => hasPlayer(weeks, each, teamId, playerId)) ?? week
  const result = followPlayer(weeks, { playerId, teamId, fromWeek })
  return { ...result, perDollar: bid !== null && bid > 0 ? result.started / bid : null }
}
