type Json = Record<string, unknown>

/** A finished, consistent season of four teams in the provider's format, with overrides. */
export function buildLeagueBody(overrides: Json = {}): Json {
  return {
    id: 4711,
    seasonId: 2012,
    scoringPeriodId: 17,
    settings: {
      name: 'Harbour League',
      size: 4,
      isPublic: true,
      scoringSettings: { scoringType: 'H2H_POINTS' },
      scheduleSettings: {
        matchupPeriodCount: 2,
        matchupPeriods: { 1: [1], 2: [2] },
        playoffTeamCount: 2,
      },
    },
    status: {
      currentMatchupPeriod: 2,
      latestScoringPeriod: 2,
      finalScoringPeriod: 2,
      previousSeasons: [2011],
    },
    draftDetail: { drafted: true },
    members: ['A', 'B', 'C', 'D'].map((letter) => ({
      id: `{${letter}}`,
      firstName: letter,
      lastName: 'Marlow',
      isLeagueManager: letter === 'A',
      isLeagueCreator: false,
    })),
    teams: [
      buildTeamEntry(1, 'A', [2, 0], [210, 170]),
      buildTeamEntry(2, 'B', [1, 1], [190, 190]),
      buildTeamEntry(3, 'C', [1, 1], [180, 180]),
      buildTeamEntry(4, 'D', [0, 2], [150, 190]),
    ],
    schedule: [
      buildGameEntry(1, 1, [1, 110], [2, 90]),
      buildGameEntry(2, 1, [3, 100], [4, 70]),
      buildGameEntry(3, 2, [1, 100], [3, 80]),
      buildGameEntry(4, 2, [2, 100], [4, 80]),
    ],
    ...overrides,
  }
}

/** Week 1 of that season, with a lineup of team 1: one starter with all of the team's points. */
export function buildWeekBody(overrides: Json = {}, points = 110): Json {
  const game = buildGameEntry(1, 1, [1, 110], [2, 90])
  const statLine = {
    statSourceId: 0,
    statSplitTypeId: 1,
    scoringPeriodId: 1,
    seasonId: 2012,
    appliedTotal: points,
  }
  const entry = {
    playerId: 77,
    lineupSlotId: 0,
    playerPoolEntry: { player: { fullName: 'Quentin Back', stats: [statLine] } },
  }
  return {
    id: 4711,
    seasonId: 2012,
    scoringPeriodId: 1,
    schedule: [{ ...game, home: { ...game.home, rosterForCurrentScoringPeriod: { entries: [entry] } } }],
    ...overrides,
  }
}

/** The draft of that season; every pick is player 77. */
export function buildDraftBody(picks = 2): Json {
  const pick = { roundId: 1, roundPickNumber: 1, teamId: 1, playerId: 77, keeper: false }
  const allPicks = Array.from({ length: picks }, (_, index) => ({ ...pick, overallPickNumber: index + 1 }))
  return { id: 4711, seasonId: 2012, scoringPeriodId: 17, draftDetail: { drafted: true, picks: allPicks } }
}

/** The transactions of week 2 of that season: added free agents. */
export function buildTransactionsBody(count = 2): Json {
  const addition = { type: 'FREEAGENT', status: 'EXECUTED', executionType: 'EXECUTE', teamId: 1 }
  const transactions = Array.from({ length: count }, (_, index) => ({
    ...addition,
    id: `add-${index}`,
    proposedDate: 1_347_000_000_000 + index,
    items: [{ type: 'ADD', playerId: 77 + index, fromTeamId: 0, toTeamId: 1 }],
  }))
  return { id: 4711, seasonId: 2012, scoringPeriodId: 2, transactions }
}

type Pair = readonly [number, number]

function buildTeamEntry(id: number, owner: string, [wins, losses]: Pair, [pointsFor, pointsAgainst]: Pair) {
  return {
    id,
    name: `Team ${owner}`,
    abbrev: owner,
    owners: [`{${owner}}`],
    primaryOwner: `{${owner}}`,
    playoffSeed: id,
    rankCalculatedFinal: id,
    record: { overall: { wins, losses, ties: 0, pointsFor, pointsAgainst } },
  }
}

function buildGameEntry(id: number, period: number, home: Pair, away: Pair) {
  const side = ([teamId, totalPoints]: Pair) => ({
    teamId,
    totalPoints,
    pointsByScoringPeriod: { [period]: totalPoints },
  })
  return { id, matchupPeriodId: period, winner: 'HOME', home: side(home), away: side(away) }
}
