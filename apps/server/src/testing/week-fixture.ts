import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { DraftPick } from '@fieldhouse/domain/rosters/archive'
import {
  type LineupEntry,
  starterPoints,
  type TeamLineup,
  type WeekLineups,
} from '@fieldhouse/domain/rosters/lineup'
import type { LeagueTransaction } from '@fieldhouse/domain/rosters/transactions'

/** The lineups of a week in which one starter of each of two teams has scored, with overrides. */
export function buildWeek(overrides: Partial<WeekLineups> = {}): WeekLineups {
  const lineups = [
    buildLineup(1, [buildPlayer({ playerId: 11 })]),
    buildLineup(2, [buildPlayer({ playerId: 21 })]),
  ]
  return { providerLeagueId: '4711', season: 2026, week: 1, lineups, findings: [], ...overrides }
}

export function buildLineup(teamId: number, entries: LineupEntry[]): TeamLineup {
  return { teamId, entries, emptySlots: [2, 2], points: starterPoints(entries), projectedPoints: null }
}

export function buildPlayer(overrides: Partial<LineupEntry> = {}): LineupEntry {
  return {
    slotId: 0,
    playerId: 11,
    name: 'Rook Calloway',
    position: 'QB',
    nflTeamId: 12,
    injuryStatus: null,
    points: pointsFromDecimal(12.34),
    projectedPoints: pointsFromDecimal(11),
    eligibleSlots: [0, 7, 20],
    ...overrides,
  }
}

export function buildDraftPick(overrides: Partial<DraftPick> = {}): DraftPick {
  return {
    overall: 1,
    round: 1,
    inRound: 1,
    teamId: 1,
    playerId: 11,
    memberId: '{A}',
    isKeeper: false,
    bid: null,
    ...overrides,
  }
}

export function buildTransaction(overrides: Partial<LeagueTransaction> = {}): LeagueTransaction {
  return {
    id: 'claim',
    season: 2026,
    week: 1,
    kind: 'waiver',
    status: 'done',
    reason: null,
    teamId: 1,
    memberId: '{A}',
    isByManager: false,
    proposedAt: new Date('2026-09-08T12:00:00Z'),
    decidedAt: new Date('2026-09-09T08:00:00Z'),
    bid: 7,
    moves: [{ playerId: 11, fromTeamId: null, toTeamId: 1 }],
    ...overrides,
  }
}
