import type { ApiResponse } from '../api/api-client.ts'

type Scoreboard = ApiResponse<'GET /api/league/:league/scoreboard/'>
type Matchup = Scoreboard['matchups'][number]
type MyMatchupResponse = ApiResponse<'GET /api/league/:league/me/matchup/'>
type MyMatchup = NonNullable<MyMatchupResponse['matchup']>
type LineupSlot = NonNullable<MyMatchup['away']['lineup']>[number]

let lastId = 0

/** A team before its game, without scores or projections. */
export function buildMatchupTeam(overrides: Partial<Matchup['away']> = {}): Matchup['away'] {
  lastId += 1
  return {
    team_id: lastId,
    name: `Team ${lastId}`,
    logo: null,
    score: null,
    proj: null,
    win_chance: null,
    categories: null,
    remaining: null,
    is_mine: false,
    ...overrides,
  }
}

/** A Week 12 game that has not started. */
export function buildMatchup(overrides: Partial<Matchup> = {}): Matchup {
  lastId += 1
  return {
    id: lastId,
    status: 'Not started',
    state: 'before',
    result: null,
    is_playoff: false,
    nfl_weeks: [12],
    away: buildMatchupTeam(),
    home: buildMatchupTeam(),
    ...overrides,
  }
}

const WEEK_12 = {
  last_error: null,
  season: 2026,
  scoring_format: 'points' as const,
  week: 12,
  weeks: [10, 11, 12],
}

/** The Week 12 scoreboard, updated just now. */
export function buildScoreboard(overrides: Partial<Scoreboard> = {}): Scoreboard {
  return {
    ...WEEK_12,
    updated_at: new Date().toISOString(),
    matchups: [],
    byes: [],
    no_game: [],
    scores: [],
    ...overrides,
  }
}

/** A user's Week 12 matchup without lineups. Pass null for a user without a matchup. */
export function buildMyMatchupResponse(
  matchup: Partial<MyMatchup> | null,
  overrides: Partial<MyMatchupResponse> = {},
) {
  const away = { ...buildMatchupTeam(), lineup: null }
  const home = { ...buildMatchupTeam(), lineup: null }
  return {
    ...WEEK_12,
    updated_at: new Date().toISOString(),
    assigned: true,
    no_matchup: null,
    matchup:
      matchup === null ? null : { ...buildMatchup(), week: 12, lineup_week: null, away, home, ...matchup },
    ...overrides,
  } satisfies MyMatchupResponse
}

/** A lineup slot; empty when `player` is null. */
export function buildLineupSlot(
  slot_id: number,
  player: string | null,
  overrides: Partial<LineupSlot> = {},
): LineupSlot {
  lastId += 1
  const espn_id = player === null ? null : lastId
  return {
    slot_id,
    espn_id,
    player,
    nfl_team: null,
    proj: null,
    actual: null,
    injury_status: null,
    is_bye: false,
    nfl_game: null,
    ...overrides,
  }
}

/** An NFL game in the third quarter, in which Buffalo leads at home. */
export function buildPlayerGame(overrides: Partial<NonNullable<LineupSlot['nfl_game']>> = {}) {
  return {
    phase: 'playing',
    kickoff_ts: Date.now() - 7_200_000,
    home_team: 'BUF',
    away_team: 'KC',
    home_score: 17,
    away_score: 10,
    period: 3,
    clock_seconds: 252,
    is_red_zone: false,
    observed_ts: Date.now(),
    ...overrides,
  } satisfies LineupSlot['nfl_game']
}

type LeagueMatchupResponse = ApiResponse<'GET /api/league/:league/games/:season/:week/:game/'>
type LeagueMatchup = LeagueMatchupResponse['matchup']

function buildLeagueMatchupTeam(overrides: Partial<LeagueMatchup['away']>): LeagueMatchup['away'] {
  const { is_mine: _, ...team } = buildMatchupTeam()
  const record = { wins: 2, losses: 1, ties: 0 }
  return {
    ...team,
    color: null,
    record,
    seed: 4,
    rank: 4,
    top_scorer: null,
    owners: [],
    assigned_user: null,
    lineup: null,
    ...overrides,
  }
}

/** A game of the season 2026 without lineups, as anybody in the league can open it. */
export function buildLeagueMatchupResponse(
  {
    away,
    home,
    ...matchup
  }: Partial<Omit<LeagueMatchup, 'away' | 'home'>> & {
    away: Partial<LeagueMatchup['away']>
    home: Partial<LeagueMatchup['home']>
  },
  overrides: Partial<LeagueMatchupResponse> = {},
): LeagueMatchupResponse {
  return {
    updated_at: new Date().toISOString(),
    last_error: null,
    season: 2026,
    seasons: [2026],
    scoring_format: 'points',
    weeks: [10, 11, 12],
    previous_game: null,
    next_game: null,
    meetings: [],
    matchup: {
      ...buildMatchup(),
      week: 12,
      lineup_week: null,
      round: null,
      ...matchup,
      away: buildLeagueMatchupTeam(away),
      home: buildLeagueMatchupTeam(home),
    },
    ...overrides,
  }
}
