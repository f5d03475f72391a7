import type { Answer } from '../api/call.ts'

type Scoreboard = Answer<'GET /api/league/:league/scoreboard/'>
type Matchup = Scoreboard['matchups'][number]
type MatchupAnswer = Answer<'GET /api/league/:league/me/matchup/'>
type MyMatchup = NonNullable<MatchupAnswer['matchup']>
type LineupSpot = NonNullable<MyMatchup['away']['lineup']>[number]

let lastId = 0

/** A team before its game; what is not named is unknown. */
export function aMatchupTeam(named: Partial<Matchup['away']> = {}): Matchup['away'] {
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
export function aMatchup(named: Partial<Matchup> = {}): Matchup {
  lastId += 1
  return {
    id: lastId,
    status: 'Not started',
    state: 'before',
    result: null,
    is_playoff: false,
    nfl_weeks: [12],
    away: aMatchupTeam(),
    home: aMatchupTeam(),
    ...named,
  }
}

const WEEK_12 = { last_error: null, season: 2026, week: 12, weeks: [10, 11, 12] }

/** The games of week 12, read a moment ago. */
export function aScoreboard(named: Partial<Scoreboard> = {}): Scoreboard {
  return { ...WEEK_12, updated_at: new Date().toISOString(), matchups: [], byes: [], ...named }
}

/** A person's game of week 12 without line-ups; what is not named is plain. */
export function aMatchupAnswer(matchup: Partial<MyMatchup> | null, named: Partial<MatchupAnswer> = {}) {
  const away = { ...aMatchupTeam(), lineup: null }
  const home = { ...aMatchupTeam(), lineup: null }
  return {
    ...WEEK_12,
    updated_at: new Date().toISOString(),
    assigned: true,
    matchup: matchup === null ? null : { ...aMatchup(), week: 12, lineup_week: null, away, home, ...matchup },
    ...named,
  } satisfies MatchupAnswer
}

/** A place in a line-up; without a name nobody fills it. */
export function aSpot(slot_id: number, player: string | null, named: Partial<LineupSpot> = {}): LineupSpot {
  lastId += 1
  const espn_id = player === null ? null : lastId
  return { slot_id, espn_id, player, nfl_team: null, proj: null, actual: null, ...named }
}
