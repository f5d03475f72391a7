import type { ApiResponse } from '../api/api-client.ts'

type Race = ApiResponse<'GET /api/league/:league/insights/race/'>
type TeamRace = Race['teams'][number]
type RaceHistory = ApiResponse<'GET /api/league/:league/insights/race/history/'>

/** A team whose place is open. */
export function buildTeamRace(overrides: Partial<TeamRace> = {}): TeamRace {
  return {
    team_id: 1,
    wins: 3,
    losses: 1,
    ties: 0,
    points_for: 440.5,
    current_seed: 1,
    results_left: 2,
    odds: { playoffs: 0.824, bye: 0, first_seed: 0.5, division: null, title: 0.41 },
    seeds: [0.5, 0.324, 0.176],
    status: 'alive',
    proven: false,
    magic_number: 1,
    label: 'win_and_in',
    scenarios: [],
    host_odds: null,
    ...overrides,
  }
}

/** Three teams after week 4, two places, and two open weeks. */
export function buildRace(overrides: Partial<Race> = {}): Race {
  return {
    season: 2026,
    week: 4,
    scoring_format: 'points',
    unavailable: null,
    odds_unavailable: null,
    formula_version: 2,
    places: 2,
    byes: 0,
    seeding: null,
    remaining_games: [
      { game_id: 51, week: 5, home_team_id: 1, away_team_id: 2 },
      { game_id: 61, week: 6, home_team_id: 2, away_team_id: 3 },
    ],
    model: { runs: 10_000, seed: 77, mean: 110, sigma: 24.12 },
    stakes: [
      {
        game_id: 51,
        week: 5,
        home_team_id: 1,
        away_team_id: 2,
        teams: [
          { team_id: 1, home_wins: 1, away_wins: 0.61 },
          { team_id: 2, home_wins: 0.42, away_wins: 0.9 },
          { team_id: 3, home_wins: 0.58, away_wins: 0.49 },
        ],
      },
    ],
    teams: [
      buildTeamRace(),
      buildTeamRace({
        team_id: 2,
        wins: 2,
        losses: 2,
        current_seed: 2,
        odds: { playoffs: 0.64, bye: 0, first_seed: 0.3, division: null, title: 0.3 },
        magic_number: 2,
        label: 'controls_path',
      }),
      buildTeamRace({
        team_id: 3,
        wins: 1,
        losses: 3,
        current_seed: 3,
        odds: { playoffs: 0.536, bye: 0, first_seed: 0.2, division: null, title: 0.29 },
        magic_number: 3,
        label: 'needs_help',
      }),
    ],
    ...overrides,
  }
}

/** The weeks before the race, of which the last one is that of the race. */
export function buildRaceHistory(overrides: Partial<RaceHistory> = {}): RaceHistory {
  const {
    season,
    week: lastWeek,
    scoring_format,
    unavailable,
    odds_unavailable,
    formula_version,
    teams,
  } = buildRace()
  const weekOf = (week: number, shares: readonly number[]) => ({
    week,
    teams: teams.map(({ team_id, odds }, index) => ({
      team_id,
      status: 'alive' as const,
      odds: odds === null ? null : { ...odds, playoffs: shares[index] ?? 0 },
    })),
  })
  return {
    season,
    week: lastWeek,
    scoring_format,
    unavailable,
    odds_unavailable,
    formula_version,
    weeks: [weekOf(3, [0.7, 0.7, 0.6]), weekOf(4, [0.824, 0.64, 0.536])],
    ...overrides,
  }
}
