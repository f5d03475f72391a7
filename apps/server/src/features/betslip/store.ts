import type { BettingWeek } from '@fieldhouse/domain/betting-week'
import type { LegResult } from '@fieldhouse/domain/settlement'
import { recordAuditEntry } from '../../database/audit.ts'
import type { PickSource } from '../../database/betslip-tables.ts'
import type { Db } from '../../database/database.ts'
import { recordEvent } from '../../database/league-events.ts'
import { lockLeague } from '../../database/lock-league.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ApiError } from '../../http/api-error.ts'

export type Actor = { userId: number; username: string }

export type SavedPick = {
  userId: number
  week: number
  text: string
  result: LegResult | null
  updatedAt: Date
}

export type PickChange = {
  text: string
  via: PickSource
  by: { userId: number | null; username: string }
  at: Date
}

/** Whose pick of which week. */
export type PickKey = BettingWeek & { leagueId: number; owner: Actor }

export type LeagueSheet = { sheetId: string; gid: string | null }

const PICK_COLUMNS = ['user_id', 'week', 'text', 'result', 'updated_at'] as const

export type PickStore = ReturnType<typeof pickStore>

export function pickStore(db: Db) {
  return {
    /** Whether others' picks stay hidden until the cut-off, and the sheet; null without one. */
    async getSettings(leagueId: number): Promise<{ hidesPicks: boolean; sheet: LeagueSheet | null }> {
      const row = await db
        .selectFrom('leagues')
        .select(['hides_picks', 'sheet_id', 'sheet_gid'])
        .where('id', '=', leagueId)
        .executeTakeFirstOrThrow()
      const sheet = row.sheet_id === null ? null : { sheetId: row.sheet_id, gid: row.sheet_gid }
      return { hidesPicks: row.hides_picks === 1, sheet }
    },

    async listWeekPicks(leagueId: number, { season, week }: BettingWeek): Promise<SavedPick[]> {
      const rows = await selectPicks(leagueId, season).where('week', '=', week).execute()
      return rows.map(toPick)
    },

    /** Every pick of a season by its week. */
    async listSeasonPicks(leagueId: number, season: number): Promise<Map<number, SavedPick[]>> {
      const rows = await selectPicks(leagueId, season).orderBy('week').execute()
      const weeks = new Map<number, SavedPick[]>()
      for (const row of rows) weeks.set(row.week, [...(weeks.get(row.week) ?? []), toPick(row)])
      return weeks
    },

    /** Puts a pick in the place of the one before. The same text again changes nothing. */
    async save(key: PickKey, text: string, doer: Actor, now: Date): Promise<SavedPick> {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, key.leagueId)
        const before = await findPick(transaction, key)
        if (before?.text === text) return before
        const stored = { text, result: null, is_edited: 1, updated_at: now.getTime() }
        await transaction
          .insertInto('picks')
          .values({ ...toKeyColumns(key), ...stored, sheet_text: null })
          .onConflict((conflict) =>
            conflict.columns(['league_id', 'season', 'week', 'user_id']).doUpdateSet(stored),
          )
          .execute()
        await transaction
          .insertInto('pick_changes')
          .values({
            ...toKeyColumns(key),
            text,
            via: 'page',
            by_id: doer.userId,
            by_name: doer.username,
            at: now.getTime(),
          })
          .execute()
        if (doer.userId !== key.owner.userId) {
          await recordAuditEntry(transaction, { ...toAuditEntry(key, doer, now), action: 'bets.save' })
        }
        await recordEvent(transaction, key.leagueId, picksChangedEvent(key), now)
        return { userId: key.owner.userId, week: key.week, text, result: null, updatedAt: now }
      })
    },

    /** Says how a pick ended; null takes that back. Throws `pick_not_found`. */
    async settle(key: PickKey, result: LegResult | null, doer: Actor, now: Date): Promise<SavedPick> {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, key.leagueId)
        const before = await findPick(transaction, key)
        if (before === null) throw new ApiError('pick_not_found')
        if (before.result === result) return before
        await transaction
          .updateTable('picks')
          .set({ result })
          .where('league_id', '=', key.leagueId)
          .where('season', '=', key.season)
          .where('week', '=', key.week)
          .where('user_id', '=', key.owner.userId)
          .execute()
        const act = toAuditEntry(key, doer, now)
        await recordAuditEntry(transaction, {
          ...act,
          action: 'bets.settle',
          detail: { ...act.detail, result, before: before.result },
        })
        await recordEvent(transaction, key.leagueId, picksChangedEvent(key), now)
        return { ...before, result }
      })
    },

    /** Every text that a pick had, newest first. */
    async listChanges({ leagueId, season, week, owner }: PickKey): Promise<PickChange[]> {
      const rows = await db
        .selectFrom('pick_changes')
        .select(['text', 'via', 'by_id', 'by_name', 'at'])
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .where('week', '=', week)
        .where('user_id', '=', owner.userId)
        .orderBy('id', 'desc')
        .execute()
      return rows.map(({ text, via, by_id, by_name, at }) => ({
        text,
        via,
        by: { userId: by_id, username: by_name },
        at: new Date(at),
      }))
    },
  }

  function selectPicks(leagueId: number, season: number) {
    return db
      .selectFrom('picks')
      .select(PICK_COLUMNS)
      .where('league_id', '=', leagueId)
      .where('season', '=', season)
      .orderBy('user_id')
  }
}

/** That a week's picks changed. It tells neither whose nor how. */
export function picksChangedEvent({ season, week }: BettingWeek) {
  return { name: 'bets', data: { season, week } } as const
}

async function findPick(db: Pick<Db, 'selectFrom'>, key: PickKey): Promise<SavedPick | null> {
  const row = await db
    .selectFrom('picks')
    .select(PICK_COLUMNS)
    .where('league_id', '=', key.leagueId)
    .where('season', '=', key.season)
    .where('week', '=', key.week)
    .where('user_id', '=', key.owner.userId)
    .executeTakeFirst()
  return row === undefined ? null : toPick(row)
}

function toKeyColumns({ leagueId, season, week, owner }: PickKey) {
  return { league_id: leagueId, season, week, user_id: owner.userId }
}

/** The text stays out of the log: picks may be hidden from those who read it. */
function toAuditEntry({ leagueId, season, week, owner }: PickKey, doer: Actor, now: Date) {
  return { at: now, actor: doer, leagueId, detail: { username: owner.username, season, week } }
}

function toPick(row: {
  user_id: number
  week: number
  text: string
  result: LegResult | null
  updated_at: number
}): SavedPick {
  return {
    userId: row.user_id,
    week: row.week,
    text: row.text,
    result: row.result,
    updatedAt: new Date(row.updated_at),
  }
}
