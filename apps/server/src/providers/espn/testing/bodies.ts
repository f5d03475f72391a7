/** Builds ESPN bodies for tests. A test passes only the fields that matter to it. */
type Fields = Record<string, unknown>

export const REQUESTED = { leagueId: '77', season: 2024 }

export const ADA = '{AAAAAAAA-0000-0000-0000-000000000001}'
export const BEN = '{BBBBBBBB-0000-0000-0000-000000000002}'
export const CLEO = '{CCCCCCCC-0000-0000-0000-000000000003}'

/** A drafted season in week 3 with two teams, three regular-season weeks and a two-week playoff round. */
export function buildBody(fields: Fields = {}): Fields {
  return {
    id: Number(REQUESTED.leagueId),
    seasonId: REQUESTED.season,
    settings: buildSettings(),
    status: { currentMatchupPeriod: 3, latestScoringPeriod: 3, finalScoringPeriod: 5, previousSeasons: [] },
    draftDetail: { drafted: true },
    members: [
      { id: ADA, firstName: 'Ada', lastName: 'Marlow', isLeagueManager: true },
      { id: BEN, firstName: 'Ben', lastName: 'Okafor', isLeagueManager: false },
    ],
    teams: [
      buildTeam({ id: 1, owners: [ADA], primaryOwner: ADA }),
      buildTeam({ id: 2, owners: [BEN], primaryOwner: BEN }),
    ],
    schedule: [],
    ...fields,
  }
}

export function buildSettings(schedule: Fields = {}): Fields {
  return {
    name: 'Harbor League',
    size: 2,
    isPublic: false,
    scoringSettings: { scoringType: 'H2H_POINTS' },
    scheduleSettings: {
      matchupPeriodCount: 3,
      matchupPeriods: { 1: [1], 2: [2], 3: [3], 4: [5, 4] },
      playoffTeamCount: 2,
      ...schedule,
    },
  }
}

export function buildTeam(fields: Fields = {}): Fields {
  return {
    id: 1,
    name: 'Fumblers',
    abbrev: 'FUM',
    owners: [],
    playoffSeed: 0,
    rankCalculatedFinal: 0,
    record: { overall: { wins: 0, losses: 0, ties: 0, pointsFor: 0, pointsAgainst: 0 } },
    ...fields,
  }
}

export function buildGame(fields: Fields = {}): Fields {
  return {
    id: 10,
    matchupPeriodId: 1,
    home: { teamId: 1, totalPoints: 101.5 },
    away: { teamId: 2, totalPoints: 99.25 },
    winner: 'HOME',
    playoffTierType: 'NONE',
    ...fields,
  }
}

/** One side of a game, with its lineup. */
export function buildSide(teamId: number, entries: readonly unknown[], appliedStatTotal?: number): Fields {
  return { teamId, totalPoints: 0, rosterForCurrentScoringPeriod: { appliedStatTotal, entries } }
}

export function buildEntry(fields: Fields = {}, player: Fields = {}): Fields {
  const playerId = fields['playerId'] ?? 11
  return {
    playerId,
    lineupSlotId: 0,
    playerPoolEntry: { appliedStatTotal: 0, player: { id: playerId, fullName: 'Rook Calloway', ...player } },
    ...fields,
  }
}

/** A player's actual points in week 3. */
export function buildStatLine(fields: Fields = {}): Fields {
  const defaults = { statSourceId: 0, statSplitTypeId: 1, scoringPeriodId: 3, seasonId: REQUESTED.season }
  return { ...defaults, proTeamId: 0, appliedTotal: 1, ...fields }
}
