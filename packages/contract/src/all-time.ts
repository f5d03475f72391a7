import { z } from 'zod'
import { PlayedGame } from './played-game.ts'

/** A game that holds a record. */
export const GameRecord = PlayedGame.extend({
  /** The points that make the record: of both sides, of one side, or between them. */
  value: z.number(),
  /** Whose record it is; null for that of both sides together. */
  side: z.enum(['home', 'away']).nullable(),
})

export type GameRecord = z.infer<typeof GameRecord>

/** Regular-season games of one NFL week; each null while no game counts. Source: decisions, 6. */
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
  /** Everyone tied, by name. */
  owners: z.array(z.string()),
})

/** Those who lead in something, and the figure with which they do. */
export const FunFact = FactLeaders.extend({ value: z.number() })

export type FunFact = z.infer<typeof FunFact>

/** Each null while nobody leads. The minimums of two years count finished seasons. */
export const FunFacts = z.object({
  longest_tenure: FactLeaders.extend({ years: z.int() }).nullable(),
  most_titles: FunFact.nullable(),
  /** Share of games won, 0 to 1. */
  best_win_pct_2yr_min: FunFact.nullable(),
  highest_ppg_2yr_min: FunFact.nullable(),
  /** Of one team in one season; `season` is that of `owner`. Excluded seasons do not count. */
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
  /** Share of games won, 0 to 1, a tie as half a win; null without games. */
  win_pct: z.number().nullable(),
  /** Points a game; null without games. */
  ppg: z.number().nullable(),
})

export type OwnerFinishes = z.infer<typeof OwnerFinishes>

/** A team name that was ever used; `years` counts its seasons. */
export const TeamNameTotals = z.object({
  name: z.string(),
  years: z.int(),
  titles: z.int(),
  first_year: z.int(),
  last_year: z.int(),
  /** Whose teams had it, by name. */
  owners: z.array(z.string()),
})

export type TeamNameTotals = z.infer<typeof TeamNameTotals>

/** What all stored seasons come to. Wins, losses, ties and points are the regular season's. */
export const AllTime = z.object({
  commissioner: z.string().nullable(),
  /** null before the first season is stored. */
  first_year: z.int().nullable(),
  seasons_count: z.int(),
  league_records: LeagueRecords,
  fun_facts: FunFacts,
  /** Most titles first, then most wins, then by name; so is `by_owner_enhanced`. */
  by_owner: z.array(OwnerTotals),
  /** Used longest first, then most titles, then by name. */
  by_team: z.array(TeamNameTotals),
  by_owner_enhanced: z.array(OwnerFinishes),
})

export type AllTime = z.infer<typeof AllTime>
