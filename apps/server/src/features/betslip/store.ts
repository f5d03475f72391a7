import { isDeepStrictEqual } from 'node:util'
import type { BettingWeek, PickHiding } from '@fieldhouse/domain/betslip/betting-week'
import { isPickHidden } from '@fieldhouse/domain/betslip/betting-week'
import type { Owner } from '@fieldhouse/domain/betslip/owner-names'
import type { Selection } from '@fieldhouse/domain/betslip/selections'
import type { LegResult, PickSettler } from '@fieldhouse/domain/betslip/settlement'
import {
  type Edit,
  type EditConflicts,
  findConflictingFields,
} from '@fieldhouse/domain/league/edit-conflicts'
import type { InferResult } from 'kysely'
import { executeTogether } from '../../database/engine/compile-once.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { findLastChange } from '../../repositories/audit/last-change.ts'
import { eventQuery, recordEvent } from '../../repositories/events/league-events.ts'
import { lockLeague, personLock, sharedLeagueLock } from '../../repositories/leagues/lock-league.ts'
import { HIDING_COLUMNS, toPickHiding } from '../../repositories/leagues/pick-hiding.ts'
import { parseStoredSelection } from '../../repositories/nfl/stored-selection.ts'
import { picksChangedEvent, settleInSlip } from './settlement.ts'

type Reader = Pick<Db, 'selectFrom'>

/** Identifies a pick: an owner has at most one per league and week. */
export type PickKey = BettingWeek & { leagueId: number; owner: Pick<Owner, 'userId' | 'username'> }

export type SavedPick = ReturnType<typeof toPick>

export type PickChange = Awaited<ReturnType<typeof listChanges>>[number]

export type PickConflict = { newer: EditConflicts }

/** Who covers the slip of a week, and whether they paid. */
export type SlipPayment = {
  /** The user who covers it instead of the lowest scorer; null if the lowest scorer does. */
  coveredBy: number | null
  isPaid: boolean
}

export const NO_PAYMENT: SlipPayment = { coveredBy: null, isPaid: false }

export const PICK_KEY_COLUMNS = ['league_id', 'season', 'week', 'user_id'] as const

/** Which picks of a league are hidden, and the Google sheet that they are imported from; null without one. */
export async function readSettings(db: Reader, leagueId: number) {
  const row = await db
    .selectFrom('leagues')
    .select([...HIDING_COLUMNS, 'sheet_id as sheetId', 'sheet_gid as gid'])
    .where('id', '=', leagueId)
    .executeTakeFirstOrThrow()
  const { sheetId, gid } = row
  return { hiding: toPickHiding(row), sheet: sheetId === null ? null : { sheetId, gid } }
}

/** The picks of a season, or of one week of it, by week and user. */
export async function listPicks(
  db: Reader,
  leagueId: number,
  season: number,
  week?: number,
): Promise<SavedPick[]> {
  const query = selectPicks(db, leagueId, season).orderBy('week').orderBy('user_id')
  const rows = await (week === undefined ? query : query.where('week', '=', week)).execute()
  return rows.map(toPick)
}

/**
 * Saves a pick, replacing any earlier one. Saving one's own text again is a no-op. Saving that of somebody else is not,
 * because the difference would reveal a hidden pick to those who guess it. Saves nothing if somebody else has changed the
 * text that the editor expects.
 * @param hiding by which a pick is not compared with what the editor expects; null if nothing is hidden from them
 */
