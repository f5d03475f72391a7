import type { Points } from '@fieldhouse/domain/points'
import { DRAFT_ORDERS, DRAFT_POOLS, type Draft } from '@fieldhouse/domain/rosters/archive'
import type { LineupEntry, TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import {
  type LeagueTransaction,
  TRANSACTION_KINDS,
  TRANSACTION_STATUSES,
} from '@fieldhouse/domain/rosters/transactions'
import type { Finding } from '@fieldhouse/domain/seasons/season'
import { z } from 'zod'
import type { Database } from '../../database/schema/schema.ts'
import { parseJson } from '../../json/parse-json.ts'
import { Findings } from '../season-documents/parse-season-document.ts'

// Serializes and parses the parts of an archive that are stored as JSON, because they are always read as a whole.
// `parse…` checks a text that may come from a file. `to…` trusts it, because this server wrote it, or checked it when it
// was imported: that takes a fifth of the time, and some screens read every lineup of a league.

type LineupRow = Omit<Database['lineups'], 'league_id' | 'season' | 'week'>

const Hundredths = z.int().transform((points) => points as Points)

/** To save space: fifteen seasons of one league have about 50,000 entries. */
const Entry = z.tuple([
  z.int(),
  z.int(),
  z.string(),
  z.string().nullable(),
  z.int().nullable(),
  z.string().nullable(),
  Hundredths.nullable(),
  Hundredths.nullable(),
  z.array(z.int()),
])

type EntryTuple = z.output<typeof Entry>

function toLineupEntry(tuple: EntryTuple): LineupEntry {
  const [slotId, playerId, name, position, nflTeamId, injuryStatus, points, projectedPoints, eligibleSlots] =
    tuple
  return {
    slotId,
    playerId,
    name,
    position,
    nflTeamId,
    injuryStatus,
    points,
    projectedPoints,
    eligibleSlots,
  }
}

const Entries = z.array(Entry)
const Slots = z.array(z.int())

/** The row of a lineup, without its key. */
export function lineupRow({ teamId, entries, emptySlots, points, projectedPoints }: TeamLineup): LineupRow {
  return {
    team_id: teamId,
    entries: JSON.stringify(entries.map(entryTuple)),
    empty_slots: JSON.stringify(emptySlots),
    points,
    projected_points: projectedPoints,
  }
}

/** Throws a ZodError or SyntaxError if the JSON in the row is invalid. */
export function parseLineupRow(row: LineupRow): TeamLineup {
  const emptySlots = Slots.parse(parseJson(row.empty_slots))
  return { ...toTeamLineup(row, Entries.parse(parseJson(row.entries))), emptySlots }
}

/** Throws a SyntaxError if the JSON in the row is invalid. */
export function toTeamLineup(row: LineupRow, entries = JSON.parse(row.entries) as EntryTuple[]): TeamLineup {
  return {
    teamId: row.team_id,
    entries: entries.map(toLineupEntry),
    emptySlots: JSON.parse(row.empty_slots) as number[],
    points: row.points as Points,
    projectedPoints: row.projected_points as Points | null,
  }
}

function entryTuple(entry: LineupEntry): EntryTuple {
  return [
    entry.slotId,
    entry.playerId,
    entry.name,
    entry.position,
    entry.nflTeamId,
    entry.injuryStatus,
    entry.points,
    entry.projectedPoints,
    entry.eligibleSlots,
  ]
}

const Picks: z.ZodType<Draft['picks']> = z.array(
  z.object({
    overall: z.int(),
    round: z.int(),
    inRound: z.int(),
    teamId: z.int(),
    playerId: z.int(),
    memberId: z.string().nullable(),
    isKeeper: z.boolean(),
    bid: z.number().nullable(),
    originalTeamId: z.int().exactOptional(),
    pool: z.enum(DRAFT_POOLS).exactOptional(),
    order: z.enum(DRAFT_ORDERS).exactOptional(),
    player: z
      .object({ name: z.string(), position: z.string().nullable(), nflTeamId: z.int().nullable() })
      .exactOptional(),
  }),
)

export const parsePicks = (text: string) => Picks.parse(parseJson(text))
export const toPicks = (text: string) => JSON.parse(text) as Draft['picks']

const DateFromIso = z.iso.datetime().transform((at) => new Date(at))

const Transactions: z.ZodType<LeagueTransaction[]> = z.array(
  z.object({
    id: z.string(),
    season: z.int(),
    week: z.int(),
    kind: z.enum(TRANSACTION_KINDS),
    status: z.enum(TRANSACTION_STATUSES),
    reason: z.string().nullable(),
    teamId: z.int().nullable(),
    acceptedBy: z.int().exactOptional(),
    memberId: z.string().nullable(),
    isByManager: z.boolean(),
    proposedAt: DateFromIso.nullable(),
    decidedAt: DateFromIso.nullable(),
    bid: z.number().nullable(),
    moves: z.array(
      z.object({
        playerId: z.int(),
        fromTeamId: z.int().nullable(),
        toTeamId: z.int().nullable(),
      }),
    ),
    picks: z
      .array(
        z.object({
          season: z.int(),
          round: z.int(),
          originalTeamId: z.int(),
          fromTeamId: z.int(),
          toTeamId: z.int(),
        }),
      )
      .exactOptional(),
    budget: z.array(z.object({ fromTeamId: z.int(), toTeamId: z.int(), amount: z.number() })).exactOptional(),
  }),
)

export const parseTransactions = (text: string) => Transactions.parse(parseJson(text))

type StoredTransaction = Omit<LeagueTransaction, 'proposedAt' | 'decidedAt'> & {
  proposedAt: string | null
  decidedAt: string | null
}

export function toTransactions(text: string): LeagueTransaction[] {
  const stored = JSON.parse(text) as StoredTransaction[]
  return stored.map((each) => ({
    ...each,
    proposedAt: toDate(each.proposedAt),
    decidedAt: toDate(each.decidedAt),
  }))
}

function toDate(at: string | null): Date | null {
  return at === null ? null : new Date(at)
}

/** Throws a ZodError or SyntaxError for invalid text. */
export const parseFindings = (text: string): Finding[] => Findings.parse(parseJson(text))
