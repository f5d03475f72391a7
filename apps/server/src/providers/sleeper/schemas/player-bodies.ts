import { z } from 'zod'
import { lenient, lenientList, Millis, readAs, Text, tolerantList } from '../../schemas/fields.ts'
import { Id, LenientRosterId, LongId, Whole } from './fields.ts'

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
