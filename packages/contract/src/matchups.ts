import { z } from 'zod'
import {
  Freshness,
  Instant,
  ScoringFormat,
  SeasonHeader,
  SeasonPeriodQuery,
  SeasonQuery,
  TeamLink,
  TeamPeople,
  TeamRecord,
} from './fields.ts'
import { MEMBER_READ, operationsOf } from './operation.ts'

const { get } = operationsOf('matchups')

/** The NFL game of a player's team, as the scoreboard last reported it. */
export const PlayerGame = z.object({
  phase: z.enum(['scheduled', 'playing', 'halftime', 'delayed', 'final', 'postponed', 'canceled']),
  /** Unix time in milliseconds; null until the time is set. */
  kickoff_ts: z.int().nullable(),
  home_team: z.string(),
  away_team: z.string(),
  home_score: z.int().nullable(),
  away_score: z.int().nullable(),
  /** The quarter, 1 to 4; 5 and more in overtime. null before the game and if unknown. */
  period: z.int().nullable(),
  /** Seconds left in the period; null before the game and if unknown. */
  clock_seconds: z.int().nullable(),
  /** Whether the player's team has the ball within 20 yards of the end zone. Always false for a defense. */
  is_red_zone: z.boolean(),
  /** When the scoreboard reported the game, as Unix time in milliseconds; null if it has not. */
  observed_ts: z.int().nullable(),
})

export type PlayerGame = z.infer<typeof PlayerGame>

/** A change of an NFL game. `is_red_zone` is about the team with the ball, null for neither. */
export const NflGameUpdate = PlayerGame.extend({ ball_team: z.string().nullable() })

export type NflGameUpdate = z.infer<typeof NflGameUpdate>

/** The starter with the most points of a side in the week of its lineup. */
export const TopScorer = z.object({ espn_id: z.int(), player: z.string(), points: z.number() })

export type TopScorer = z.infer<typeof TopScorer>

/** A round of the playoffs, such as 'Semifinal', and the bracket that the game belongs to. */
export const PlayoffRound = z.object({
  name: z.string(),
  bracket: z.enum(['championship', 'third_place', 'consolation']),
})

export const MatchupTeam = TeamLink.extend({
  /** null before the game begins, and in category leagues. */
  score: z.number().nullable(),
  /**
   * The projected final score. In a game over several NFL weeks, the projection of the current week. null if
   * unknown and after the game is decided.
   */
  proj: z.number().nullable(),
  /** Estimated win probability, 0 to 1; null without projections and in a game over several NFL weeks. */
  win_chance: z.number().nullable(),
  /** The categories that the team has won, lost and tied; null unless the league plays in categories. */
  categories: TeamRecord.nullable(),
  /**
   * The starters who can still score in the NFL week of the lineups, without those who are out or on bye. null without
   * lineups or an NFL schedule, after the game is decided, and while a later NFL week of the game is to come.
   */
  remaining: z.object({ yet_to_play: z.int(), in_play: z.int(), minutes_left: z.int() }).nullable(),
  is_mine: z.boolean(),
  // The fields below are missing in responses that a page cached before they were added.
  /** The record in the season's regular season so far, not as of the week of the game; null if unknown. */
  record: TeamRecord.nullable().optional(),
  /** The playoff seed; null until the provider assigns seeds. */
  seed: z.int().nullable().optional(),
  /** null before a starter scores, without a stored lineup and in leagues without points. */
  top_scorer: TopScorer.nullable().optional(),
})

export type MatchupTeam = z.infer<typeof MatchupTeam>

export const matchupSchema = <Team extends z.ZodType>(team: Team) =>
  z.object({
    id: z.int(),
    /** A display text, such as 'Final'. */
    status: z.string(),
    state: z.enum(['before', 'live', 'final', 'not_played']),
    /** The provider's result, which can differ from the scores; null until the game is decided. */
    result: z.enum(['home', 'away', 'tie']).nullable(),
    is_playoff: z.boolean(),
    /** null in the regular season, and in playoffs whose bracket is unknown. Missing in older cached responses. */
    round: PlayoffRound.nullable().optional(),
    /** The NFL weeks of the game. Some playoff games span more than one. */
    nfl_weeks: z.array(z.int()),
    away: team,
    home: team,
  })

export const Matchup = matchupSchema(MatchupTeam)

export type Matchup = z.infer<typeof Matchup>

const MatchupWeek = Freshness.extend({
  season: z.int(),
  scoring_format: ScoringFormat,
  /**
   * The provider's matchup period, which is not always an NFL week; null if the season has none yet. In a total points
   * league, the NFL week.
   */
  week: z.int().nullable(),
  /** The weeks that can be requested, in order. */
  weeks: z.array(z.int()),
  /**
   * Whether `proj` and `win_chance` are estimated from the league's own scores, because the provider does not project
   * the week. Missing in older cached responses.
   */
  is_estimated: z.boolean().optional(),
})

