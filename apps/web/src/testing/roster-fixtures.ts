import type { ApiResponse } from '../api/api-client.ts'

type Roster = ApiResponse<'GET /api/league/:league/me/roster/'>
type RosterRow = Roster['players'][number]

let lastId = 0

/** A benched player without a game, stats or projections. */
export function buildRosterRow(overrides: Partial<RosterRow> = {}): RosterRow {
  lastId += 1
  return {
    id: lastId,
    espn_id: 1000 + lastId,
    player: `Player ${lastId}`,
    slot_id: 20,
    nfl_team: null,
    opp: null,
    home_away: null,
    is_bye: false,
    kickoff_ts: null,
    nfl_game: null,
    proj: null,
    actual: null,
    injury_status: null,
    vegas_spread: null,
    vegas_total: null,
    weather_desc: null,
    weather_temp_f: null,
    weather_icon: null,
    ...overrides,
  }
}

/** An empty roster of NFL Week 12, updated just now. */
export function buildRoster(overrides: Partial<Roster> = {}): Roster {
  return {
    updated_at: new Date().toISOString(),
    last_error: null,
    season: 2026,
    scoring_format: 'points',
    week: 12,
    weeks: [10, 11, 12],
    players: [],
    season_note: null,
    provider: 'espn',
    espn_team_id: 4,
    espn_league_id: 99,
    team_url: 'https://fantasy.espn.com/football/team?leagueId=99&teamId=4&seasonId=2026',
    ...overrides,
  }
}

type Player = ApiResponse<'GET /api/league/:league/players/:player/'>

/** A quarterback of the team Owls, with one stored week of the season 2026. */
export function buildPlayer(overrides: Partial<Player> = {}): Player {
  const {
    id: _id,
    espn_id: _espnId,
    player: _player,
    slot_id: _slotId,
    ...week
  } = buildRosterRow({ nfl_team: 'MIN', opp: 'GB' })
  return {
    updated_at: new Date().toISOString(),
    last_error: null,
    season: 2026,
    seasons: [2026, 2025],
    scoring_format: 'points',
    espn_id: 4_262_921,
    player: 'Ada Fleet',
    position: 'QB',
    week: 12,
    this_week: week,
    team: { team_id: 1, slot_id: 0, acquisition: null },
    has_lineups: true,
    teams: [{ team_id: 1, name: 'Owls', logo: null, owners: ['Cleo Marsh'], assigned_user: null }],
    games: [
      {
        week: 11,
        team_id: 1,
        slot_id: 0,
        is_starter: true,
        points: 24.3,
        proj: 20,
        nfl_team: 'MIN',
        opp: 'KC',
        home_away: '@',
      },
    ],
    acquisitions: [],
    ...overrides,
  }
}
