import { ACQUISITION_KINDS } from '@fieldhouse/domain/rosters/acquisitions'
import { z } from 'zod'
import {
  Freshness,
  Instant,
  MemberText,
  PlayerId,
  ScoringFormat,
  SeasonHeader,
  SeasonQuery,
  SeasonWeekQuery,
  SeasonYear,
  TeamLink,
  TeamPeople,
  TeamRecord,
  TeamUrl,
  WeekNumber,
} from './fields.ts'
import { OwnerSummary } from './history/history.ts'
import { PlayerGame, PlayoffRound } from './matchups.ts'
import { MEMBER_READ, operationsOf } from './operation.ts'
import { GameOutcome, Streak } from './standings.ts'
import { TradedBudget, TradedPick, TransactionSummary } from './transactions.ts'

const { get } = operationsOf('roster')
const standings = operationsOf('standings')

/** A value that no source provided is null. An empty starting slot has neither `espn_id` nor `player`. */
export const RosterRow = z.object({
  /** Unique within one response. */
  id: z.int(),
  /** The provider's player id; negative for a team defense. */
  espn_id: z.int().nullable(),
  player: z.string().nullable(),
  slot_id: z.int(),
  nfl_team: z.string().nullable(),
  /** The NFL opponent; null in a bye week and if the schedule is unknown. */
  opp: z.string().nullable(),
  home_away: z.enum(['@', 'home']).nullable(),
  is_bye: z.boolean(),
  /** Unix time in milliseconds; null until the time is set. */
  kickoff_ts: z.int().nullable(),
  /** null on a bye and if the schedule is unknown. */
  nfl_game: PlayerGame.nullable(),
  proj: z.number().nullable(),
  /** null before the player's game begins. */
  actual: z.number().nullable(),
  /** The provider's status, such as `QUESTIONABLE`; null for a healthy player. */
  injury_status: z.string().nullable(),
  /** The point spread of the player's team: negative for the favorite, 0 for a pick'em. */
  vegas_spread: z.number().nullable(),
  vegas_total: z.number().nullable(),
  /** The weather at the stadium at kickoff, or that the stadium is indoors. */
  weather_desc: z.string().nullable(),
  weather_temp_f: z.number().nullable(),
  weather_icon: z.string().nullable(),
})

export type RosterRow = z.infer<typeof RosterRow>

export const getMyRoster = get('/api/league/:league/me/roster/', {
  summary: "The current user's roster of a week: starters in slot order, bench, injured reserve",
  ...MEMBER_READ,
  cache: { view: 'user', reads: ['league', 'season', 'nfl', 'people'] },
  querystring: SeasonWeekQuery,
  response: Freshness.extend({
    season: z.int(),
    /** Players have neither points nor projections in categories and roto. */
    scoring_format: ScoringFormat,
    /** The NFL week; null if the season has none yet. */
    week: z.int().nullable(),
    /** The NFL weeks that can be requested, in order. */
    weeks: z.array(z.int()),
    /** Empty without a team and before the draft. */
    players: z.array(RosterRow),
    season_note: z.string().nullable(),
    espn_team_id: z.int().nullable(),
    espn_league_id: z.int().nullable(),
    team_url: TeamUrl,
  }),
})

export const TeamGame = z.object({
  /** The provider's matchup period. */
  week: z.int(),
  nfl_weeks: z.array(z.int()),
  game_id: z.int().nullable(),
  /** null in a bye week. */
  opponent: TeamLink.extend({
    record: TeamRecord.nullable(),
    rank: z.int().nullable(),
  }).nullable(),
  is_home: z.boolean(),
  is_playoff: z.boolean(),
  /** null in the regular season, and in playoffs whose bracket is unknown. */
  round: PlayoffRound.nullable(),
  state: z.enum(['before', 'live', 'final', 'not_played']),
  result: GameOutcome.nullable(),
  /** null before the game begins, in a bye week and in category leagues. */
  score: z.number().nullable(),
  opponent_score: z.number().nullable(),
  /** The categories that the team has won, lost and tied; null unless the league plays in categories. */
  categories: TeamRecord.nullable(),
})

export type TeamGame = z.infer<typeof TeamGame>

