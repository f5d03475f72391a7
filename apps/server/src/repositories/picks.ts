import type { PickHiding } from '@fieldhouse/domain/betslip/betting-week'
import { MARKETS, SELECTION_SIDES, type Selection, toSelection } from '@fieldhouse/domain/betslip/selections'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Database } from '../database/schema/schema.ts'
import { parseJson } from '../files/json.ts'

export const HIDING_COLUMNS = ['hides_picks', 'hiding_changes_at', 'picks_hidden_before'] as const

type HidingRow = Pick<Selectable<Database['leagues']>, (typeof HIDING_COLUMNS)[number]>

export function toPickHiding(row: HidingRow): PickHiding {
  return {
    hidesPicks: row.hides_picks === 1,
    changesAt: row.hiding_changes_at === null ? null : new Date(row.hiding_changes_at),
    hiddenBefore: row.picks_hidden_before === null ? null : new Date(row.picks_hidden_before),
  }
}

export function toHidingRow({ hidesPicks, changesAt, hiddenBefore }: PickHiding): HidingRow {
  return {
    hides_picks: hidesPicks ? 1 : 0,
    hiding_changes_at: changesAt?.getTime() ?? null,
    picks_hidden_before: hiddenBefore?.getTime() ?? null,
  }
}

const StoredSelection = z.object({
  gameId: z.int(),
  market: z.enum(MARKETS),
  side: z.enum(SELECTION_SIDES),
  line: z.number().nullable().default(null),
})

/**
 * null without a pick, and if its side or line does not fit its market. Throws a ZodError or a SyntaxError for anything
 * that is not a selection.
 */
export function parseStoredSelection(json: string | null): Selection | null {
  return json === null ? null : toSelection(StoredSelection.parse(parseJson(json)))
}
