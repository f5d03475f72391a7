import { z } from 'zod'
import { PlayedGame } from './played-game.ts'

/** A game that set a league record. */
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

export type LeagueRecords = z.infer<typeof LeagueRecords>

const FactLeaders = z.object({
  /** The first of `owners`. */
  owner: z.string(),
  /** Everyone tied for the lead, ordered by name. */
  owners: z.array(z.string()),
})

/** The leaders of a category and their value. */
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

export type FunFacts = z.infer<typeof FunFacts>

const RegularSeasonRecord = z.object({ owner: z.string(), wins: z.int(), losses: z.int(), ties: z.int() })

export const OwnerTotals = RegularSeasonRecord.extend({
  /** Seasons played. */
  years: z.int(),
  pf: z.number(),
  titles: z.int(),
})

export type OwnerTotals = z.infer<typeof OwnerTotals>

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

export type TeamNameTotals = z.infer<typeof TeamNameTotals>

/** Totals of all stored seasons. Wins, losses, ties and points count the regular season only. */
export const AllTime = z.object({
  commissioner: z.string().nullable(),
  /** null before the first season is stored. */
  first_year: z.int().nullable(),
  seasons_count: z.int(),
  league_records: LeagueRecords,
  fun_facts: FunFacts,
  /** Ordered by titles, then wins (both descending), then name, as is `by_owner_enhanced`. */
  by_owner: z.array(OwnerTotals),
  /** Ordered by seasons, then titles (both descending), then name. */
  by_team: z.array(TeamNameTotals),
  by_owner_enhanced: z.array(OwnerFinishes),
})

export type AllTime = z.infer<typeof AllTime>
