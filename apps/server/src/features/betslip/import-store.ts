import {
  type BettingWeek,
  hasHiddenPicks,
  type PickHiding,
  weekStateAt,
} from '@fieldhouse/domain/betslip/betting-week'
import type { OwnerLookupResult } from '@fieldhouse/domain/betslip/owner-names'
import {
  type OwnedPick,
  type PicksImport,
  planImport,
  type StoredPick,
} from '@fieldhouse/domain/betslip/picks-import'
import type { PicksSheet } from '@fieldhouse/domain/betslip/picks-sheet'
import type { Insertable, Transaction } from 'kysely'
import { insertInBatches } from '../../database/engine/batches.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { PicksTable } from '../../database/schema/betslip-tables.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { recordEvent } from '../../repositories/events/league-events.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { HIDING_COLUMNS, toPickHiding } from '../../repositories/leagues/pick-hiding.ts'
import { picksChangedEvent } from './settlement/slip-result-store.ts'
import { PICK_KEY_COLUMNS } from './store.ts'

export type SheetImport = {
  leagueId: number
  sheet: PicksSheet
  find: (text: string) => OwnerLookupResult
  /** Whether to replace picks of locked weeks as well. */
  includesLockedWeeks: boolean
  actor: Actor
  now: Date
}

export type SheetImportResult = PicksImport & {
  /** The number of picks that are hidden from the actor. They are in none of the lists, which would reveal them. */
  hidden: number
  /** The number of imported picks of locked weeks. */
  importedLocked: number
}

export interface ImportStore {
  /** Imports a sheet in one transaction and returns what changed. */
  importSheet(input: SheetImport): Promise<SheetImportResult>
}

export function importStore(db: Db): ImportStore {
  return {
    importSheet({ leagueId, sheet, find, includesLockedWeeks, actor, now }) {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const isLocked = (week: BettingWeek) => weekStateAt(week, now) === 'locked'
        const mayNotChange = (week: BettingWeek) => !includesLockedWeeks && isLocked(week)
        const plan = planImport(sheet, await listStoredPicks(transaction, leagueId), find, mayNotChange)
        const toRows = (picks: readonly OwnedPick[]) => picks.map((pick) => toRow(leagueId, pick, now))
        await saveChangedPicks(transaction, toRows(plan.changed), actor)
        await saveSheetTexts(transaction, toRows([...plan.unchanged, ...plan.kept]))
        await clearEditedFlags(transaction, leagueId)
        const hiding = await readHiding(transaction, leagueId)
        const isHidden = (pick: OwnedPick) =>
          pick.owner.userId !== actor.userId && hasHiddenPicks(hiding, pick, now)
        const result = withoutHidden(plan, isHidden)
        const hidden = [...plan.changed, ...plan.unchanged, ...plan.kept].filter(isHidden)
        const importedLocked = plan.changed.filter(isLocked).length
        for (const week of distinctWeeks([...result.changed, ...hidden])) {
          await recordEvent(transaction, leagueId, picksChangedEvent(week), now)
        }
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'bets.import',
          leagueId,
          detail: {
            imported: result.changed.length,
            kept: result.kept.length,
            skipped: plan.skipped.length,
            ...(includesLockedWeeks ? { locked: importedLocked } : {}),
          },
        })
        return { ...result, hidden: hidden.length, importedLocked }
      })
    },
  }
}

/** The import without the picks for which it would reveal whether they equal the sheet. */
function withoutHidden(plan: PicksImport, isHidden: (pick: OwnedPick) => boolean): PicksImport {
  const visible = (picks: readonly OwnedPick[]) => picks.filter((pick) => !isHidden(pick))
  return {
    ...plan,
    changed: visible(plan.changed),
    unchanged: visible(plan.unchanged),
    kept: visible(plan.kept),
  }
}

async function readHiding(db: Transaction<Database>, leagueId: number): Promise<PickHiding> {
  const row = await db
    .selectFrom('leagues')
    .select(HIDING_COLUMNS)
    .where('id', '=', leagueId)
    .executeTakeFirstOrThrow()
  return toPickHiding(row)
}

async function listStoredPicks(db: Transaction<Database>, leagueId: number): Promise<StoredPick[]> {
  const rows = await db
    .selectFrom('picks')
    .select(['season', 'week', 'user_id as userId', 'text', 'sheet_text as sheetText', 'is_edited'])
    .where('league_id', '=', leagueId)
    .execute()
  return rows.map(({ is_edited, ...pick }) => ({ ...pick, isEdited: is_edited === 1 }))
}

async function saveChangedPicks(
  db: Transaction<Database>,
  rows: readonly Insertable<PicksTable>[],
  actor: Actor,
): Promise<void> {
  await insertInBatches(rows, (batch) =>
    db
      .insertInto('picks')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(PICK_KEY_COLUMNS).doUpdateSet((eb) => ({
          text: eb.ref('excluded.text'),
          sheet_text: eb.ref('excluded.sheet_text'),
          updated_at: eb.ref('excluded.updated_at'),
          // A different text is a different bet, so it must be settled again.
          result: null,
          settled_by: null,
          selection: null,
          imported_person_id: null,
        })),
      )
      .execute(),
  )
  const changes = rows.map(({ league_id, season, week, user_id, text, updated_at }) => {
    const by = { by_id: actor.userId, by_name: actor.username }
    return { league_id, season, week, user_id, text, via: 'sheet' as const, ...by, at: updated_at }
  })
  await insertInBatches(changes, (batch) => db.insertInto('pick_changes').values(batch).execute())
}

/** Stores the sheet's text of unchanged picks, so that the next import can detect changed rows. */
async function saveSheetTexts(
  db: Transaction<Database>,
  rows: readonly Insertable<PicksTable>[],
): Promise<void> {
  await insertInBatches(rows, (batch) =>
    db
      .insertInto('picks')
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .columns(PICK_KEY_COLUMNS)
          .doUpdateSet((eb) => ({ sheet_text: eb.ref('excluded.sheet_text') })),
      )
      .execute(),
  )
}

/** Only edits made after this import count as edits from now on. */
async function clearEditedFlags(db: Transaction<Database>, leagueId: number): Promise<void> {
  await db
    .updateTable('picks')
    .set({ is_edited: 0 })
    .where('league_id', '=', leagueId)
    .where('is_edited', '=', 1)
    .execute()
}

function toRow(
  leagueId: number,
  { season, week, owner, text }: OwnedPick,
  now: Date,
): Insertable<PicksTable> {
  return {
    league_id: leagueId,
    season,
    week,
    user_id: owner.userId,
    text,
    result: null,
    sheet_text: text,
    is_edited: 0,
    updated_at: now.getTime(),
  }
}

function distinctWeeks(picks: readonly OwnedPick[]): BettingWeek[] {
  const weeks = new Map(picks.map(({ season, week }) => [`${season} ${week}`, { season, week }]))
  return [...weeks.values()]
}
