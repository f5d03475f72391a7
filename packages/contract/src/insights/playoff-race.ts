import { TIE_BREAKERS } from '@fieldhouse/domain/seasons/season'
import { z } from 'zod'
import { GameId, SeasonQuery, TeamRecordOrNull } from '../fields.ts'
import { WHAT_IF } from '../limits.ts'
import { operationsOf } from '../operation.ts'
import { INSIGHTS, InsightsHeader, InsightsUnavailable } from './insights.ts'

const { get, post } = operationsOf('standings')

const RaceOdds = z.object({
  playoffs: z.number(),
  bye: z.number(),
  first_seed: z.number(),
  division: z.number().nullable(),
  title: z.number(),
})

const RaceStatus = z.enum([
  'clinched_first',
  'clinched_bye',
  'clinched_division',
  'clinched',
  'clinched_no_bye',
  'eliminated',
  'alive',
])

const RaceTeam = TeamRecordOrNull.extend({
  team_id: z.int(),
  points_for: z.number().nullable(),
  /** The seed by the standings so far, counted from 1. */
  current_seed: z.int(),
  /** Games and median results left. */
  results_left: z.int(),
  /** Shares of the simulated seasons, 0 to 1; null before there are odds. */
  odds: RaceOdds.nullable(),
  /** The share of each seed, the first one first; null before there are odds. */
  seeds: z.array(z.number()).nullable(),
  /** What is proven whatever happens in the remaining games. */
  status: RaceStatus,
  proven: z.boolean(),
  /** How many more wins make a place certain; null in a league with divisions. */
  magic_number: z.int().nullable(),
  /** What the next game means for a team whose place is open. */
  label: z
    .enum(['win_and_in', 'win_both_and_in', 'must_win', 'must_not_lose', 'controls_path', 'needs_help'])
    .nullable(),
  /** Sentences about what makes the place certain; in the last week only. */
  scenarios: z.array(z.string()),
  /** What the host says; null if it says nothing. */
  host_odds: z.number().nullable(),
})

const RaceHeader = InsightsHeader.extend({
  /** As for other insights, also `no_playoffs` and `too_many_teams` (more than 30). */
  unavailable: z.enum([...InsightsUnavailable.options, 'no_playoffs', 'too_many_teams']).nullable(),
  /** Why there are no odds: before week 3, without a published schedule, or with scores that never differ. */
  odds_unavailable: z.enum(['too_early', 'no_schedule', 'no_variation']).nullable(),
  /** Changes when the formulas do. */
  formula_version: z.int(),
})

const RaceResponse = RaceHeader.extend({
  places: z.int(),
  byes: z.int(),
  /** How the league seeds its playoffs; null if the season is not stored. */
  seeding: z
    .object({
      /** What decides first between teams with the same record; the provider's default if not stored. */
      tie_breaker: z.enum(TIE_BREAKERS),
      /** Whether the best seed left always plays the worst one; null if not stored. */
      is_reseeded: z.boolean().nullable(),
      /** The winners of divisions are seeded first. Empty in a league with a single division. */
      divisions: z.array(z.object({ name: z.string().nullable(), team_ids: z.array(z.int()) })),
    })
    .nullable(),
  /** The open games of the regular season, in order. */
  remaining_games: z.array(
    z.object({ game_id: z.int(), week: z.int(), home_team_id: z.int(), away_team_id: z.int() }),
  ),
  model: z
    .object({
      runs: z.int(),
      seed: z.int(),
      /** The mean of the weekly scores, and their standard deviation around the strength of a team. */
      mean: z.number(),
      sigma: z.number(),
    })
    .nullable(),
  /**
   * The games of the next week, with the odds of each team to make the playoffs after either result: its share of the
   * simulated seasons with that result, or null if these are too few.
   */
  stakes: z.array(
    z.object({
      game_id: z.int(),
      week: z.int(),
      home_team_id: z.int(),
      away_team_id: z.int(),
      teams: z.array(
        z.object({
          team_id: z.int(),
          home_wins: z.number().nullable(),
          away_wins: z.number().nullable(),
        }),
      ),
    }),
  ),
  teams: z.array(RaceTeam),
})

export const getPlayoffRace = get('/api/league/:league/insights/race/', {
  summary: 'The race for the playoffs: what is certain, odds, and what each team needs',
  ...INSIGHTS,
  errors: ['busy'],
  querystring: SeasonQuery,
  response: RaceResponse,
})

/** In the playoffs and afterwards, the last week has the odds from before them. */
export const getRaceHistory = get('/api/league/:league/insights/race/history/', {
  summary: 'The odds after each completed week of a season, from the third one on',
  ...INSIGHTS,
  errors: ['busy'],
  querystring: SeasonQuery,
  response: RaceHeader.extend({
    weeks: z.array(
      z.object({
        week: z.int(),
        teams: z.array(z.object({ team_id: z.int(), status: RaceStatus, odds: RaceOdds.nullable() })),
      }),
    ),
  }),
})

/** Stores nothing. */
export const playWhatIf = post('/api/league/:league/insights/what-if/', {
  summary: 'The race for the playoffs with results of remaining games that the reader picks',
  access: 'member',
  errors: ['busy'],
  limits: WHAT_IF,
  body: SeasonQuery.extend({
    /** Games that are not open are ignored, because they may have become final in the meantime. */
    picks: z
      .array(z.object({ game_id: GameId, winner: z.enum(['home', 'away', 'tie']) }))
      .max(300, 'At most 300 games can be picked.'),
  }),
  response: RaceResponse,
})
