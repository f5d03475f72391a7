import {
  GAME_BRACKETS,
  LEAGUE_FILE_FORMAT,
  LEAGUE_FILE_VERSION,
} from '@fieldhouse/domain/interchange/league-file-format'
import { DRAFT_ORDERS, DRAFT_POOLS } from '@fieldhouse/domain/rosters/archive'
import { PUBLIC_STATUSES, TRANSACTION_KINDS } from '@fieldhouse/domain/rosters/transactions'
import { SCORING_FORMATS } from '@fieldhouse/domain/seasons/scoring-format'
import { TIE_BREAKERS } from '@fieldhouse/domain/seasons/season'
import { MAX_GAMES, MAX_TEAMS, MAX_WEEK } from '@fieldhouse/domain/seasons/season-replacement'
import { z } from 'zod'

// The file format in which seasons of any platform are exported and imported. docs/interchange.md explains it, and
// docs/league-file.schema.json is generated from it. Every field that may be unknown may be null or missing.

const MAX_ID = 2_147_483_647

const Text = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'must have at most 200 characters')
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'contains an invalid character')
const Id = z.int('must be a whole number').min(0).max(MAX_ID)
const Week = z.int('must be a whole number').min(0).max(MAX_WEEK)
const Matchup = z.int('must be a whole number').min(0).max(99)
const Count = z.int('must be a whole number').min(0).max(999)
const Year = z.int('must be a year').min(1999).max(2100)
const Instant = z.iso.datetime()

/** Whether a score is a whole number of hundredths, apart from floating-point noise. */
const isExact = (points: number) => Math.abs(points * 100 - Math.round(points * 100)) < 1e-6

const Points = z
  .number('must be a number such as 101.25')
  .min(-100_000)
  .max(100_000)
  .refine(isExact, 'must have at most two decimals')
  .describe('Points with at most two decimals.')

const unknown = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null)

const Player = {
  player_id: unknown(z.int().min(-MAX_ID).max(MAX_ID)).describe(
    "ESPN's ID of the player, or 1,000,000,000 plus Sleeper's. Without an ID, the name and the position identify the player.",
  ),
  player: unknown(Text).describe('The name of the player. For a defense, the name of its NFL team.'),
  position: unknown(Text),
  nfl_team: unknown(Text).describe('The abbreviation of the NFL team, such as KC.'),
}

/** A player has an ID or a name. */
const withName = <Schema extends z.ZodType<{ player_id: number | null; player: string | null }>>(
  schema: Schema,
) =>
  schema.refine((player) => player.player_id !== null || player.player !== null, {
    message: 'must name the player, or give its ID',
    path: ['player'],
  })

const Side = z.strictObject({
  team: Id,
  points: unknown(Points).describe('The score over all weeks of the game; null if it was not played.'),
  weeks: z
    .array(z.strictObject({ week: Week, points: Points }))
    .max(10)
    .default([])
    .describe('The score of each NFL week, if the game lasts several.'),
  adjustment: Points.default(0).describe("A commissioner's correction."),
})

const Game = z.strictObject({
  id: unknown(Id).describe('Numbered from 1 if it is missing.'),
  matchup: Matchup.describe('The matchup of the season, counted from 1. Usually its week.'),
  bracket: unknown(z.enum(GAME_BRACKETS)).describe(
    '`playoffs` is any game after the regular season whose bracket is unknown. null: decided by `regular_season_matchups`.',
  ),
  result: unknown(z.enum(['home', 'away', 'tie', 'undecided', 'not_played'])).describe(
    'null: decided by the points.',
  ),
  home: Side,
  away: Side.nullable().describe('null for a bye.'),
  categories: unknown(z.strictObject({ home: Count, away: Count, ties: Count })).describe(
    'How many categories each side has won, in leagues that play categories.',
  ),
})

const Owner = z.strictObject({
  id: unknown(Text).describe(
    'The account on the platform. Without one, the same name is the same person in every season.',
  ),
  name: Text,
  is_commissioner: z.boolean().default(false),
  is_creator: z.boolean().default(false),
})

const Team = z.strictObject({
  id: Id.describe('Identifies the team within the season.'),
  name: Text,
  abbreviation: unknown(z.string().trim().max(10)),
  logo: unknown(z.string().max(2000)).describe('The https address of a picture.'),
  division: unknown(Id),
  owners: z
    .array(Text)
    .max(10)
    .default([])
    .describe('IDs or names of owners, the primary one first. Empty for a team without an owner.'),
  wins: unknown(Count).describe('Regular season. null: counted from the games.'),
  losses: unknown(Count),
  ties: unknown(Count),
  points_for: unknown(Points),
  points_against: unknown(Points),
  seed: unknown(z.int().min(1).max(99)),
  final_rank: unknown(z.int().min(1).max(99)).describe('1 is the champion.'),
  eliminated_week: unknown(Week).describe(
    'The NFL week after which the team was out. Only with the scoring elimination.',
  ),
})

const Lineup = z.strictObject({
  team: Id,
  points: unknown(Points).describe('null: the sum of the starters.'),
  projected: unknown(Points),
  players: z
    .array(
      withName(
        z.strictObject({
          slot: Text.describe('Such as QB, FLEX, Bench or IR.'),
          ...Player,
          points: unknown(Points),
          projected: unknown(Points),
          injury: unknown(Text),
          eligible: z
            .array(Text)
            .max(30)
            .default([])
            .describe(
              'Every slot that the player can fill. Without one, the position tells, if the starting slots of the file are common ones.',
            ),
        }),
      ),
    )
    .max(100),
  empty_slots: z.array(Text).max(30).default([]),
})

