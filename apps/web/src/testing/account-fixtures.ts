import type { ApiResponse } from '../api/api-client.ts'
import type { LeagueTeam } from '../api/operations.ts'
import type { User } from '../features/accounts/session.ts'

type Meta = ApiResponse<'GET /api/league/:league/meta/'>
type MyRequest = ApiResponse<'GET /api/my-requests/'>['requests'][number]
type MyLeague = ApiResponse<'GET /api/user-leagues/:username/'>['leagues'][number]

/** A user without site roles. */
export function buildUser(overrides: Partial<User> = {}): User {
  return {
    username: 'dario',
    first_name: 'Dario',
    last_name: 'Finch',
    email: '',
    is_admin: false,
    is_staff: false,
    ...overrides,
  }
}

export function buildMyLeague(overrides: Partial<MyLeague> = {}): MyLeague {
  return { name: 'Sunday Night Lights', season: 2026, role: 'player', team: null, ...overrides }
}

export function buildLeagueMeta(overrides: Partial<Meta> = {}): Meta {
  return {
    name: 'Sunday Night Lights',
    current_year: 2026,
    scoring_format: 'points',
    seasons: [2026],
    league_info: { season_number: 12, first_year: 2015, commissioner: 'Ada Quill' },
    espn_league_id: 1234,
    provider_page: {
      provider: 'espn',
      url: 'https://fantasy.espn.com/football/league?leagueId=1234&seasonId=2026',
    },
    espn_team_id: null,
    features: [],
    ...overrides,
  }
}

/** A pending join request that was just sent. */
export function buildJoinRequest(overrides: Partial<MyRequest> = {}): MyRequest {
  return {
    league: 'Sunday Night Lights',
    message: '',
    status: 'pending',
    created_at: new Date().toISOString(),
    ...overrides,
  }
}

type UserRow = ApiResponse<'GET /api/users/'>['users'][number]

/** A row of the user list in Admin Tools. */
export function buildUserAccount(overrides: Partial<UserRow> = {}): UserRow {
  return {
    username: 'ada',
    first_name: '',
    last_name: '',
    is_admin: false,
    is_staff: false,
    is_disabled: false,
    ...overrides,
  }
}

type LeagueCookies = ApiResponse<'GET /api/league/:league/cookie-status/'>

/** The cookie status of a league; no cookies are saved by default. */
export function buildLeagueCookies(overrides: Partial<LeagueCookies> = {}): LeagueCookies {
  return {
    has_swid: false,
    has_s2: false,
    source: 'none',
    may_use_server: true,
    tested: null,
    saved_at: null,
    accepted_at: null,
    refused_at: null,
    ...overrides,
  }
}

/** A team that nobody has. */
export function buildTeam(overrides: Partial<LeagueTeam> = {}): LeagueTeam {
  return {
    league_team_id: 7,
    name: 'Fumblers',
    abbrev: 'FUM',
    logo: null,
    wins: 8,
    losses: 2,
    ties: 0,
    rank: 1,
    points_for: 1000,
    points_against: 900,
    assigned_user: null,
    owners: [],
    ...overrides,
  }
}