export function upsertPick(
  db: Db,
  key: PickKey,
  edit: Edit<'text'> & { saved: { text: string; selection: Selection | null } },
  hiding: PickHiding | null,
  actor: Actor,
  now: Date,
): Promise<SavedPick | PickConflict> {
  const { leagueId, week, owner } = key
  const { text, selection } = edit.saved
  const isOwn = actor.userId === owner.userId
  return inTransaction(db, async (transaction) => {
    const [, , [row]] = await executeTogether(transaction, [
      sharedLeagueLock(transaction, leagueId),
      personLock(transaction, leagueId, owner.userId),
      selectPick(transaction, key).compile(),
    ])
    const before = row === undefined ? null : toPick(row)
    const isHidden = before !== null && hiding !== null && isPickHidden(hiding, key, before.updatedAt, now)
    const stored = { text: before?.text ?? null }
    if (!isHidden && findConflictingFields(stored, edit).length > 0) {
      const [change] = await listChanges(transaction, key, 1)
      return {
        newer: { text: { value: stored.text, by: change?.by.username ?? null, at: change?.at ?? null } },
      }
    }
    if (before?.text === text && isOwn && isDeepStrictEqual(before.selection, selection)) return before
    const columns = keyColumns(key)
    const values = {
      text,
      selection: selection === null ? null : JSON.stringify(selection),
      result: null,
      settled_by: null,
      is_edited: 1,
      imported_person_id: null,
      updated_at: now.getTime(),
    }
    const by = { by_id: actor.userId, by_name: actor.username }
    await executeTogether(transaction, [
      transaction
        .insertInto('picks')
        .values({ ...columns, ...values, sheet_text: null })
        .onConflict((conflict) => conflict.columns(PICK_KEY_COLUMNS).doUpdateSet(values))
        .compile(),
      transaction
        .insertInto('pick_changes')
        .values({ ...columns, text, via: 'page', ...by, at: now.getTime() })
        .compile(),
      eventQuery(transaction, leagueId, picksChangedEvent(key), now),
    ])
    if (!isOwn) await recordAuditEntry(transaction, { ...auditEntryOf(key, actor, now), action: 'bets.save' })
    const saved = { userId: owner.userId, week, text, selection, result: null, settledBy: null }
    return { ...saved, updatedAt: now, leagueImport: null }
  })
}

/**
 * Records a pick's result, which then stands whatever the score is. A result of null reopens the pick. Returns null if
 * the pick does not exist.
 */
export function settleByAdmin(
  db: Db,
  key: PickKey,
  edit: Edit<'result'> & { saved: { result: LegResult | null } },
  actor: Actor,
  now: Date,
): Promise<SavedPick | PickConflict | null> {
  const { leagueId, season, week, owner } = key
  const { result } = edit.saved
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    const row = await selectPick(transaction, key).executeTakeFirst()
    if (row === undefined) return null
    const before = toPick(row)
    if (before.result === result) return before
    if (findConflictingFields({ result: before.result }, edit).length > 0) {
      const change = await findLastChange(
        transaction,
        leagueId,
        'bets.settle',
        (detail) =>
          detail['season'] === season && detail['week'] === week && detail['username'] === owner.username,
      )
      return { newer: { result: { value: before.result, ...change } } }
    }
    const change = async () => {
      const { numUpdatedRows } = await transaction
        .updateTable('picks')
        .set({ result, settled_by: 'admin' })
        .where((eb) => eb.and(keyColumns(key)))
        .executeTakeFirst()
      return Number(numUpdatedRows)
    }
    await settleInSlip(transaction, leagueId, { season, week }, change, now)
    const entry = auditEntryOf(key, actor, now)
    const detail = { ...entry.detail, result, before: before.result }
    await recordAuditEntry(transaction, { ...entry, action: 'bets.settle', detail })
    return { ...before, result, settledBy: result === null ? null : 'admin' }
  })
}

/** The texts that a pick has had, newest first. */
export async function listChanges(db: Reader, { leagueId, season, week, owner }: PickKey, limit?: number) {
  const query = db
    .selectFrom('pick_changes')
    .leftJoin('league_imports', (join) =>
      join
        .onRef('league_imports.league_id', '=', 'pick_changes.league_id')
        .on('pick_changes.imported_person_id', 'is not', null),
    )
    .select(['text', 'via', 'by_id as userId', 'by_name as username', 'at', 'imported_at', 'imported_by'])
    .where('pick_changes.league_id', '=', leagueId)
    .where('season', '=', season)
    .where('week', '=', week)
    .where('user_id', '=', owner.userId)
    .orderBy('id', 'desc')
  const rows = await (limit === undefined ? query : query.limit(limit)).execute()
  return rows.map(({ text, via, at, userId, username, ...mark }) => ({
    text,
    via,
    by: { userId, username },
    at: new Date(at),
    leagueImport: toLeagueImport(mark),
  }))
}