export const TeamTransaction = TransactionSummary.extend({
  decided_at: Instant.nullable(),
  proposed_at: Instant.nullable(),
  /** The other teams of a trade; empty otherwise. */
  other_teams: z.array(TeamLink),
  /** Empty if only the response to a trade is known. */
  moves: z.array(
    z.object({
      espn_id: z.int(),
      player: z.string(),
      /** null for free agency. */
      from_team_id: z.int().nullable(),
      /** null for free agency. */
      to_team_id: z.int().nullable(),
    }),
  ),
  /**
   * The draft picks and the budget of a trade; empty otherwise, and if the provider has none. Missing in responses that
   * a page cached before they were added.
   */
  picks: z.array(TradedPick).optional(),
  budget: z.array(TradedBudget).optional(),
})

export type TeamTransaction = z.infer<typeof TeamTransaction>

export const TeamPage = z.object({
  ...TeamLink.shape,
  abbrev: z.string(),
  ...TeamPeople,
  /** The primary owner in the league's history; null for a team without an owner. */
  owner: OwnerSummary.nullable(),
  /** The championships of the primary owner, oldest first. Empty for a team without an owner. */
  titles: z.array(z.object({ season: z.int(), name: z.string() })),
  /** Regular season only, as are the points and the streak. null if unknown. */
  record: TeamRecord.nullable(),
  /** The final rank, or until there is one the playoff seed; without matchups, the rank by points. null before both. */
  rank: z.int().nullable(),
  /** The playoff seed; null until the provider assigns seeds. */
  seed: z.int().nullable(),
  /** null before the first game, and in leagues without matchups. */
  streak: Streak.nullable(),
  /** At most five finished games, oldest first, playoffs included. */
  last_five: z.array(z.object({ week: z.int(), game_id: z.int(), result: GameOutcome })),
  points_for: z.number().nullable(),
  points_against: z.number().nullable(),
  /** null before the first game, and in leagues without matchups in points. */
  points_per_game: z.number().nullable(),
})

export type TeamPage = z.infer<typeof TeamPage>

export const getTeam = standings.get('/api/league/:league/teams/:team/', {
  summary: 'A team of a season: record, schedule, roster of a week and transactions',
  ...MEMBER_READ,
  errors: ['team_not_found'],
  cache: { view: 'league', reads: ['league', 'season', 'people', 'nfl', 'news'] },
  /** `week` is the NFL week of the roster. Both default to the current ones. */
  querystring: z.object({ season: SeasonYear.optional(), week: WeekNumber.optional() }),
  /** `seasons` are those that have a team with this ID. Its owner can differ from season to season. */
  response: SeasonHeader.extend({
    is_finished: z.boolean(),
    espn_league_id: z.int().nullable(),
    team_url: TeamUrl,
    team: TeamPage,
    /**
     * The score of each completed NFL week with a game, in order, and the average of all teams with a game in that
     * week. Empty in leagues that do not play for points.
     */
    weekly_points: z.array(z.object({ week: z.int(), points: z.number(), league_average: z.number() })),
    /** In order. Empty in leagues without matchups, and if only the standings of the season are stored. */
    schedule: z.array(TeamGame),
    roster: z.object({
      /** The NFL week; null if the season has none yet. */
      week: z.int().nullable(),
      /** The NFL weeks with stored lineups, in order. Empty if none are stored. */
      weeks: z.array(z.int()),
      /** Starters in slot order, bench, injured reserve. Empty if the team's lineup of the week is not stored. */
      players: z.array(RosterRow),
    }),
    /**
     * Newest first; null if no transactions of the season are stored. Without pending, canceled and declined ones,
     * which the provider shows only to the teams concerned.
     */
    transactions: z.array(TeamTransaction).nullable(),
  }),
})

const RosteredPlayer = z.object({
  espn_id: z.int(),
  player: z.string(),
  position: z.string().nullable(),
  nfl_team: z.string().nullable(),
})

const BlockPlayer = RosteredPlayer.extend({
  /** `untouchable`: the team does not give him away. Only a provider says so. */
  status: z.enum(['offered', 'untouchable']),
  note: z.string(),
  /** Where he is marked: by the manager here, or at the provider. */
  marked_by: z.enum(['manager', 'provider']),
})

