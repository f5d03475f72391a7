import { RECORD_NAMES } from '@fieldhouse/domain/history/league-records'
import { OWNER_MARKS } from '@fieldhouse/domain/history/owner-page'
import { PROVIDER_NAMES } from '@fieldhouse/domain/league/league-providers'
import { SEASON_DEPTHS, SEASON_SOURCES } from '@fieldhouse/domain/seasons/season-replacement'
import { z } from 'zod'
import {
  Freshness,
  ImportMark,
  OwnerName,
  ScoringFormat,
  SeasonOrigin,
  TeamColor,
  TeamRecord,
  TeamRecordOrNull,
} from '../fields.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'

const { get } = operationsOf('history')

/** A finished game between two teams. An owner is null if the team had none. */
export const PlayedGame = z.object({
  season: z.int(),
  /** The provider's matchup period. */
  week: z.int(),
  /** Identifies the game within its season. */
  game_id: z.int(),
  is_playoff: z.boolean(),
  /** As reported by the provider. The scores may lack an adjustment that decided the game. */
  result: z.enum(['home', 'away', 'tie']),
  home_owner: z.string().nullable(),
  away_owner: z.string().nullable(),
  home_team: z.string(),
  away_team: z.string(),
  home_score: z.number(),
  away_score: z.number(),
})

export type PlayedGame = z.infer<typeof PlayedGame>

export const GameRecord = PlayedGame.extend({
  /** The record in points: the combined score, one side's score, or the margin. */
  value: z.number(),
  /** The side that holds the record; null for a combined score. */
  side: z.enum(['home', 'away']).nullable(),
})

export type GameRecord = z.infer<typeof GameRecord>

/** Records of regular-season games that last one NFL week; null without one. Source: decisions, 6. */
export const LeagueRecords = z.object({
  highest_game: GameRecord.nullable(),
  biggest_blowout: GameRecord.nullable(),
  highest_team_game: GameRecord.nullable(),
  highest_loser: GameRecord.nullable(),
  lowest_winner: GameRecord.nullable(),
  closest_win: GameRecord.nullable(),
})

const FactLeaders = z.object({
  /** The first of `owners`. */
  owner: z.string(),
  /** Everyone tied for the lead, ordered by name. */
  owners: z.array(z.string()),
})

export const FunFact = FactLeaders.extend({ value: z.number() })

export type FunFact = z.infer<typeof FunFact>

/** Each fact is null without a leader. The two-year minimums count finished seasons. */
export const FunFacts = z.object({
  longest_tenure: FactLeaders.extend({ years: z.int() }).nullable(),
  most_titles: FunFact.nullable(),
  /** Share of games won, from 0 to 1. */
  best_win_pct_2yr_min: FunFact.nullable(),
  highest_ppg_2yr_min: FunFact.nullable(),
  /** One team's points in one season; `season` is the season of `owner`. Excluded seasons do not count. */
  pf_season_leader: FunFact.extend({ season: z.int() }).nullable(),
  pf_career_leader: FunFact.nullable(),
  most_wins_manager: FunFact.nullable(),
  most_runner_up_manager: FunFact.nullable(),
  most_thirds_manager: FunFact.nullable(),
})

const RegularSeasonRecord = TeamRecord.extend({ owner: z.string() })

export const OwnerTotals = RegularSeasonRecord.extend({
  /** Seasons played. */
  years: z.int(),
  pf: z.number(),
  titles: z.int(),
})

export const OwnerFinishes = RegularSeasonRecord.extend({
  years: z.int(),
  pf: z.number(),
  pa: z.number(),
  titles: z.int(),
  runner_up: z.int(),
  thirds: z.int(),
  /** Share of games won, from 0 to 1, with a tie as half a win; null without games. */
  win_pct: z.number().nullable(),
  /** Points per game; null without games. */
  ppg: z.number().nullable(),
})

export type OwnerFinishes = z.infer<typeof OwnerFinishes>

/** A team name and its use over all seasons; `years` is the number of seasons. */
export const TeamNameTotals = z.object({
  name: z.string(),
  years: z.int(),
  titles: z.int(),
  first_year: z.int(),
  last_year: z.int(),
  /** Owners of the teams that used it, ordered by name. */
  owners: z.array(z.string()),
})

