import type { BettingWeek } from '@fieldhouse/domain/betslip/betting-week'
import type { OwnerLookupResult } from '@fieldhouse/domain/betslip/owner-names'
import {
  type OwnedPick,
  type PicksImport,
  planImport,
  type StoredPick,
} from '@fieldhouse/domain/betslip/picks-import'
import type { PicksSheet } from '@fieldhouse/domain/betslip/picks-sheet'
import type { Insertable, Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { PicksTable } from '../../database/schema/betslip-tables.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { recordEvent } from '../../repositories/events/league-events.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { picksChangedEvent } from './store.ts'

/** Rows per statement. Database engines limit the number of bound parameters to some tens of thousands. */
const BATCH_SIZE = 500

const PICK_KEY_COLUMNS = ['league_id', 'season', 'week', 'user_id'] as const

export interface ImportStore {
  /** Imports a sheet in one transaction and returns what changed. */
  importSheet(
    leagueId: number,
    sheet: PicksSheet,
    find: (text: string) => OwnerLookupResult,
    actor: Actor,
    now: Date,
  ): Promise<PicksImport>
}

export function importStore(db: Db): ImportStore {
  return {
    importSheet(leagueId, sheet, find, actor, now) {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const plan = planImport(sheet, await listStoredPicks(transaction, leagueId), find)
        await saveChangedPicks(transaction, leagueId, plan.changed, actor, now)
        await saveSheetTexts(transaction, leagueId, [...plan.unchanged, ...plan.kept], now)
        await clearEditedFlags(transaction, leagueId)
        for (const week of distinctWeeks(plan.changed)) {
          await recordEvent(transaction, leagueId, picksChangedEvent(week), now)
        }
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'bets.import',
          leagueId,
          detail: { imported: plan.changed.length, kept: plan.kept.length, skipped: plan.skipped.length },
        })
        return plan
      })
    },
  }
}

async function listStoredPicks(db: Transaction<Database>, leagueId: number): Promise<StoredPick[]> {
  const rows = await db
    .selectFrom('picks')
    .select(['season', 'week', 'user_id', 'text', 'sheet_text', 'is_edited'])
    .where('league_id', '=', leagueId)
    .execute()
  return rows.map((row) => ({
    season: row.season,
    week: row.week,
    userId: row.user_id,
    text: row.text,
    sheetText: row.sheet_text,
    isEdited: row.is_edited === 1,
  }))
}

async function saveChangedPicks(
  db: Transaction<Database>,
  leagueId: number,
  picks: readonly OwnedPick[],
  actor: Actor,
  now: Date,
): Promise<void> {
  for (const rows of inChunks(picks.map((pick) => toRow(leagueId, pick, now)))) {
    await db
      .insertInto('picks')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(PICK_KEY_COLUMNS).doUpdateSet((eb) => ({
          text: eb.ref('excluded.text'),
          sheet_text: eb.ref('excluded.sheet_text'),
          updated_at: eb.ref('excluded.updated_at'),
          // A different text is a different bet, so it must be settled again.
          result: null,
        })),
      )
      .execute()
    await db
      .insertInto('pick_changes')
      .values(
        rows.map(({ league_id, season, week, user_id, text }) => ({
          league_id,
          season,
          week,
          user_id,
          text,
          via: 'sheet',
          by_id: actor.userId,
          by_name: actor.username,
          at: now.getTime(),
        })),
      )
      .execute()
  }
}

/** Stores the sheet's text of unchanged picks, so that the next import can detect changed rows. */
async function saveSheetTexts(
  db: Transaction<Database>,
  leagueId: number,
  picks: readonly OwnedPick[],
  now: Date,
): Promise<void> {
  for (const rows of inChunks(picks.map((pick) => toRow(leagueId, pick, now)))) {
    await db
      .insertInto('picks')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(PICK_KEY_COLUMNS)
          .doUpdateSet((eb) => ({ sheet_text: eb.ref('excluded.sheet_text') })),
      )
      .execute()
  }
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

function inChunks<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / BATCH_SIZE)
  return Array.from({ length: count }, (_, index) => rows.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE))
}