export const getTradeBlock = standings.get('/api/league/:league/trade-block/', {
  summary: 'The players that the teams of the newest season offer or keep from trades',
  ...MEMBER_READ,
  cache: { view: 'user', reads: ['league', 'season', 'people'] },
  response: Freshness.extend({
    season: z.int(),
    /** Nobody offers players of a finished season: `teams` is empty then. */
    is_finished: z.boolean(),
    my_team_id: z.int().nullable(),
    /** The players that the user may offer, in roster order. */
    my_players: z.array(RosteredPlayer),
    /** The teams with a marked player, the user's first, then by name. */
    teams: z.array(TeamLink.extend({ players: z.array(BlockPlayer) })),
  }),
})

export const saveTradeBlock = standings.post('/api/league/:league/me/trade-block/', {
  summary: "Offers a player of the current user's team to the others, or takes him off the trade block",
  access: 'member',
  errors: ['team_not_found', 'player_not_found'],
  body: z.object({
    espn_id: PlayerId,
    /** What the team looks for. null takes the player off the trade block. */
    note: z
      .union([z.null(), MemberText.trim().max(140, 'Note must be 140 characters or fewer.')])
      .default(null),
  }),
})

export const PlayerWeek = z.object({
  /** NFL week. */
  week: z.int(),
  team_id: z.int(),
  slot_id: z.int(),
  is_starter: z.boolean(),
  /** null in a bye week, before the game, if the player did not play, and in leagues that do not play for points. */
  points: z.number().nullable(),
  /** null without a projection, and in leagues that do not play for points. */
  proj: z.number().nullable(),
  /** The player's NFL team in that week; null without a team. */
  nfl_team: z.string().nullable(),
  /** The NFL opponent; null in a bye week and if the schedule is unknown. */
  opp: z.string().nullable(),
  home_away: z.enum(['@', 'home']).nullable(),
})

export type PlayerWeek = z.infer<typeof PlayerWeek>

/** How a team got the player. `other` is any other change, such as a league manager's correction. */
export const Acquisition = z.object({
  how: z.enum(ACQUISITION_KINDS),
  team_id: z.int(),
  from_team_id: z.int().nullable(),
  /** NFL week in which it took effect; 0 before week 1, null for a draft. */
  week: z.int().nullable(),
  /** null for a draft, and if unknown. */
  at: Instant.nullable(),
  /** The bid of a waiver claim or the price in an auction draft; null without one. */
  bid: z.number().nullable(),
  /** The draft pick, counted from 1 over all rounds; null without one. */
  pick: z.int().nullable(),
  round: z.int().nullable(),
})

export const getPlayer = get('/api/league/:league/players/:player/', {
  summary:
    'An NFL player or team defense in the league: this week, the stored weeks of a season, and the team',
  ...MEMBER_READ,
  errors: ['player_not_found'],
  cache: { view: 'league', reads: ['league', 'season', 'people', 'nfl', 'news'] },
  /** `season` defaults to the newest one with a lineup that contains the player. */
  querystring: SeasonQuery,
  /** `seasons` are those with a stored lineup that contains the player. */
  response: SeasonHeader.extend({
    /** The provider's player ID; negative for a team defense. */
    espn_id: z.int(),
    player: z.string(),
    /** Such as `WR` or `D/ST`; null if unknown. */
    position: z.string().nullable(),
    /** The NFL week of `this_week` and `team`; null if the season has none yet. In a past season, its last week. */
    week: z.int().nullable(),
    /** Projection, points and injury status are only known for a player in a lineup of the league. */
    this_week: RosterRow.omit({ id: true, espn_id: true, player: true, slot_id: true }),
    /** The team that has the player in the week; null if none has, and if the lineups of the week are not stored. */
    team: z
      .object({
        team_id: z.int(),
        slot_id: z.int(),
        acquisition: Acquisition.nullable(),
      })
      .nullable(),
    /** Whether the lineups of the week are stored, so that a player without a team is a free agent. */
    has_lineups: z.boolean(),
    /** Every team named in the response, by ID. */
    teams: z.array(
      TeamLink.extend({
        ...TeamPeople,
      }),
    ),
    /** The stored weeks of the season in which a team had the player, in order. */
    games: z.array(PlayerWeek),
    /** Every acquisition in the season that is stored, oldest first. */
    acquisitions: z.array(Acquisition),
  }),
})
