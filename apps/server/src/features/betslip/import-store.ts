import type { BettingWeek } from '@fieldhouse/domain/betting-week'
import type { OwnerLookupResult } from '@fieldhouse/domain/owner-names'
import {
  type OwnedPick,
  type PicksImport,
  planImport,
  type StoredPick,
} from '@fieldhouse/domain/picks-import'
import type { PicksSheet } from '@fieldhouse/domain/picks-sheet'
import type { Insertable, Transaction } from 'kysely'
import { recordAuditEntry } from '../../database/audit.ts'
import type { PicksTable } from '../../database/betslip-tables.ts'
import type { Db } from '../../database/database.ts'
import { recordEvent } from '../../database/league-events.ts'
import { lockLeague } from '../../database/lock-league.ts'
import type { Database } from '../../database/schema.ts'
import { inTransaction } from '../../database/transaction.ts'
import { type Actor, picksChangedEvent } from './store.ts'

/** Rows of one statement: engines take some ten thousand parameters. */
const BATCH_SIZE = 500

const PICK_KEY_COLUMNS = ['league_id', 'season', 'week', 'user_id'] as const

export type ImportStore = ReturnType<typeof importStore>

export function importStore(db: Db) {
  return {
    /** Takes over what a sheet says, all of it or nothing, and answers what it changed. */
    async importSheet(
      leagueId: number,
      sheet: PicksSheet,
      find: (text: string) => OwnerLookupResult,
      doer: Actor,
      now: Date,
    ): Promise<PicksImport> {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const plan = planImport(sheet, await listStoredPicks(transaction, leagueId), find)
        await saveChangedPicks(transaction, leagueId, plan.changed, doer, now)
        await saveSheetTexts(transaction, leagueId, [...plan.same, ...plan.kept], now)
        await clearEditedFlags(transaction, leagueId)
        for (const week of distinctWeeks(plan.changed)) {
          await recordEvent(transaction, leagueId, picksChangedEvent(week), now)
        }
        await recordAuditEntry(transaction, {
          at: now,
          actor: doer,
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
  doer: Actor,
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
          // Another text is another bet.
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
          by_id: doer.userId,
          by_name: doer.username,
          at: now.getTime(),
        })),
      )
      .execute()
  }
}

/** Keeps what the sheet says of picks that stay as they are, to see later whether it has changed. */
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

/** From now on, edits are those after this import. */
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