const TeamIdentity = MatchupTeam.pick({ team_id: true, name: true, logo: true, color: true, is_mine: true })

const WeeklyTeamScore = TeamIdentity.extend({ score: z.number() })

export const getScoreboard = get('/api/league/:league/scoreboard/', {
  summary:
    "The matchups of a week, the current user's first, then the championship and the other playoff games",
  ...MEMBER_READ,
  cache: { view: 'user', reads: ['league', 'season', 'nfl', 'people'] },
  querystring: SeasonPeriodQuery,
  response: MatchupWeek.extend({
    matchups: z.array(Matchup),
    byes: z.array(TeamIdentity),
    /** Teams that are not on bye and have no game, such as eliminated ones. Empty for weeks to come. */
    no_game: z.array(TeamIdentity),
    /** The points of each team in the week of a total points league, most points first. */
    scores: z.array(WeeklyTeamScore),
  }),
})

/** A lineup slot in a week and the player in it. An empty slot has no player. */
export const LineupSpot = z.object({
  slot_id: z.int(),
  espn_id: z.int().nullable(),
  player: z.string().nullable(),
  nfl_team: z.string().nullable(),
  proj: z.number().nullable(),
  /** null before the player's game begins. */
  actual: z.number().nullable(),
  /** The provider's status, such as `QUESTIONABLE`; null for a healthy player. */
  injury_status: z.string().nullable(),
  is_bye: z.boolean(),
  /** null on a bye and if the schedule is unknown. */
  nfl_game: PlayerGame.nullable(),
})

export type LineupSpot = z.infer<typeof LineupSpot>

/** Starters in slot order, then bench and reserve; null if lineups are not stored. */
const Lineup = z.array(LineupSpot).nullable()

const LineupWeek = {
  /** The provider's matchup period. */
  week: z.int(),
  /** The NFL week of the lineups; null if none are stored. */
  lineup_week: z.int().nullable(),
}

export const MyMatchup = matchupSchema(MatchupTeam.extend({ lineup: Lineup })).extend(LineupWeek)

export const getMyMatchup = get('/api/league/:league/me/matchup/', {
  summary: "The current user's matchup of a week, with both lineups",
  ...MEMBER_READ,
  cache: { view: 'user', reads: ['league', 'season', 'nfl', 'people'] },
  querystring: SeasonPeriodQuery,
  response: MatchupWeek.extend({
    assigned: z.boolean(),
    /** null without a team, in a bye week and before the season has games. */
    matchup: MyMatchup.nullable(),
    /** Why the user's team has no matchup; null with a matchup, without a team, and if the week isn't scheduled. */
    no_matchup: z.enum(['bye', 'no_game']).nullable(),
  }),
})

/** A team in a matchup that anybody in the league can open. */
const LeagueMatchupTeam = MatchupTeam.omit({ is_mine: true })
  .required()
  .extend({
    rank: z.int().nullable(),
    ...TeamPeople,
    lineup: Lineup,
  })

export const LeagueMatchup = matchupSchema(LeagueMatchupTeam).required().extend(LineupWeek)

export type LeagueMatchup = z.infer<typeof LeagueMatchup>

export const getMatchup = get('/api/league/:league/games/:season/:week/:game/', {
  summary: 'Any game of the league, live, finished or to come, with both lineups',
  ...MEMBER_READ,
  errors: ['game_not_found'],
  cache: { view: 'league', reads: ['league', 'season', 'nfl', 'people'] },
  /** `week` is the matchup period of the game. */
  response: SeasonHeader.extend({
    /** The matchup periods of the season that have games, in order. */
    weeks: z.array(z.int()),
    /** As in the scoreboard. */
    is_estimated: z.boolean().optional(),
    matchup: LeagueMatchup,
    /** The games of the week before and after this one, in the scoreboard's order; null at either end. */
    previous_game: z.int().nullable(),
    next_game: z.int().nullable(),
    /**
     * Every game between the two, oldest first, this one included: those of the two teams in this season, and in
     * other seasons the finished games for points between their owners.
     */
    meetings: z.array(z.object({ season: z.int(), week: z.int(), game_id: z.int() })),
  }),
})

const TimelinePoint = z.object({
  /** A whole minute. */
  at: Instant,
  state: z.enum(['before', 'live', 'final']),
  /** 0 before the game begins. */
  home_score: z.number(),
  away_score: z.number(),
  /** The home team's win probability, 0 to 1. Only after the game is decided exactly 0, 0.5 or 1. */
  home_win_chance: z.number(),
})

