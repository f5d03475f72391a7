import { slotOf } from '../../rosters/lineup.ts'
import { type RosterPlayer, type RosterWeek, rosterWeeksOfTeam, startersOf } from '../../rosters/matchup.ts'
import type { LeagueTransaction } from '../../rosters/transactions.ts'
import { groupBy, oncePer } from '../season/regular-season.ts'

/** What a player did for the team that got him, in points. */
type PlayerResult = {
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

export type TradeSide = ReturnType<typeof tradeResult>[number]

type TradeAssets = Pick<LeagueTransaction, 'moves' | 'picks' | 'budget'>

/** The teams of a trade by ID, also those that only give or get draft picks or budget. */
function teamsOfTrade({ moves, picks = [], budget = [] }: TradeAssets): number[] {
  const assets = [...moves, ...picks, ...budget].flatMap(({ fromTeamId, toTeamId }) =>
    fromTeamId === null || toTeamId === null || fromTeamId === toTeamId ? [] : [fromTeamId, toTeamId],
  )
  return [...new Set(assets)].sort((a, b) => a - b)
}

/**
 * By team ID. What the received players did for a side, minus what the given ones did for the other teams. Moves to or
 * from free agency are not part of it, and draft picks and budget count 0.
 */
export function tradeResult(
  trade: TradeAssets & Pick<LeagueTransaction, 'week'>,
  weeks: readonly RosterWeek[],
) {
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

/**
 * A claim after the last game of a week is booked in that week, and the player is on the roster from the next one: it
 * begins in the first of the two weeks in which he is on the roster.
 */
export function pickupResult(
  pickup: { playerId: number; teamId: number; week: number; bid: number | null },
  weeks: readonly RosterWeek[],
) {
  const { bid, week, teamId, playerId } = pickup
  const fromWeek = [week, week + 1].find((each) => hasPlayer(weeks, each, teamId, playerId)) ?? week
  const result = followPlayer(weeks, { playerId, teamId, fromWeek })
  return { ...result, perDollar: bid !== null && bid > 0 ? result.started / bid : null }
}

/** What a player scored in a season while he was on a roster of the league, in points. */
export type PlayerSeason = { playerId: number; name: string; position: string | null; points: number }

/** A player on two rosters in one week counts once, for the team that started him, otherwise for the later entry. */
export function playerSeasons(weeks: readonly RosterWeek[]): Map<number, PlayerSeason> {
  const seasons = new Map<number, PlayerSeason>()
  for (const rosters of groupBy(
    weeks.toSorted((a, b) => a.week - b.week),
    ({ week }) => week,
  ).values()) {
    const ofWeek = new Map<number, RosterPlayer>()
    for (const { players } of rosters)
      for (const player of players)
        if (ofWeek.get(player.playerId)?.isStarter !== true || player.isStarter)
          ofWeek.set(player.playerId, player)
    for (const { playerId, name, position, points } of ofWeek.values()) {
      const before = seasons.get(playerId)?.points ?? 0
      seasons.set(playerId, { playerId, name, position, points: before + (points ?? 0) / 100 })
    }
  }
  return seasons
}

/**
 * How many players of each position the league starts, rounded: for each team the slots of the position, and its share
 * of the slots that several positions can fill.
 */
export function startedPlayers(weeks: readonly RosterWeek[]): Map<string, number> {
  const teams = new Set(weeks.map(({ teamId }) => teamId)).size
  const starters = weeks.flatMap(startersOf)
  const positions = new Set(starters.flatMap(({ position }) => position ?? []))
  const slots = [...starters.map(({ slotId }) => slotId), ...weeks.flatMap(({ emptySlots }) => emptySlots)]
  const isFlex = (slotId: number) => !positions.has(slotOf(slotId).name)
  const flexSlots = slots.filter(isFlex).length
  const flexStarters = starters.filter(({ slotId }) => isFlex(slotId))
  return new Map(
    [...positions].map((position) => {
      const own = slots.filter((slotId) => slotOf(slotId).name === position).length
      const inFlex = flexStarters.filter((starter) => starter.position === position).length
      const share = flexStarters.length === 0 ? 0 : inFlex / flexStarters.length
      return [position, Math.round((teams * (own + flexSlots * share)) / weeks.length)]
    }),
  )
}

/**
 * The points of each player above those of the replacement: the best player of the position whom the league does not
 * start, or its last one. Players without a position are left out.
 */
export function pointsAboveReplacement(
  players: readonly Pick<PlayerSeason, 'playerId' | 'position' | 'points'>[],
  started: ReadonlyMap<string, number>,
): Map<number, number> {
  const above = new Map<number, number>()
  for (const [position, group] of groupBy(players, (player) => player.position)) {
    if (position === null) continue
    const sorted = group.toSorted((a, b) => b.points - a.points)
    const replacement = (sorted[started.get(position) ?? 0] ?? sorted.at(-1))?.points ?? 0
    for (const { playerId, points } of group) above.set(playerId, points - replacement)
  }
  return above
}
