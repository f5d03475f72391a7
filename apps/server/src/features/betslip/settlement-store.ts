import type { BettingWeek } from '@fieldhouse/domain/betslip/betting-week'
import type { Selection } from '@fieldhouse/domain/betslip/selections'
import type { LegResult } from '@fieldhouse/domain/betslip/settlement'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { recordEvent } from '../../repositories/events/league-events.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { parseStoredSelection } from '../../repositories/nfl/stored-selection.ts'
import { picksChangedEvent } from './store.ts'

/** A pick from the odds board that no admin has settled or reopened. */
export type BoardPick = BettingWeek & {
  leagueId: number
  userId: number
  username: string
  text: string
  selection: Selection
  result: LegResult | null
}

export interface SettlementStore {
  /** The picks from the odds board of these weeks, in any league. */
  listBoardPicks(season: number, weeks: { first: number; last: number }): Promise<BoardPick[]>
  /**
   * Records the results of picks of a league. Leaves out picks that were changed, settled or reopened by somebody since
   * they were read. Returns how many it settled.
   */
  settle(
    leagueId: number,
    settled: readonly { pick: BoardPick; result: LegResult | null }[],
    now: Date,
  ): Promise<number>
}

export function settlementStore(db: Db): SettlementStore {
  return {
    async listBoardPicks(season, { first, last }) {
      const rows = await db
        .selectFrom('picks')
        .innerJoin('users', 'users.id', 'picks.user_id')
        .select(['league_id', 'season', 'week', 'user_id', 'username', 'text', 'selection', 'result'])
        .where('selection', 'is not', null)
        .where('season', '=', season)
        .where('week', '>=', first)
        .where('week', '<=', last)
        .where((eb) => eb.or([eb('settled_by', 'is', null), eb('settled_by', '=', 'score')]))
        .orderBy('league_id')
        .orderBy('week')
        .orderBy('user_id')
        .execute()
      return rows.flatMap(({ league_id, user_id, selection: json, ...row }) => {
        const selection = parseStoredSelection(json)
        return selection === null ? [] : { ...row, leagueId: league_id, userId: user_id, selection }
      })
    },

    settle(leagueId, settled, now) {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const changedWeeks = new Map<string, BettingWeek>()
        let count = 0
        for (const { pick, result } of settled) {
          const { season, week, userId, username, text, result: before } = pick
          const { numUpdatedRows } = await transaction
            .updateTable('picks')
            .set({ result, settled_by: result === null ? null : 'score' })
            .where('league_id', '=', leagueId)
            .where('season', '=', season)
            .where('week', '=', week)
            .where('user_id', '=', userId)
            .where('text', '=', text)
            .where('selection', 'is not', null)
            .where((eb) => eb.or([eb('settled_by', 'is', null), eb('settled_by', '=', 'score')]))
            .executeTakeFirst()
          if (numUpdatedRows === 0n) continue
          count += 1
          changedWeeks.set(`${season} ${week}`, { season, week })
          const detail = { username, season, week, result, before }
          await recordAuditEntry(transaction, {
            at: now,
            actor: null,
            leagueId,
            action: 'bets.settle',
            detail,
          })
        }
        for (const week of changedWeeks.values())
          await recordEvent(transaction, leagueId, picksChangedEvent(week), now)
        return count
      })
    },
  }
}
