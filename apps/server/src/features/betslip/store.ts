import { isDeepStrictEqual } from 'node:util'
import type { BettingWeek, PickHiding } from '@fieldhouse/domain/betslip/betting-week'
import type { Selection } from '@fieldhouse/domain/betslip/selections'
import type { LegResult, PickSettler } from '@fieldhouse/domain/betslip/settlement'
import {
  type Edit,
  type EditConflicts,
  findConflictingFields,
} from '@fieldhouse/domain/league/edit-conflicts'
import type { Kysely } from 'kysely'
import { compileOnce, executeTogether, type ValueOf } from '../../database/engine/compile-once.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { findLastChange } from '../../repositories/audit/last-change.ts'
import { eventQuery } from '../../repositories/events/league-events.ts'
import type { LeagueImport } from '../../repositories/leagues/league-import.ts'
import { lockLeague, personLock, sharedLeagueLock } from '../../repositories/leagues/lock-league.ts'
import { HIDING_COLUMNS, toPickHiding } from '../../repositories/leagues/pick-hiding.ts'
import { parseStoredSelection } from '../../repositories/nfl/stored-selection.ts'
import {
  findLastTextChange,
  type ImportColumns,
  insertChange,
  type KeyValues,
  keyColumns,
  listPickChanges,
  type PickChange,
  type PickKey,
  toKeyValues,
  toLeagueImport,
} from './pick-change-store.ts'
import { picksChangedEvent, settleInSlip } from './settlement/slip-result-store.ts'

export type SavedPick = {
  userId: number
  week: number
  text: string
  /** What a pick from the odds board bets on; null for other picks. */
  selection: Selection | null
  result: LegResult | null
  /** null until the pick is settled. */
  settledBy: PickSettler | null
  updatedAt: Date
  /** The archive that contained it; null for a pick of this server. */
  leagueImport: LeagueImport | null
}

export type LeagueSheet = { sheetId: string; gid: string | null }

const PICK_COLUMNS = [
  'user_id as userId',
  'week',
  'text',
  'selection',
  'result',
  'settled_by',
  'updated_at',
  'imported_at',
  'imported_by',
] as const

export const PICK_KEY_COLUMNS = ['league_id', 'season', 'week', 'user_id'] as const

/** `sheet` is null when none is set. */
export type BetslipSettings = { hiding: PickHiding; sheet: LeagueSheet | null }

/** A pick to save. The expected text is not compared with a pick that `isHidden` from the editor. */
export type PickEdit = Edit<'text'> & {
  saved: { text: string; selection: Selection | null }
  isHidden: (savedAt: Date) => boolean
}

export type PickConflict = { newer: EditConflicts }

export interface PickStore {
  getSettings(leagueId: number): Promise<BetslipSettings>
  listWeekPicks(leagueId: number, week: BettingWeek): Promise<SavedPick[]>
  /** All picks of a season, grouped by week in ascending order. */
  listSeasonPicks(leagueId: number, season: number): Promise<Map<number, SavedPick[]>>
  /**
   * Saves a pick, replacing any earlier one. Saving one's own text again is a no-op. Saving that of somebody else is
   * not, because the difference would reveal a hidden pick to those who guess it. Saves nothing if somebody else has
   * changed the text that the editor expects.
   */
  save(key: PickKey, edit: PickEdit, actor: Actor, now: Date): Promise<SavedPick | PickConflict>
  /**
   * Records a pick's result, which then stands whatever the score is. A result of null reopens the pick. Returns null if
   * the pick does not exist.
   */
  settle(
    key: PickKey,
    edit: Edit<'result'> & { saved: { result: LegResult | null } },
    actor: Actor,
    now: Date,
  ): Promise<SavedPick | PickConflict | null>
  /** Every text the pick has had, newest first. */
  listChanges(key: PickKey): Promise<PickChange[]>
}

