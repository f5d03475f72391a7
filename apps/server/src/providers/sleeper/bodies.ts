import { MAX_TEAMS } from '@fieldhouse/domain/seasons/season-replacement'
import { z } from 'zod'
import { Flag, isFirst, lenient, lenientList, Millis, readAs, Score, Text, tolerantList } from '../fields.ts'

// Every field of Sleeper's API may be missing. A body is rejected only if a field that affects results (IDs of
// rosters, records, scores) has the wrong type; any other invalid field is read as missing.

/** Digits as text. Numbers beyond 2^53 have already lost digits when they are parsed, so they are never IDs. */
const Id = z
  .union([z.string(), z.int().transform(String)])
  .transform((id) => id.trim())
  .refine((id) => id !== '' && id !== '0')

const LongId = lenient(Id)

const RosterId = z.int32().min(1)
const LenientRosterId = lenient(RosterId)

/** The ID of a player as it is sent, `0` included. */
const PlayerIds = lenient(z.array(z.string()))

/** A whole number that some answers contain as text. */
const Whole = lenient(
  z.union([
    z.int32(),
    z
      .string()
      .regex(/^-?\d{1,9}$/)
      .transform(Number),
  ]),
)

/** Strict, like `Score`. */
const RecordCount = z.int32().min(0).nullish()

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

const PlayerEntry = z.object({
  first_name: Text,
  last_name: Text,
  full_name: Text,
  position: Text,
  fantasy_positions: lenientList(z.string()),
  team: Text,
  injury_status: Text,
  espn_id: Whole,
})

export type PlayerEntry = z.output<typeof PlayerEntry>

/** Several times as many as Sleeper has. */
const MAX_PLAYERS = 60_000

/** Every player by ID. Entries that cannot be read are left out. */
export function readPlayers(json: unknown): Map<string, PlayerEntry> {
  const entries = Object.entries(readAs(z.record(z.string(), z.unknown()), json)).slice(0, MAX_PLAYERS)
  return new Map(
    entries.flatMap(([id, entry]) => {
      const player = PlayerEntry.safeParse(entry).data
      return player === undefined ? [] : [[id, player] as const]
    }),
  )
}

const DraftEntry = z.object({
  draft_id: LongId,
  type: Text,
  status: Text,
  season: Whole,
  start_time: Millis,
  created: Millis,
  settings: lenient(
    z.object({
      teams: Whole,
      rounds: Whole,
      budget: Whole,
      /** 0 all players, 1 rookies, 2 veterans. */
      player_type: Whole,
    }),
  ),
  /** Rosters by slot; only in the answer for a single draft. */
  slot_to_roster_id: lenient(z.record(z.string(), LenientRosterId)),
})

export type DraftEntry = z.output<typeof DraftEntry>

const PickEntry = z.object({
  pick_no: z.int().min(1),
  round: z.int().min(1),
  draft_slot: Whole,
  roster_id: LenientRosterId,
  picked_by: LongId,
  player_id: z.string(),
  is_keeper: lenient(z.boolean()),
  /** The player at the time of the draft. */
  metadata: lenient(
    z.object({ amount: Whole, first_name: Text, last_name: Text, position: Text, team: Text }),
  ),
})

export type PickEntry = z.output<typeof PickEntry>

const RosterByPlayer = lenient(z.record(z.string(), LenientRosterId))

const TransactionEntry = z.object({
  transaction_id: Id,
  type: Text,
  status: Text,
  leg: Whole,
  created: Millis,
  status_updated: Millis,
  creator: LongId,
  roster_ids: lenientList(z.int32()),
  consenter_ids: lenientList(z.int32()),
  adds: RosterByPlayer,
  drops: RosterByPlayer,
  draft_picks: lenientList(
    z.object({
      season: Whole.unwrap(),
      round: Whole.unwrap(),
      /** All three are IDs of rosters, the first of the team whose pick it is originally. */
      roster_id: LenientRosterId,
      previous_owner_id: LenientRosterId,
      owner_id: LenientRosterId,
    }),
  ),
  waiver_budget: lenientList(
    z.object({ sender: LenientRosterId, receiver: LenientRosterId, amount: z.number() }),
  ),
  settings: lenient(z.object({ waiver_bid: Whole })),
})

export type TransactionEntry = z.output<typeof TransactionEntry>

export const readDrafts = (json: unknown): DraftEntry[] => readAs(tolerantList(DraftEntry), json ?? [])
export const readDraft = (json: unknown): DraftEntry => readAs(DraftEntry, json)
export const readPicks = (json: unknown): PickEntry[] => readAs(tolerantList(PickEntry), json ?? [])

export function readTransactions(json: unknown): { entries: TransactionEntry[]; unreadable: number } {
  const entries = readAs(tolerantList(TransactionEntry), json ?? [])
  return { entries, unreadable: readAs(z.array(z.unknown()), json ?? []).length - entries.length }
}

export const readAccount = (json: unknown) => readAs(z.object({ user_id: LongId }), json)
