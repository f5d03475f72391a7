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
import { recordAct } from '../../database/audit.ts'
import type { PicksTable } from '../../database/betslip-tables.ts'
import type { Db } from '../../database/database.ts'
import { recordEvent } from '../../database/league-events.ts'
import { takeLeagueTurn } from '../../database/league-turn.ts'
import type { Database } from '../../database/schema.ts'
import { inTransaction } from '../../database/transaction.ts'
import { type Doer, eventOf } from './store.ts'

/** Rows of one statement: engines take some ten thousand parameters. */
const AT_ONCE = 500

const KEY = ['league_id', 'season', 'week', 'user_id'] as const

export type ImportStore = ReturnType<typeof importStore>

export function importStore(db: Db) {
  return {
    /** Takes over what a sheet says, all of it or nothing, and answers what it changed. */
    async take(
      leagueId: number,
      sheet: PicksSheet,
      find: (text: string) => OwnerLookupResult,
      doer: Doer,
      now: Date,
    ): Promise<PicksImport> {
      return inTransaction(db, async (transaction) => {
        await takeLeagueTurn(transaction, leagueId)
        const plan = planImport(sheet, await storedPicks(transaction, leagueId), find)
        await writeChanged(transaction, leagueId, plan.changed, doer, now)
        await rememberSheet(transaction, leagueId, [...plan.same, ...plan.kept], now)
        await endEdits(transaction, leagueId)
        for (const week of weeksOf(plan.changed)) {
          await recordEvent(transaction, leagueId, eventOf(week), now)
        }
        await recordAct(transaction, {
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

async function storedPicks(db: Transaction<Database>, leagueId: number): Promise<StoredPick[]> {
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

async function writeChanged(
  db: Transaction<Database>,
  leagueId: number,
  picks: readonly OwnedPick[],
  doer: Doer,
  now: Date,
): Promise<void> {
  for (const rows of inChunks(picks.map((pick) => rowOf(leagueId, pick, now)))) {
    await db
      .insertInto('picks')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(KEY).doUpdateSet((eb) => ({
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
async function rememberSheet(
  db: Transaction<Database>,
  leagueId: number,
  picks: readonly OwnedPick[],
  now: Date,
): Promise<void> {
  for (const rows of inChunks(picks.map((pick) => rowOf(leagueId, pick, now)))) {
    await db
      .insertInto('picks')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(KEY).doUpdateSet((eb) => ({ sheet_text: eb.ref('excluded.sheet_text') })),
      )
      .execute()
  }
}

/** From now on, edits are those after this import. */
async function endEdits(db: Transaction<Database>, leagueId: number): Promise<void> {
  await db
    .updateTable('picks')
    .set({ is_edited: 0 })
    .where('league_id', '=', leagueId)
    .where('is_edited', '=', 1)
    .execute()
}

function rowOf(
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

function weeksOf(picks: readonly OwnedPick[]): BettingWeek[] {
  const weeks = new Map(picks.map(({ season, week }) => [`${season} ${week}`, { season, week }]))
  return [...weeks.values()]
}

function inChunks<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / AT_ONCE)
  return Array.from({ length: count }, (_, index) => rows.slice(index * AT_ONCE, (index + 1) * AT_ONCE))
}
