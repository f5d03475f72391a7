import type { BettingWeek } from '@fieldhouse/domain/betting-week'
import type { LegResult } from '@fieldhouse/domain/settlement'
import { recordAct } from '../../database/audit.ts'
import type { PickSource } from '../../database/betslip-tables.ts'
import type { Db } from '../../database/database.ts'
import { recordEvent } from '../../database/league-events.ts'
import { takeLeagueTurn } from '../../database/league-turn.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ApiError } from '../../http/api-error.ts'

export type Doer = { userId: number; username: string }

export type KeptPick = {
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
export type PickKey = BettingWeek & { leagueId: number; owner: Doer }

export type LeagueSheet = { sheetId: string; gid: string | null }

const PICK = ['user_id', 'week', 'text', 'result', 'updated_at'] as const

export type PickStore = ReturnType<typeof pickStore>

export function pickStore(db: Db) {
  return {
    /** Whether others' picks stay hidden until the cut-off, and the sheet; null without one. */
    async settingsOf(leagueId: number): Promise<{ hidesPicks: boolean; sheet: LeagueSheet | null }> {
      const row = await db
        .selectFrom('leagues')
        .select(['hides_picks', 'sheet_id', 'sheet_gid'])
        .where('id', '=', leagueId)
        .executeTakeFirstOrThrow()
      const sheet = row.sheet_id === null ? null : { sheetId: row.sheet_id, gid: row.sheet_gid }
      return { hidesPicks: row.hides_picks === 1, sheet }
    },

    async picksOfWeek(leagueId: number, { season, week }: BettingWeek): Promise<KeptPick[]> {
      const rows = await picksOf(leagueId, season).where('week', '=', week).execute()
      return rows.map(pickIn)
    },

    /** Every pick of a season by its week. */
    async picksOfSeason(leagueId: number, season: number): Promise<Map<number, KeptPick[]>> {
      const rows = await picksOf(leagueId, season).orderBy('week').execute()
      const weeks = new Map<number, KeptPick[]>()
      for (const row of rows) weeks.set(row.week, [...(weeks.get(row.week) ?? []), pickIn(row)])
      return weeks
    },

    /** Puts a pick in the place of the one before. The same text again changes nothing. */
    async save(key: PickKey, text: string, doer: Doer, now: Date): Promise<KeptPick> {
      return inTransaction(db, async (transaction) => {
        await takeLeagueTurn(transaction, key.leagueId)
        const before = await pickOf(transaction, key)
        if (before?.text === text) return before
        const stored = { text, result: null, is_edited: 1, updated_at: now.getTime() }
        await transaction
          .insertInto('picks')
          .values({ ...columnsOf(key), ...stored, sheet_text: null })
          .onConflict((conflict) =>
            conflict.columns(['league_id', 'season', 'week', 'user_id']).doUpdateSet(stored),
          )
          .execute()
        await transaction
          .insertInto('pick_changes')
          .values({
            ...columnsOf(key),
            text,
            via: 'page',
            by_id: doer.userId,
            by_name: doer.username,
            at: now.getTime(),
          })
          .execute()
        if (doer.userId !== key.owner.userId) {
          await recordAct(transaction, { ...actOn(key, doer, now), action: 'bets.save' })
        }
        await recordEvent(transaction, key.leagueId, eventOf(key), now)
        return { userId: key.owner.userId, week: key.week, text, result: null, updatedAt: now }
      })
    },

    /** Says how a pick ended; null takes that back. Throws `pick_not_found`. */
    async settle(key: PickKey, result: LegResult | null, doer: Doer, now: Date): Promise<KeptPick> {
      return inTransaction(db, async (transaction) => {
        await takeLeagueTurn(transaction, key.leagueId)
        const before = await pickOf(transaction, key)
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
        const act = actOn(key, doer, now)
        await recordAct(transaction, {
          ...act,
          action: 'bets.settle',
          detail: { ...act.detail, result, before: before.result },
        })
        await recordEvent(transaction, key.leagueId, eventOf(key), now)
        return { ...before, result }
      })
    },

    /** Every text that a pick had, newest first. */
    async changesOf({ leagueId, season, week, owner }: PickKey): Promise<PickChange[]> {
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

  function picksOf(leagueId: number, season: number) {
    return db
      .selectFrom('picks')
      .select(PICK)
      .where('league_id', '=', leagueId)
      .where('season', '=', season)
      .orderBy('user_id')
  }
}

/** That a week's picks changed. It tells neither whose nor how. */
export function eventOf({ season, week }: BettingWeek) {
  return { name: 'bets', data: { season, week } } as const
}

async function pickOf(db: Pick<Db, 'selectFrom'>, key: PickKey): Promise<KeptPick | null> {
  const row = await db
    .selectFrom('picks')
    .select(PICK)
    .where('league_id', '=', key.leagueId)
    .where('season', '=', key.season)
    .where('week', '=', key.week)
    .where('user_id', '=', key.owner.userId)
    .executeTakeFirst()
  return row === undefined ? null : pickIn(row)
}

function columnsOf({ leagueId, season, week, owner }: PickKey) {
  return { league_id: leagueId, season, week, user_id: owner.userId }
}

/** The text stays out of the log: picks may be hidden from those who read it. */
function actOn({ leagueId, season, week, owner }: PickKey, doer: Doer, now: Date) {
  return { at: now, actor: doer, leagueId, detail: { username: owner.username, season, week } }
}

function pickIn(row: {
  user_id: number
  week: number
  text: string
  result: LegResult | null
  updated_at: number
}): KeptPick {
  return {
    userId: row.user_id,
    week: row.week,
    text: row.text,
    result: row.result,
    updatedAt: new Date(row.updated_at),
  }
}