/** Wins, losses, ties, points and records count the regular seasons with head-to-head points only. */
export const AllTime = z.object({
  commissioner: z.string().nullable(),
  /** The league's first season, stored or not; null before the first season is stored. */
  first_year: z.int().nullable(),
  /** The number of stored seasons. */
  seasons_count: z.int(),
  /** The seasons that the provider lists but that are not stored, oldest first. */
  missing_seasons: z.array(z.int()),
  league_records: LeagueRecords,
  fun_facts: FunFacts,
  /** Ordered by titles, then wins (both descending), then name, as is `by_owner_enhanced`. */
  by_owner: z.array(OwnerTotals),
  /** Ordered by seasons, then titles (both descending), then name. */
  by_team: z.array(TeamNameTotals),
  by_owner_enhanced: z.array(OwnerFinishes),
})

const TeamFinish = z.object({
  /** 1 is the champion once the season is finished. */
  rank: z.int(),
  owner: z.string().nullable(),
  name: z.string(),
  logo: z.string().nullable(),
})

export const HistoryStanding = TeamFinish.extend({
  team_id: z.int(),
  ...TeamRecordOrNull.shape,
  /** Regular-season games, for rates. Unlike the record, it does not count games against the week's median. */
  games: z.number(),
  /** null if unknown, as are the points against. */
  pf: z.number().nullable(),
  pa: z.number().nullable(),
})

export const HistorySeason = z.object({
  season: z.int(),
  scoring_format: ScoringFormat,
  is_finished: z.boolean(),
  /** Set for finished seasons only. The first one if the title is shared. */
  champion: z.object({ name: z.string(), owner: z.string().nullable() }).nullable(),
  /** Ordered by rank. */
  standings: z.array(HistoryStanding),
  /** The top three of a finished season, with the rank 1 for each of its champions; empty while it is in progress. */
  podium: z.array(TeamFinish),
  source: z.enum(SEASON_SOURCES),
  /** The platform that the season is from; null for a table that somebody has filled in. */
  provider: z.enum(PROVIDER_NAMES).nullable(),
  imported: ImportMark.optional(),
  /** The files that the season was imported from; absent for one that was read from its provider. */
  origin: SeasonOrigin.optional(),
  /** How much of the season is stored. A season with the depth `standings` has no games. */
  depth: z.enum(SEASON_DEPTHS),
  /** The reason an admin gave for excluding the season's games from records; null if they count. */
  records_excluded: z.object({ reason: z.string() }).nullable(),
})

export const OwnerSummary = z.object({
  owner: z.string(),
  /** The owner's name in URLs; empty if the name has no letters or digits. */
  slug: z.string(),
  /** URL of the picture, which changes when the picture changes; null without a picture. */
  picture: z.string().nullable(),
})

export const TrophyPicture = z.object({
  /** URL of the picture, which changes when the picture changes. */
  picture: z.string(),
  description: z.string().nullable(),
})

export const getHistory = get('/api/league/:league/history/', {
  summary: 'Returns every stored season and the all-time totals',
  ...MEMBER_READ,
  cache: { view: 'league', reads: ['league', 'season'] },
  response: Freshness.extend({
    /** Everyone who owned a team, ordered by name. Merged owners appear once; namesakes get a number. */
    owners: z.array(z.string()),
    /** The same people in the same order. */
    people: z.array(
      OwnerSummary.extend({
        /** The color of the owner's newest team, which no other owner has. */
        color: TeamColor,
      }),
    ),
    /** Oldest first. */
    seasons: z.array(HistorySeason),
    all_time: AllTime,
    /** null without an uploaded picture. Missing in responses that a page cached before it was added. */
    trophy: TrophyPicture.nullable().optional(),
  }),
})

const GameTotals = z.object({
  games: z.int(),
  ...TeamRecord.shape,
  pf: z.number(),
  pa: z.number(),
  /** Share of games won, from 0 to 1, with a tie as half a win; null without games. */
  win_pct: z.number().nullable(),
  /** Points per game; null without games. */
  ppg: z.number().nullable(),
})

export type GameTotals = z.infer<typeof GameTotals>

const Rivalry = z.object({
  /** 0 to 100; null before three games. */
  index: z.number().nullable(),
  /** Games decided by 10 points or less. */
  close_games: z.int(),
  /** Without consolation games. */
  playoff_games: z.int(),
  met_in_final: z.boolean(),
})

