import type { ApiResponse } from '../api/api-client.ts'

type Scoreboard = ApiResponse<'GET /api/league/:league/scoreboard/'>
type Matchup = Scoreboard['matchups'][number]
type MyMatchupResponse = ApiResponse<'GET /api/league/:league/me/matchup/'>
type MyMatchup = NonNullable<MyMatchupResponse['matchup']>
type LineupSlot = NonNullable<MyMatchup['away']['lineup']>[number]

let lastId = 0

/** A team before its game; what is not named is unknown. */
export function buildMatchupTeam(named: Partial<Matchup['away']> = {}): Matchup['away'] {
  lastId += 1
  return {
    team_id: lastId,
    name: `Team ${lastId}`,
    logo: null,
    score: null,
    proj: null,
    win_chance: null,
    is_mine: false,
    ...named,
  }
}

/** A game of week 12 that has not begun. */
export function buildMatchup(named: Partial<Matchup> = {}): Matchup {
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
    ...named,
  }
}

const WEEK_12 = { last_error: null, season: 2026, week: 12, weeks: [10, 11, 12] }

/** The games of week 12, read a moment ago. */
export function buildScoreboard(named: Partial<Scoreboard> = {}): Scoreboard {
  return { ...WEEK_12, updated_at: new Date().toISOString(), matchups: [], byes: [], ...named }
}

/** A person's game of week 12 without line-ups; what is not named is plain. */
export function buildMyMatchupResponse(
  matchup: Partial<MyMatchup> | null,
  named: Partial<MyMatchupResponse> = {},
) {
  const away = { ...buildMatchupTeam(), lineup: null }
  const home = { ...buildMatchupTeam(), lineup: null }
  return {
    ...WEEK_12,
    updated_at: new Date().toISOString(),
    assigned: true,
    matchup:
      matchup === null ? null : { ...buildMatchup(), week: 12, lineup_week: null, away, home, ...matchup },
    ...named,
  } satisfies MyMatchupResponse
}

/** A place in a line-up; without a name nobody fills it. */
export function buildLineupSlot(
  slot_id: number,
  player: string | null,
  named: Partial<LineupSlot> = {},
): LineupSlot {
  lastId += 1
  const espn_id = player === null ? null : lastId
  return { slot_id, espn_id, player, nfl_team: null, proj: null, actual: null, ...named }
}
