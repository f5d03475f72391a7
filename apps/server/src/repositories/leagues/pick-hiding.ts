import type { PickHiding } from '@fieldhouse/domain/betslip/betting-week'
import type { Selectable } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'

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
