import type { PICK_SOURCES } from '@fieldhouse/contract/betslip/betslip'
import type { LegResult, PickSettler, SlipOutcome } from '@fieldhouse/domain/betslip/settlement'
import type { ColumnType, Generated } from 'kysely'
import type { ImportedPersonId } from './import-tables.ts'

export type BetslipTables = {
  picks: PicksTable
  pick_changes: PickChangesTable
  slip_results: SlipResultsTable
  slip_payments: SlipPaymentsTable
}

/** A user's pick for a week. */
export type PicksTable = {
  league_id: number
  season: number
  /** NFL week. */
  week: number
  user_id: number
  text: string
  /** null until the pick is settled. */
  result: ColumnType<LegResult | null>
  /** JSON of what a pick from the odds board bets on, parsed by a schema in the store; null for other picks. */
  selection: ColumnType<string | null, string | null | undefined>
  /** null until the pick is settled. `admin` without a result: an admin has reopened it. */
  settled_by: ColumnType<PickSettler | null, PickSettler | null | undefined>
  /** The text in the league's sheet at the last import that contained this pick; null if none did. */
  sheet_text: string | null
  /** 1 if the pick was saved in Fieldhouse after the league's last import. */
  is_edited: number
  /** When the text last changed, in milliseconds since 1970. */
  updated_at: number
  imported_person_id: ImportedPersonId
}

/** The history of the texts of a pick. */
export type PickChangesTable = {
  id: Generated<number>
  league_id: number
  season: number
  week: number
  user_id: number
  text: string
  via: ColumnType<PickSource>
  /** The user who saved it or imported the sheet; null after the account was deleted. */
  by_id: number | null
  by_name: string
  /** In milliseconds since 1970. */
  at: number
  imported_person_id: ImportedPersonId
}

/** The result of a slip that its league was told last. */
type SlipResultsTable = {
  league_id: number
  season: number
  week: number
  state: ColumnType<SlipOutcome['state']>
  /** Dollars and cents as text, because the payout of a long parlay can exceed the range of an integer. */
  staked: string
  /** null if it is unknown, because a leg that won has no odds. */
  returned: string | null
  /** 1 for the first result, and one more for each correction. */
  revision: number
  /** In milliseconds since 1970. */
  announced_at: number
}

/** Who covers a slip, and whether they paid. Slips without a row are covered by the lowest scorer, who has not paid. */
type SlipPaymentsTable = {
  league_id: number
  season: number
  week: number
  /** The user who covers it instead of the lowest scorer; null if the lowest scorer does. */
  user_id: number | null
  /** 0 or 1. */
  is_paid: number
  imported_person_id: ImportedPersonId
}

export type PickSource = (typeof PICK_SOURCES)[number]
