import { pointsFromDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import type { Game, GameSide, LeagueSeason, SeasonTeam } from '@fieldhouse/domain/seasons/season'
import type { StoredSeason } from '../repositories/stored-seasons.ts'

/** A season in progress of a small league, with overrides. */
export function buildSeason(overrides: Partial<LeagueSeason> = {}): LeagueSeason {
  return {
    providerLeagueId: '4711',
    season: 2026,
    name: 'Harbour League',
    isPublic: false,
    scoringType: 'H2H_POINTS',
    hasMedianGame: false,
    draftAt: null,
    isBestBall: false,
    hasFineScores: false,
    seeding: null,
    size: 2,
    calendar: {
      regularSeasonPeriods: 14,
      periods: [
        { period: 1, weeks: [1] },
        { period: 2, weeks: [2] },
      ],
      playoffTeams: 4,
    },
    progress: { isDrafted: true, isFinished: false, currentPeriod: 2, currentWeek: 2, finalWeek: 17 },
    previousSeasons: [],
    members: [
      { memberId: '{A}', name: 'Ada Marlow', isManager: true, isCreator: false },
      { memberId: '{B}', name: 'Ben Okafor', isManager: false, isCreator: false },
    ],
    // The records and points match the only game.
    teams: [
      buildTeam({
        teamId: 1,
        name: 'Anchors',
        ownerIds: ['{A}'],
        record: { wins: 1, losses: 0, ties: 0 },
        pointsFor: pointsFromDecimal(101.5),
        pointsAgainst: pointsFromDecimal(88.02),
      }),
      buildTeam({
        teamId: 2,
        name: 'Buoys',
        ownerIds: ['{B}'],
        record: { wins: 0, losses: 1, ties: 0 },
        pointsFor: pointsFromDecimal(88.02),
        pointsAgainst: pointsFromDecimal(101.5),
      }),
    ],
    games: [buildGame()],
    weeklyScores: [],
    findings: [],
    ...overrides,
  }
}

/** The same, read from its provider. */
export function buildStoredSeason(overrides: Partial<StoredSeason> = {}): StoredSeason {
  return {
    ...buildSeason(),
    acceptedZeros: [],
    file: null,
    source: 'espn',
    provider: 'espn',
    depth: 'scores',
    fetchedAt: new Date('2026-09-20T18:00:00Z'),
    isImported: false,
    ...overrides,
  }
}

export function buildTeam(overrides: Partial<SeasonTeam> = {}): SeasonTeam {
  return {
    teamId: 1,
    name: 'Anchors',
    abbrev: 'ANC',
    logo: null,
    divisionId: 0,
    record: { wins: 0, losses: 0, ties: 0 },
    pointsFor: ZERO_POINTS,
    pointsAgainst: ZERO_POINTS,
    playoffSeed: null,
    finalRank: null,
    ownerIds: [],
    primaryOwnerId: null,
    ...overrides,
  }
}

export function buildGame(overrides: Partial<Game> = {}): Game {
  return {
    gameId: 1,
    period: 1,
    home: buildSide({
      teamId: 1,
      points: pointsFromDecimal(101.5),
      pointsByWeek: [{ week: 1, points: pointsFromDecimal(101.5) }],
    }),
    away: buildSide({
      teamId: 2,
      points: pointsFromDecimal(88.02),
      pointsByWeek: [{ week: 1, points: pointsFromDecimal(88.02) }],
    }),
    result: 'home',
    bracket: 'regular',
    categories: null,
    ...overrides,
  }
}

export function buildSide(overrides: Partial<GameSide> = {}): GameSide {
  return {
    teamId: 1,
    points: ZERO_POINTS,
    livePoints: null,
    projectedPoints: null,
    adjustment: ZERO_POINTS,
    pointsByWeek: [],
    ...overrides,
  }
}
