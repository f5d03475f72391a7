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
    espn_team_id: 4,
    espn_league_id: 99,
    ...overrides,
  }
}