const Pick = withName(
  z.strictObject({
    overall: z.int().min(1).max(5000),
    round: z.int().min(1).max(99),
    in_round: z.int().min(1).max(99),
    team: Id,
    original_team: unknown(Id).describe('The team that had the pick before any trade.'),
    pool: unknown(z.enum(DRAFT_POOLS)).describe('Whom the draft was open to, if not to every player.'),
    order: unknown(z.enum(DRAFT_ORDERS)).describe(
      'How the teams took turns in a later draft of the season, if not as in the first one.',
    ),
    ...Player,
    owner: unknown(Text),
    is_keeper: z.boolean().default(false),
    price: unknown(z.number().min(0).max(1_000_000)).describe('The auction price.'),
  }),
)

const Transaction = z.strictObject({
  id: unknown(Text),
  week: Week.describe('The NFL week in which it takes effect; 0 before week 1.'),
  kind: z.enum(TRANSACTION_KINDS),
  status: z.enum(PUBLIC_STATUSES).default('done'),
  reason: unknown(Text),
  team: unknown(Id),
  owner: unknown(Text),
  is_by_commissioner: z.boolean().default(false),
  proposed_at: unknown(Instant),
  decided_at: unknown(Instant),
  bid: unknown(z.number().min(0).max(1_000_000)),
  moves: z
    .array(withName(z.strictObject({ ...Player, from_team: unknown(Id), to_team: unknown(Id) })))
    .max(100)
    .default([])
    .describe('A move without `from_team` is an add, one without `to_team` a drop.'),
  picks: z
    .array(
      z.strictObject({
        season: Year,
        round: z.int().min(1).max(99),
        original_team: Id,
        from_team: Id,
        to_team: Id,
      }),
    )
    .max(100)
    .default([]),
  budget: z
    .array(z.strictObject({ from_team: Id, to_team: Id, amount: z.number().min(0).max(1_000_000) }))
    .max(20)
    .default([]),
})

export const LeagueFileSeason = z.strictObject({
  season: Year,
  platform: unknown(Text).describe('Where it was played, such as espn, sleeper, yahoo, nfl or cbs.'),
  platform_league_id: unknown(Text),
  name: unknown(Text).describe('The name of the league in that season.'),
  scoring: z.enum(SCORING_FORMATS).default('points'),
  is_finished: z.boolean().default(true),
  is_drafted: z.boolean().default(true),
  drafted_at: unknown(Instant),
  has_rounded_scores: z
    .boolean()
    .default(false)
    .describe('Whether the platform has more decimals than this file, so that sums can differ a little.'),
  has_median_game: unknown(z.boolean()).describe(
    'Whether each team also plays the median score of the week.',
  ),
  is_best_ball: z.boolean().default(false).describe('Whether lineups are set by the platform afterwards.'),
  regular_season_matchups: unknown(z.int().min(0).max(99)),
  playoff_teams: unknown(z.int().min(0).max(99)),
  current_matchup: unknown(z.int().min(0).max(99)),
  current_week: unknown(Week),
  final_week: unknown(Week),
  other_seasons: z.array(Year).max(100).default([]).describe('Other seasons that the league has played.'),
  matchups: z
    .array(z.strictObject({ matchup: Matchup, weeks: z.array(Week).max(10) }))
    .max(99)
    .default([])
    .describe('The NFL weeks of each matchup. Empty: each matchup is the week with its number.'),
  divisions: z
    .array(z.strictObject({ id: Id, name: unknown(Text) }))
    .max(40)
    .default([]),
  tie_breaker: unknown(z.enum(TIE_BREAKERS)),
  is_reseeded: unknown(z.boolean()),
  owners: z.array(Owner).max(400).default([]),
  teams: z.array(Team).min(1).max(MAX_TEAMS),
  games: z.array(Game).max(MAX_GAMES).default([]),
  weekly_scores: z
    .array(z.strictObject({ team: Id, week: Week, points: Points }))
    .max(2500)
    .default([])
    .describe('The scores of a league without matchups, or whose matchups are unknown.'),
  lineups: z
    .array(z.strictObject({ week: Week, teams: z.array(Lineup).max(MAX_TEAMS) }))
    .max(MAX_WEEK + 1)
    .default([]),
  draft: unknown(
    z.strictObject({
      kind: unknown(z.enum(DRAFT_ORDERS)),
      is_complete: z.boolean().default(true),
      picks: z.array(Pick).max(5000),
    }),
  ),
  transactions: z.array(Transaction).max(20_000).default([]),
})

export type LeagueFileSeason = z.infer<typeof LeagueFileSeason>

export const LeagueFile = z.strictObject({
  format: z.literal(LEAGUE_FILE_FORMAT),
  version: z.literal(LEAGUE_FILE_VERSION).describe('The version of the format.'),
  league: unknown(Text).describe('The name of the league.'),
  exported_at: unknown(Instant),
  seasons: z.array(LeagueFileSeason).min(1).max(100),
})

export function leagueFileSchema(): Record<string, unknown> {
  return {
    title: LEAGUE_FILE_FORMAT,
    description: `Seasons of a fantasy football league, version ${LEAGUE_FILE_VERSION}. docs/interchange.md explains it.`,
    ...z.toJSONSchema(LeagueFile, { io: 'input' }),
  }
}
