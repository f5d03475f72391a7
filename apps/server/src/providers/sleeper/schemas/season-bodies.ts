import { MAX_TEAMS } from '@fieldhouse/domain/seasons/season-replacement'
import { z } from 'zod'
import {
  Flag,
  isFirst,
  lenient,
  lenientList,
  readAs,
  Score,
  Text,
  tolerantList,
} from '../../schemas/fields.ts'
import { Id, LenientRosterId, LongId, PlayerIds, RecordCount, RosterId, Whole } from './fields.ts'

const MAX_BRACKET_ROWS = 500

const LeagueSettings = z.object({
  /** 0 to 2 are head to head, 3 is elimination. */
  type: Whole,
  num_teams: Whole,
  /** The current week of a running season, the last week of a completed one. */
  leg: Whole,
  last_scored_leg: Whole,
  playoff_week_start: Whole,
  playoff_teams: Whole,
  playoff_round_type: Whole,
  playoff_type: Whole,
  playoff_seed_type: Whole,
  league_average_match: Whole,
  best_ball: Whole,
  divisions: Whole,
})

const LeagueBody = z.object({
  league_id: LongId,
  previous_league_id: LongId,
  draft_id: LongId,
  season: z.union([
    z
      .string()
      .regex(/^\d{4}$/)
      .transform(Number),
    z.int(),
  ]),
  sport: Text,
  status: Text,
  name: Text,
  avatar: Text,
  total_rosters: Whole,
  settings: lenient(LeagueSettings),
  roster_positions: lenientList(z.string()),
  /** The names of the divisions as `division_1` and so on, among other things. */
  metadata: lenient(z.record(z.string(), z.unknown())),
})

export type LeagueBody = z.output<typeof LeagueBody>

const RosterEntry = z.object({
  roster_id: RosterId,
  owner_id: LongId,
  co_owners: lenientList(Id),
  /** The players on injured reserve today. */
  reserve: PlayerIds,
  settings: z
    .object({
      wins: RecordCount,
      losses: RecordCount,
      ties: RecordCount,
      fpts: Score,
      fpts_decimal: RecordCount,
      fpts_against: Score,
      fpts_against_decimal: RecordCount,
      division: Whole,
      /** In an elimination league, the week after which the team was out. */
      eliminated: Whole,
    })
    .nullish(),
})

export type RosterEntry = z.output<typeof RosterEntry>

const UserEntry = z.object({
  user_id: LongId,
  display_name: Text,
  avatar: Text,
  is_owner: Flag,
  metadata: lenient(z.object({ team_name: Text, avatar: Text })),
})

export type UserEntry = z.output<typeof UserEntry>

const MatchupRow = z.object({
  roster_id: RosterId,
  /** null for a team without a game in this week. */
  matchup_id: z.int32().nullish(),
  points: Score,
  /** A commissioner's score, which replaces `points`. */
  custom_points: Score,
  /** In slot order; `0` for an empty slot. */
  starters: PlayerIds,
  starters_points: lenient(z.array(lenient(z.number()))),
  players: PlayerIds,
  players_points: lenient(z.record(z.string(), lenient(z.number()))),
})

export type MatchupRow = z.output<typeof MatchupRow>

const Origin = lenient(z.object({ w: Whole, l: Whole }))

const BracketRow = z.object({
  /** The round, from 1. */
  r: z.int32().min(1).max(20),
  m: Whole,
  t1: LenientRosterId,
  t2: LenientRosterId,
  t1_from: Origin,
  t2_from: Origin,
  w: LenientRosterId,
  l: LenientRosterId,
  /** The place that the game decides. */
  p: Whole,
})

export type BracketRow = z.output<typeof BracketRow>

export const readLeague = (json: unknown): LeagueBody => readAs(LeagueBody, json)
export const readLeagues = (json: unknown): LeagueBody[] => readAs(tolerantList(LeagueBody), json ?? [])
export const readRosters = (json: unknown): RosterEntry[] =>
  readAs(z.array(RosterEntry).max(MAX_TEAMS), json ?? []).filter(isFirst(({ roster_id }) => roster_id))
export const readUsers = (json: unknown): UserEntry[] => readAs(tolerantList(UserEntry), json ?? [])
export const readMatchups = (json: unknown): MatchupRow[] =>
  readAs(z.array(MatchupRow).max(MAX_TEAMS), json ?? []).filter(isFirst(({ roster_id }) => roster_id))
export const readBracket = (json: unknown): BracketRow[] =>
  readAs(tolerantList(BracketRow), json ?? []).slice(0, MAX_BRACKET_ROWS)
