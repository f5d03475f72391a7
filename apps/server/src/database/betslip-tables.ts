import type { PICK_SOURCES } from '@fieldhouse/contract/betslip'
import type { LegResult } from '@fieldhouse/domain/settlement'
import type { ColumnType, Generated } from 'kysely'

export type BetslipTables = {
  picks: PicksTable
  pick_changes: PickChangesTable
}

/** A person's pick of a week. */
export type PicksTable = {
  league_id: number
  season: number
  /** NFL week. */
  week: number
  user_id: number
  text: string
  /** null until it is settled. */
  result: ColumnType<LegResult | null>
  /** What the league's sheet said at the last import that had this pick; null when none had. */
  sheet_text: string | null
  /** 1 when it was saved here after the league's last import. */
  is_edited: number
  /** When the text changed last, in milliseconds since 1970. */
  updated_at: number
}

/** Every text that a pick ever had. */
export type PickChangesTable = {
  id: Generated<number>
  league_id: number
  season: number
  week: number
  user_id: number
  text: string
  via: ColumnType<PickSource>
  /** Who saved it, or read the sheet; null after the account is gone. */
  by_id: number | null
  by_name: string
  /** In milliseconds since 1970. */
  at: number
}

export type PickSource = (typeof PICK_SOURCES)[number]
