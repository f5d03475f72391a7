import { type Points, pointsFromDecimal } from '@fieldhouse/domain/points'
import { fallbackPlayerName, type LineupEntry } from '@fieldhouse/domain/rosters/lineup'
import { normalizeWhitespace } from './normalize-whitespace.ts'
import type { Player, RosterEntry, StatLine } from './week-body.ts'

/** Keyed by ESPN's position ID, which differs from its slot ID: position 4 is TE, slot 4 is WR. */
const POSITIONS: Readonly<Record<number, string>> = {
  1: 'QB',
  2: 'RB',
  3: 'WR',
  4: 'TE',
  5: 'K',
  7: 'P',
  9: 'DT',
  10: 'DE',
  11: 'LB',
  12: 'CB',
  13: 'S',
  14: 'HC',
  16: 'D/ST',
}

const ACTUAL_SOURCE = 0
const PROJECTED_SOURCE = 1
const WEEK_SPLIT = 1
const NO_TEAM = 0

type Week = { season: number; week: number }

export function lineupEntryOf(
  { playerId, lineupSlotId, playerPoolEntry }: RosterEntry,
  week: Week,
): LineupEntry {
  const player = playerPoolEntry?.player
  const actual = statLineOf(player, ACTUAL_SOURCE, week)
  return {
    slotId: lineupSlotId,
    playerId,
    name: normalizeWhitespace(player?.fullName) || fallbackPlayerName(playerId),
    position: POSITIONS[player?.defaultPositionId ?? 0] ?? null,
    nflTeamId: nflTeamOf(player, actual),
    injuryStatus: normalizeWhitespace(player?.injuryStatus) || null,
    points: pointsOf(actual),
    projectedPoints: pointsOf(statLineOf(player, PROJECTED_SOURCE, week)),
    eligibleSlots: player?.eligibleSlots ?? [],
  }
}

/** Unrounded, because ESPN adds up unrounded projections. Null without a projection for the week. */
export function projectionOf({ playerPoolEntry }: RosterEntry, week: Week): number | null {
  return statLineOf(playerPoolEntry?.player, PROJECTED_SOURCE, week)?.appliedTotal ?? null
}

/** A player's stat lines cover several sources, splits, weeks and seasons, in any order. */
function statLineOf(
  player: Player | null | undefined,
  source: number,
  { season, week }: Week,
): StatLine | undefined {
  return player?.stats?.find(
    (line) =>
      line.statSourceId === source &&
      line.statSplitTypeId === WEEK_SPLIT &&
      line.scoringPeriodId === week &&
      line.seasonId === season,
  )
}

/** The stat line has the NFL team at the time of the game, the player at the time of the request. */
function nflTeamOf(player: Player | null | undefined, actual: StatLine | undefined): number | null {
  const [teamId] = [actual?.proTeamId, player?.proTeamId].filter((id) => id != null && id !== NO_TEAM)
  return teamId ?? null
}

function pointsOf(line: StatLine | undefined): Points | null {
  return line?.appliedTotal == null ? null : pointsFromDecimal(line.appliedTotal)
}