export function pickStore(db: Db): PickStore {
  return {
    async getSettings(leagueId) {
      const row = await db
        .selectFrom('leagues')
        .select([...HIDING_COLUMNS, 'sheet_id', 'sheet_gid'])
        .where('id', '=', leagueId)
        .executeTakeFirstOrThrow()
      return {
        hiding: toPickHiding(row),
        sheet: row.sheet_id === null ? null : { sheetId: row.sheet_id, gid: row.sheet_gid },
      }
    },

    async listWeekPicks(leagueId, { season, week }) {
      const rows = await selectPicks(leagueId, season).where('week', '=', week).execute()
      return rows.map(toPick)
    },

    async listSeasonPicks(leagueId, season) {
      const rows = await selectPicks(leagueId, season).orderBy('week').execute()
      return Map.groupBy(rows.map(toPick), (pick) => pick.week)
    },

    save(key, edit, actor, now) {
      const { text, selection } = edit.saved
      const isOwn = actor.userId === key.owner.userId
      return inTransaction(db, async (transaction) => {
        const [, , [row]] = await executeTogether(transaction, [
          sharedLeagueLock(transaction, key.leagueId),
          personLock(transaction, key.leagueId, key.owner.userId),
          selectPick.with(transaction, toKeyValues(key)),
        ])
        const before = row === undefined ? null : toPick(row)
        const isHidden = before !== null && edit.isHidden(before.updatedAt)
        if (!isHidden && findConflictingFields({ text: before?.text ?? null }, edit).length > 0) {
          const change = await findLastTextChange(transaction, key)
          return { newer: { text: { value: before?.text ?? null, ...change } } }
        }
        if (before?.text === text && isOwn && isDeepStrictEqual(before.selection, selection)) return before
        const json = selection === null ? null : JSON.stringify(selection)
        const values = { ...toKeyValues(key), text, selection: json, at: now.getTime() }
        await executeTogether(transaction, [
          upsertPick.with(transaction, values),
          insertChange.with(transaction, { ...values, byId: actor.userId, byName: actor.username }),
          eventQuery(transaction, key.leagueId, picksChangedEvent(key), now),
        ])
        if (!isOwn)
          await recordAuditEntry(transaction, { ...toAuditEntry(key, actor, now), action: 'bets.save' })
        const { userId } = key.owner
        return {
          userId,
          week: key.week,
          text,
          selection,
          result: null,
          settledBy: null,
          updatedAt: now,
          leagueImport: null,
        }
      })
    },

    settle(key, edit, actor, now) {
      const { result } = edit.saved
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, key.leagueId)
        const before = await findPick(transaction, key)
        if (before === null || before.result === result) return before
        const { season, week } = key
        if (findConflictingFields({ result: before.result }, edit).length > 0) {
          const { owner } = key
          const change = await findLastChange(
            transaction,
            key.leagueId,
            'bets.settle',
            (detail) =>
              detail['season'] === season && detail['week'] === week && detail['username'] === owner.username,
          )
          return { newer: { result: { value: before.result, ...change } } }
        }
        await settleInSlip(
          transaction,
          key.leagueId,
          { season, week },
          async () => {
            const { numUpdatedRows } = await transaction
              .updateTable('picks')
              .set({ result, settled_by: 'admin' })
              .where('league_id', '=', key.leagueId)
              .where('season', '=', season)
              .where('week', '=', week)
              .where('user_id', '=', key.owner.userId)
              .executeTakeFirst()
            return Number(numUpdatedRows)
          },
          now,
        )
        const entry = toAuditEntry(key, actor, now)
        await recordAuditEntry(transaction, {
          ...entry,
          action: 'bets.settle',
          detail: { ...entry.detail, result, before: before.result },
        })
        return { ...before, result, settledBy: result === null ? null : 'admin' }
      })
    },

    listChanges: (key) => listPickChanges(db, key),
  }

  function selectPicks(leagueId: number, season: number) {
    return selectFromPicks(db)
      .where('picks.league_id', '=', leagueId)
      .where('season', '=', season)
      .orderBy('user_id')
  }
}

const selectPick = compileOnce((db, value: ValueOf<KeyValues>) =>
  selectFromPicks(db)
    .where('picks.league_id', '=', value('leagueId'))
    .where('season', '=', value('season'))
    .where('week', '=', value('week'))
    .where('user_id', '=', value('userId')),
)

const upsertPick = compileOnce(
  (db, value: ValueOf<KeyValues & { text: string; selection: string | null; at: number }>) =>
    db
      .insertInto('picks')
      .values({
        ...keyColumns(value),
        text: value('text'),
        selection: value('selection'),
        result: null,
        is_edited: 1,
        sheet_text: null,
        imported_person_id: null,
        updated_at: value('at'),
      })
      .onConflict((conflict) =>
        conflict.columns(PICK_KEY_COLUMNS).doUpdateSet((eb) => ({
          text: eb.ref('excluded.text'),
          selection: eb.ref('excluded.selection'),
          result: null,
          settled_by: null,
          is_edited: 1,
          imported_person_id: null,
          updated_at: eb.ref('excluded.updated_at'),
        })),
      ),
)

function selectFromPicks(db: Pick<Db, 'selectFrom'>) {
  return db
    .selectFrom('picks')
    .leftJoin('league_imports', (join) =>
      join
        .onRef('league_imports.league_id', '=', 'picks.league_id')
        .on('picks.imported_person_id', 'is not', null),
    )
    .select(PICK_COLUMNS)
}

async function findPick(db: Kysely<Database>, key: PickKey): Promise<SavedPick | null> {
  const [row] = await selectPick(db, toKeyValues(key))
  return row === undefined ? null : toPick(row)
}

/** Omits the pick's text, because picks may be hidden from people who can read the audit log. */
function toAuditEntry({ leagueId, season, week, owner }: PickKey, actor: Actor, now: Date) {
  return { at: now, actor, leagueId, detail: { username: owner.username, season, week } }
}

type PickRow = Pick<SavedPick, 'userId' | 'week' | 'text' | 'result'> & {
  selection: string | null
  settled_by: PickSettler | null
  updated_at: number
} & ImportColumns

function toPick({ updated_at, imported_at, imported_by, settled_by, ...row }: PickRow): SavedPick {
  const leagueImport = toLeagueImport({ imported_at, imported_by })
  return {
    ...row,
    selection: parseStoredSelection(row.selection),
    settledBy: row.result === null ? null : settled_by,
    updatedAt: new Date(updated_at),
    leagueImport,
  }
}