export const getMatchupTimeline = get('/api/league/:league/games/:season/:week/:game/timeline/', {
  summary: 'How the scores and the win probability of a game changed while it was played',
  ...MEMBER_READ,
  errors: ['game_not_found'],
  cache: { view: 'league', reads: ['league', 'season'] },
  response: Freshness.extend({
    season: z.int(),
    week: z.int(),
    game_id: z.int(),
    /**
     * In order: the last one before kickoff, one for each change with at most one per minute, and the result.
     * Empty for games that were not followed live, for games over several NFL weeks and in leagues without points.
     * After the game, there are fewer.
     */
    points: z.array(TimelinePoint),
    /** null for fewer than three points. */
    facts: z
      .object({
        /** When the other team became the favorite. */
        lead_changes: z.array(Instant),
        /** The largest change of the home team's win probability between two points. */
        largest_swing: z.object({ at: Instant, change: z.number() }),
        /** When the winner's probability was lowest. null until the game is decided, and after a tie. */
        comeback: z
          .object({ winner: z.enum(['home', 'away']), at: Instant, win_chance: z.number() })
          .nullable(),
      })
      .nullable(),
  }),
})

const PairingSide = z.object({
  team_id: z.int(),
  /** The score over all weeks of the pairing; null before it begins, and in category leagues. */
  score: z.number().nullable(),
})

/** A playoff matchup of two teams. A pairing over several matchup periods has a game in each. */
export const Pairing = z.object({
  round: PlayoffRound,
  games: z.array(z.object({ week: z.int(), game_id: z.int() })),
  state: z.enum(['before', 'live', 'final']),
  home: PairingSide,
  away: PairingSide,
  /** The team that advanced or won; null until that is decided, and after a tie that decides nothing. */
  winner_team_id: z.int().nullable(),
})

export type Pairing = z.infer<typeof Pairing>

/** The teams that a side of a projected pairing can be, best seed first; one if it is known. Never empty. */
const ProjectedSide = z.object({ team_ids: z.array(z.int()) })

/** A pairing of the championship that the provider has not set, and that has no game yet. */
export const ProjectedPairing = z.object({
  round: PlayoffRound,
  /** The better seed first. */
  sides: z.array(ProjectedSide).length(2),
})

const Projection = z.object({
  pairings: z.array(ProjectedPairing),
  /** The teams that would advance without a game, best seed first. */
  byes: z.array(z.int()),
})

export const BracketRound = z.object({
  name: z.string(),
  /** The matchup periods of the round, in order. */
  weeks: z.array(z.int()),
  /** The NFL weeks of the round, in order; empty if the calendar is unknown. */
  nfl_weeks: z.array(z.int()),
  /** Empty for a round whose teams are not known yet. */
  championship: z.array(Pairing),
  /** The teams that advance without a game, best seed first. */
  byes: z.array(z.int()),
  /**
   * What the provider has not set in a running season, as the seeds so far and the finished games give it. Empty if
   * nothing is missing, before the first week is completed, and if the settings for it are unknown. Missing in
   * responses that a page cached before it was added.
   */
  projected: Projection.optional(),
  /** The game for third place first. */
  consolation: z.array(Pairing),
})

export type BracketRound = z.infer<typeof BracketRound>

const BracketTeam = TeamLink.extend({
  /** The playoff seed; before the playoffs, the seed by the standings so far. null if unknown. */
  seed: z.int().nullable(),
  ...TeamPeople,
})

export const getBracket = get('/api/league/:league/insights/bracket/', {
  summary: "The provider's playoff bracket of a season, with the consolation games",
  ...MEMBER_READ,
  cache: { view: 'league', reads: ['league', 'season', 'people'] },
  querystring: SeasonQuery,
  response: SeasonHeader.extend({
    /**
     * `unknown`: no bracket is stored, such as in a season with standings only, or the stored playoff games do not
     * show who plays for the championship. `before`: the playoffs have not begun.
     */
    status: z.enum(['unknown', 'before', 'in_progress', 'finished']),
    /** False if the league's settings have no playoffs in this season. */
    has_playoffs: z.boolean(),
    /** Whether the best seed left always plays the worst one; null if unknown. Can be missing like `projected`. */
    is_reseeded: z.boolean().nullable().optional(),
    /** In order; also rounds to come. Empty if the bracket is unknown. */
    rounds: z.array(BracketRound),
    /** Every team in the rounds, best seed first. */
    teams: z.array(BracketTeam),
    champion_team_id: z.int().nullable(),
  }),
})
