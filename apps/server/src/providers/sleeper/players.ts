import { nflTeamByAbbrev } from '@fieldhouse/domain/nfl/nfl-teams'
import { BENCH_SLOT, namedSlotId, RESERVE_SLOT } from '@fieldhouse/domain/rosters/lineup'
import { normalizeWhitespace } from '../fields.ts'
import type { PlayerEntry } from './bodies.ts'

export type SleeperPlayer = NonNullable<ReturnType<typeof describePlayer>>

/** The slots of a lineup by name. A taxi place is shown as a bench place. */
const SLOT_IDS: Readonly<Record<string, number>> = {
  QB: 0,
  RB: 2,
  WRRB_FLEX: 3,
  WR: 4,
  REC_FLEX: 5,
  TE: 6,
  SUPER_FLEX: 7,
  LB: 10,
  DL: 11,
  DB: 14,
  IDP_FLEX: 15,
  DEF: 16,
  K: 17,
  BN: BENCH_SLOT,
  TAXI: BENCH_SLOT,
  IR: RESERVE_SLOT,
  FLEX: 23,
}

/** The ID of a slot. A slot that is unknown keeps its name. */
export function slotIdOf(name: string): number {
  return SLOT_IDS[name.trim().toUpperCase()] ?? namedSlotId(name)
}

/** The positions that count as another one in a lineup. */
const GROUPS: Readonly<Record<string, string>> = {
  FB: 'RB',
  DE: 'DL',
  DT: 'DL',
  NT: 'DL',
  ILB: 'LB',
  OLB: 'LB',
  CB: 'DB',
  S: 'DB',
  SS: 'DB',
  FS: 'DB',
}

const FLEX_SLOTS: Readonly<Record<string, readonly string[]>> = {
  QB: ['SUPER_FLEX'],
  RB: ['WRRB_FLEX', 'FLEX', 'SUPER_FLEX'],
  WR: ['WRRB_FLEX', 'REC_FLEX', 'FLEX', 'SUPER_FLEX'],
  TE: ['REC_FLEX', 'FLEX', 'SUPER_FLEX'],
  DL: ['IDP_FLEX'],
  LB: ['IDP_FLEX'],
  DB: ['IDP_FLEX'],
}

/** The slots that a player of these positions can fill, on the bench too. */
export function eligibleSlotsOf(positions: readonly string[]): number[] {
  const groups = positions.map((position) => GROUPS[position] ?? position)
  const slots = groups.flatMap((group) => [group, ...(FLEX_SLOTS[group] ?? [])])
  return [...new Set([...slots, 'BN', 'IR'].map(slotIdOf))]
}

/** ESPN's names of what Sleeper abbreviates. */
const INJURY_STATUSES: Readonly<Record<string, string>> = {
  IR: 'INJURY_RESERVE',
  PUP: 'INJURY_RESERVE',
  SUS: 'SUSPENSION',
  DNR: 'OUT',
  COV: 'OUT',
}

export function describePlayer(entry: PlayerEntry) {
  const name =
    normalizeWhitespace(entry.full_name) ||
    normalizeWhitespace(`${entry.first_name ?? ''} ${entry.last_name ?? ''}`)
  if (name === '') return null
  const position = normalizeWhitespace(entry.position).toUpperCase()
  const positions = entry.fantasy_positions ?? []
  const status = normalizeWhitespace(entry.injury_status).toUpperCase()
  return {
    name,
    /** Such as `WR` or `D/ST`; null if unknown. */
    position: displayPosition(position),
    eligibleSlots: eligibleSlotsOf(positions.length > 0 ? positions : position === '' ? [] : [position]),
    nflTeamId: nflTeamByAbbrev(entry.team ?? '')?.teamId ?? null,
    injuryStatus: status === '' || status === 'NA' ? null : (INJURY_STATUSES[status] ?? status),
    /** The ID at ESPN, for pictures and news. Never an identity: it can be missing or wrong. */
    espnId: entry.espn_id != null && entry.espn_id > 0 ? entry.espn_id : null,
  }
}

export function displayPosition(position: string): string | null {
  return position === 'DEF' ? 'D/ST' : position || null
}