export const compareOwners = get('/api/league/:league/owner-compare/', {
  summary: 'Compares two owners over every finished game, from the perspective of `a`',
  ...MEMBER_READ,
  errors: ['same_owner', 'owner_not_found'],
  querystring: z.object({ a: OwnerName, b: OwnerName }),
  response: z.object({
    a: z.string(),
    b: z.string(),
    summary: GameTotals,
    /** How heated the pairing is. Missing in responses that a page cached before it was added. */
    rivalry: Rivalry.optional(),
    /** Oldest first. */
    games: z.array(PlayedGame),
  }),
})

/** The finished games of two owners, playoffs included, from the perspective of `a`. */
const OwnerPair = GameTotals.extend({
  a: z.string(),
  b: z.string(),
  playoff_games: z.int(),
  last_season: z.int(),
})

export const listOwnerPairs = get('/api/league/:league/history/pairs/', {
  summary: 'The head-to-head records of all pairs of owners that have met',
  ...MEMBER_READ,
  cache: { view: 'league', reads: ['league', 'season'] },
  response: z.object({
    /** Everyone who owned a team, ordered by name. */
    owners: z.array(z.string()),
    /** Each pair once. `a` comes before `b` in `owners`, and the pairs are in that order. */
    pairs: z.array(OwnerPair),
  }),
})

/** `/owners/{slug}.jpg` is the same picture, of a league of the current user. */
export const getOwnerPicture = get('/api/league/:league/owners/:owner/picture/', {
  summary: "Downloads an owner's picture as a JPEG",
  ...MEMBER_READ,
  errors: ['owner_not_found', 'picture_not_found'],
  response: z.file(),
})

const OwnerSeason = z.object({
  season: z.int(),
  scoring_format: ScoringFormat,
  is_finished: z.boolean(),
  is_champion: z.boolean(),
  rank: z.int(),
  teams: z.int(),
  team_id: z.int(),
  name: z.string(),
  logo: z.string().nullable(),
  ...TeamRecordOrNull.shape,
  /** null if unknown, as are the points against. */
  pf: z.number().nullable(),
  pa: z.number().nullable(),
  /** Average points for of all teams in the season; null if unknown. */
  mean_pf: z.number().nullable(),
})

const Rival = GameTotals.extend({ owner: z.string(), picture: z.string().nullable() })

const OwnerGame = z.object({ side: z.enum(['home', 'away']), game: PlayedGame })

export const getOwner = get('/api/league/:league/owners/:owner/', {
  summary: 'Returns the history of one owner in a league',
  ...MEMBER_READ,
  errors: ['owner_not_found'],
  response: OwnerSummary.extend({
    /** Every name that the provider had for the person, newest first. */
    known_as: z.array(z.string()),
    totals: OwnerFinishes,
    /** Playoff games, including consolation games. */
    playoffs: GameTotals,
    /** Oldest first. An owner of two teams in a year has two entries for it. */
    seasons: z.array(OwnerSeason),
    records: z.array(z.object({ name: z.enum(RECORD_NAMES), record: GameRecord })),
    /** At most five games that count for records, highest own score first. */
    best_games: z.array(OwnerGame),
    /** Like `best_games`, but lowest own score first. */
    worst_games: z.array(OwnerGame),
    /** Every opponent, most frequent first. */
    rivals: z.array(Rival),
    // The fields below are missing in responses that a page cached before they were added.
    /** Finished seasons in a row in the top three or in the bottom third, oldest first. */
    marks: z.array(z.object({ kind: z.enum(OWNER_MARKS), seasons: z.array(z.int()) })).optional(),
    /**
     * The owner's longest run of regular-season wins in one season, the earliest of equal ones; null without two
     * wins in a row. A tie ends it. `is_league_record` if no owner has a longer one, or an equal one that ended
     * earlier. Weeks are matchup periods.
     */
    longest_streak: z
      .object({
        season: z.int(),
        wins: z.int(),
        first_week: z.int(),
        last_week: z.int(),
        is_league_record: z.boolean(),
      })
      .nullable()
      .optional(),
    /**
     * The opponent with the owner's lowest win percentage in at least three games; of those tied, the one with more
     * games, then the larger point difference. null without such an opponent, or if it is the favorite one.
     */
    nemesis: Rival.nullable().optional(),
    /** Like `nemesis`, but the highest win percentage. */
    favorite_opponent: Rival.nullable().optional(),
  }),
})
