import { fallbackPlayerName, type LineupEntry } from '@fieldhouse/domain/lineup'
import { type Points, pointsFromDecimal } from '@fieldhouse/domain/points'
import { normalizeWhitespace } from './normalize-whitespace.ts'
import type { Player, RosterEntry, StatLine } from './week-body.ts'

/** By the provider's number of a position, which is not that of a slot: 4 is TE here. */
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

/** Unrounded, as the provider adds them up; null without a projection of the week. */
export function projectionOf({ playerPoolEntry }: RosterEntry, week: Week): number | null {
  return statLineOf(playerPoolEntry?.player, PROJECTED_SOURCE, week)?.appliedTotal ?? null
}

/** A player has lines of several sources, splits, weeks and seasons, in any order. */
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

/** The player's own team is that of the time of the request; the line of a game has that of the game. */
function nflTeamOf(player: Player | null | undefined, actual: StatLine | undefined): number | null {
  const [teamId] = [actual?.proTeamId, player?.proTeamId].filter((id) => id != null && id !== NO_TEAM)
  return teamId ?? null
}

function pointsOf(line: StatLine | undefined): Points | null {
  return line?.appliedTotal == null ? null : pointsFromDecimal(line.appliedTotal)
}