/** What was noted about the slips of a season, by week. */
export async function listPayments(
  db: Reader,
  leagueId: number,
  season: number,
): Promise<Map<number, SlipPayment>> {
  const rows = await db
    .selectFrom('slip_payments')
    .select(['week', 'user_id', 'is_paid'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .execute()
  return new Map(rows.map((row) => [row.week, toPayment(row)]))
}

/**
 * Notes who covers a slip and whether they paid. What is undefined stays as it is; a null owner stands for the lowest
 * scorer. Returns null, and notes nothing, if `mayNote` is false for what is stored.
 */
export function notePayment(
  db: Db,
  leagueId: number,
  { season, week }: BettingWeek,
  change: { coveredBy: PickKey['owner'] | null | undefined; isPaid: boolean | undefined },
  mayNote: (stored: SlipPayment) => boolean,
  actor: Actor,
  now: Date,
): Promise<SlipPayment | null> {
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    const row = await transaction
      .selectFrom('slip_payments')
      .leftJoin('users', 'users.id', 'slip_payments.user_id')
      .select(['user_id', 'is_paid', 'username'])
      .where('league_id', '=', leagueId)
      .where('season', '=', season)
      .where('week', '=', week)
      .executeTakeFirst()
    const before = row === undefined ? NO_PAYMENT : toPayment(row)
    if (!mayNote(before)) return null
    const owner =
      change.coveredBy === undefined
        ? { userId: before.coveredBy, username: row?.username ?? null }
        : (change.coveredBy ?? { userId: null, username: null })
    const after = { coveredBy: owner.userId, isPaid: change.isPaid ?? before.isPaid }
    if (isDeepStrictEqual(after, before)) return before
    const values = { user_id: after.coveredBy, is_paid: after.isPaid ? 1 : 0, imported_person_id: null }
    await transaction
      .insertInto('slip_payments')
      .values({ league_id: leagueId, season, week, ...values })
      .onConflict((conflict) => conflict.columns(['league_id', 'season', 'week']).doUpdateSet(values))
      .execute()
    const detail = {
      season,
      week,
      username: owner.username,
      paid: after.isPaid,
      username_before: row?.username ?? null,
      paid_before: before.isPaid,
    }
    await recordAuditEntry(transaction, { at: now, actor, leagueId, action: 'bets.payment', detail })
    await recordEvent(transaction, leagueId, picksChangedEvent({ season, week }), now)
    return after
  })
}

function selectPick(db: Reader, { leagueId, season, week, owner }: PickKey) {
  return selectPicks(db, leagueId, season).where('week', '=', week).where('user_id', '=', owner.userId)
}

function selectPicks(db: Reader, leagueId: number, season: number) {
  return db
    .selectFrom('picks')
    .leftJoin('league_imports', (join) =>
      join
        .onRef('league_imports.league_id', '=', 'picks.league_id')
        .on('picks.imported_person_id', 'is not', null),
    )
    .select(['user_id as userId', 'week', 'text', 'selection', 'result', 'settled_by', 'updated_at'])
    .select(['imported_at', 'imported_by'])
    .where('picks.league_id', '=', leagueId)
    .where('season', '=', season)
}

function toPick({ userId, week, text, ...row }: InferResult<ReturnType<typeof selectPicks>>[number]) {
  const settledBy: PickSettler | null = row.result === null ? null : row.settled_by
  return {
    userId,
    week,
    text,
    /** What a pick from the odds board bets on; null for other picks. */
    selection: parseStoredSelection(row.selection),
    result: row.result,
    settledBy,
    updatedAt: new Date(row.updated_at),
    /** The archive that contained it; null for a pick of this server. */
    leagueImport: toLeagueImport(row),
  }
}

const keyColumns = ({ leagueId, season, week, owner }: PickKey) => ({
  league_id: leagueId,
  season,
  week,
  user_id: owner.userId,
})

/** Omits the pick's text, because picks may be hidden from people who can read the audit log. */
function auditEntryOf({ leagueId, season, week, owner }: PickKey, actor: Actor, now: Date) {
  return { at: now, actor, leagueId, detail: { username: owner.username, season, week } }
}

function toLeagueImport(row: { imported_at: number | null; imported_by: string | null }) {
  return row.imported_at === null ? null : { at: new Date(row.imported_at), by: row.imported_by }
}

function toPayment({ user_id, is_paid }: { user_id: number | null; is_paid: number }): SlipPayment {
  return { coveredBy: user_id, isPaid: is_paid === 1 }
}
