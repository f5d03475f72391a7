import type { BettingWeek } from '@fieldhouse/domain/betslip/betting-week'
import type { Owner } from '@fieldhouse/domain/betslip/owner-names'
import type { PickSettler } from '@fieldhouse/domain/betslip/settlement'
import type { InferResult } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { toLeagueImport } from '../../repositories/league-sources.ts'
import { HIDING_COLUMNS, parseStoredSelection, toPickHiding } from '../../repositories/picks.ts'

/** Identifies a pick: an owner has at most one per league and week. */
export type PickKey = BettingWeek & { leagueId: number; owner: Pick<Owner, 'userId' | 'username'> }

export type SavedPick = ReturnType<typeof toPick>

export type SlipPayment = {
  /** The user who covers it instead of the lowest scorer; null if the lowest scorer does. */
  coveredBy: number | null
  isPaid: boolean
}

export const NO_PAYMENT: SlipPayment = { coveredBy: null, isPaid: false }

export const PICK_KEY_COLUMNS = ['league_id', 'season', 'week', 'user_id'] as const

export async function readSettings(db: Db, leagueId: number) {
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
  db: Db,
  leagueId: number,
  season: number,
  week?: number,
): Promise<SavedPick[]> {
  const query = selectPicks(db, leagueId, season).orderBy('week').orderBy('user_id')
  const rows = await (week === undefined ? query : query.where('week', '=', week)).execute()
  return rows.map(toPick)
}

/** The texts that a pick has had, newest first. */
export async function listChanges(db: Db, { leagueId, season, week, owner }: PickKey, limit?: number) {
  const query = db
    .selectFrom('pick_changes')
    .leftJoin('league_imports', (join) =>
      join
        .onRef('league_imports.league_id', '=', 'pick_changes.league_id')
        .on('pick_changes.imported_person_id', 'is not', null),
    )
    .select(['text', 'via', 'by_id as userId', 'by_name as username', 'at', 'imported_at', 'imported_by'])
    .where((eb) => eb.and({ 'pick_changes.league_id': leagueId, season, week, user_id: owner.userId }))
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

export async function listPayments(
  db: Db,
  leagueId: number,
  season: number,
): Promise<Map<number, SlipPayment>> {
  const rows = await db
    .selectFrom('slip_payments')
    .select(['week', 'user_id', 'is_paid'])
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .execute()
  return new Map(rows.map((row) => [row.week, toPayment(row)]))
}

export function selectPick(db: Db, { leagueId, season, week, owner }: PickKey) {
  return selectPicks(db, leagueId, season).where('week', '=', week).where('user_id', '=', owner.userId)
}

function selectPicks(db: Db, leagueId: number, season: number) {
  return db
    .selectFrom('picks')
    .leftJoin('league_imports', (join) =>
      join
        .onRef('league_imports.league_id', '=', 'picks.league_id')
        .on('picks.imported_person_id', 'is not', null),
    )
    .select(['user_id as userId', 'week', 'text', 'selection', 'result', 'settled_by', 'updated_at'])
    .select(['imported_at', 'imported_by'])
    .where((eb) => eb.and({ 'picks.league_id': leagueId, season }))
}

export function toPick({ userId, week, text, ...row }: InferResult<ReturnType<typeof selectPicks>>[number]) {
  const settledBy: PickSettler | null = row.result === null ? null : row.settled_by
  return {
    userId,
    week,
    text,
    selection: parseStoredSelection(row.selection),
    result: row.result,
    settledBy,
    updatedAt: new Date(row.updated_at),
    leagueImport: toLeagueImport(row),
  }
}

export const keyColumns = ({ leagueId, season, week, owner }: PickKey) => ({
  league_id: leagueId,
  season,
  week,
  user_id: owner.userId,
})

export function toPayment({ user_id, is_paid }: { user_id: number | null; is_paid: number }): SlipPayment {
  return { coveredBy: user_id, isPaid: is_paid === 1 }
}
