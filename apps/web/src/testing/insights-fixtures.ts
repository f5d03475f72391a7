import type { ApiResponse } from '../api/api-client.ts'
import { buildStanding } from './standings-fixtures.ts'

type Standings = ApiResponse<'GET /api/league/:league/standings/'>
type Luck = ApiResponse<'GET /api/league/:league/insights/luck/'>
type TeamLuck = Luck['teams'][number]

/** Three teams; the reader has the second one. */
export function buildStandings(overrides: Partial<Standings> = {}): Standings {
  return {
    season: 2026,
    playoff_teams: 2,
    is_finished: false,
    scoring_format: 'points',
    updated_at: new Date().toISOString(),
    last_error: null,
    standings: ['Larks', 'Owls', 'Herons'].map((name, index) =>
      buildStanding({ team_id: index + 1, name, rank: index + 1, is_mine: index === 1 }),
    ),
    ...overrides,
  }
}

/** A team with one win more than its scores deserved, after three weeks. */
export function buildTeamLuck(overrides: Partial<TeamLuck> = {}): TeamLuck {
  return {
    team_id: 1,
    record: { wins: 2, losses: 0, ties: 1 },
    all_play: { wins: 4, losses: 4, ties: 1 },
    all_play_rate: 0.5,
    expected_wins: 1.5,
    luck: 1,
    standard_deviation: 0.527,
    unusualness: 1.897,
    schedule: { played: 1.25, remaining: -2, opponents_all_play_rate: 0.5 },
    scores: {
      weeks: 3,
      standard_deviation: 15.43,
      volatility: 19.66,
      median: 99.9,
      floor: 96.4,
      ceiling: 124.1,
      boom: 1,
      bust: 0,
    },
    weeks: [
      { week: 1, points: 99.9, opponent_id: 2, opponent_points: 99.9, result: 0.5, rate: 0.167, luck: 0.333 },
      { week: 2, points: 130.2, opponent_id: 3, opponent_points: 88, result: 1, rate: 1, luck: 0 },
      { week: 3, points: 95.5, opponent_id: 2, opponent_points: 90, result: 1, rate: 0.333, luck: 0.667 },
    ],
    ...overrides,
  }
}

export function buildLuck(overrides: Partial<Luck> = {}): Luck {
  return {
    season: 2026,
    week: 3,
    scoring_format: 'points',
    unavailable: null,
    has_median_games: false,
    teams: [
      buildTeamLuck(),
      buildTeamLuck({
        team_id: 2,
        luck: -0.667,
        expected_wins: 1.667,
        record: { wins: 1, losses: 2, ties: 0 },
      }),
      buildTeamLuck({ team_id: 3, luck: -0.333, expected_wins: 1.333 }),
    ],
    ...overrides,
  }
}

type Power = ApiResponse<'GET /api/league/:league/insights/power/'>

/** The composite ranking after the third of three weeks. */
export function buildPower(overrides: Partial<Power> = {}): Power {
  const header = { season: 2026, week: 3, scoring_format: 'points', unavailable: null } as const
  const rows = [
    [3, 1, 2, 57.2, [6.2, -1.5, 2.5]],
    [2, 2, 1, 50, [1, -1, 0]],
    [1, 3, 3, 42.8, [-7.2, 2.5, -2.5]],
  ] as const
  return {
    ...header,
    formula: 'composite',
    weights: { points: 0.35, recent_points: 0.25, roster: 0.2, win_rate: 0.2 },
    teams: rows.map(([teamId, rank, previous, score, [points, recent, winRate]]) => ({
      team_id: teamId,
      rank,
      previous_rank: previous,
      score,
      parts: { points, recent_points: recent, win_rate: winRate },
      history: [
        { week: 1, rank: previous, score: 50 },
        { week: 2, rank: previous, score: 50 },
        { week: 3, rank, score },
      ],
    })),
    ...overrides,
  }
}

type ScheduleSwap = ApiResponse<'GET /api/league/:league/insights/schedule-swap/'>

export function buildScheduleSwap(overrides: Partial<ScheduleSwap> = {}): ScheduleSwap {
  const rows = [
    [1, [2, 3, 1]],
    [2, [0, 1, 2]],
    [3, [1, 1, 2]],
  ] as const
  return {
    season: 2026,
    week: 3,
    scoring_format: 'points',
    unavailable: null,
    teams: rows.map(([teamId, wins]) => ({
      team_id: teamId,
      records: wins.map((won, index) => ({ schedule_of: index + 1, wins: won, losses: 3 - won, ties: 0 })),
      best: Math.max(...wins),
      worst: Math.min(...wins),
      mean: wins.reduce<number>((sum, won) => sum + won, 0) / 3,
      better: wins.filter((won) => won > (wins[teamId - 1] ?? 0)).length,
    })),
    ...overrides,
  }
}

type Lineups = ApiResponse<'GET /api/league/:league/insights/lineups/'>
type Review = NonNullable<Lineups['teams'][number]['lineup']>
type SeasonEfficiency = Lineups['teams'][number]['season']

/** A lineup that lost, with a better player for the flex slot and a starter who fits there less well. */
export function buildLineupReview(overrides: Partial<Review> = {}): Review {
  const [ada, bo, cy] = [
    ['Ada Fleet', 'QB', 24.3],
    ['Bo Marsh', 'RB', 3.2],
    ['Cy Dell', 'WR', 15],
  ].map(([name, position, points], index) => ({ player_id: index + 1, name, position, points })) as [
    Review['to_start'][number],
    Review['to_start'][number],
    Review['to_start'][number],
  ]
  return {
    actual: 27.5,
    optimal: 39.3,
    left_on_bench: 11.8,
    efficiency: 27.5 / 39.3,
    to_start: [cy],
    to_bench: [bo],
    slots: [
      { slot_id: 0, started: ada, best: ada },
      { slot_id: 23, started: bo, best: cy },
    ],
    would_have_won: true,
    ...overrides,
  }
}

export function buildSeasonEfficiency(overrides: Partial<SeasonEfficiency> = {}): SeasonEfficiency {
  return {
    weeks: 3,
    actual: 270,
    optimal: 300,
    left_on_bench: 30,
    efficiency: 0.9,
    perfect_lineups: 1,
    would_have_won: 2,
    lost_anyway: 0,
    ...overrides,
  }
}

/** The lineups of NFL week 3; the third team has none. */
export function buildLineups(overrides: Partial<Lineups> = {}): Lineups {
  const none = { weeks: 0, actual: 0, optimal: 0, left_on_bench: 0, efficiency: null }
  const perfect = { efficiency: 1, left_on_bench: 0, would_have_won: 0, perfect_lineups: 3, lost_anyway: 1 }
  return {
    season: 2026,
    week: 3,
    scoring_format: 'points',
    unavailable: null,
    nfl_week: 3,
    nfl_weeks: [1, 2, 3],
    teams: [
      { team_id: 1, season: buildSeasonEfficiency(), lineup: buildLineupReview() },
      { team_id: 2, season: buildSeasonEfficiency(perfect), lineup: null },
      { team_id: 3, season: buildSeasonEfficiency(none), lineup: null },
    ],
    ...overrides,
  }
}
