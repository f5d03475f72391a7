import type { BettingWeek } from '@fieldhouse/domain/betslip/betting-week'
import type { Selection } from '@fieldhouse/domain/betslip/selections'
import type { LegResult } from '@fieldhouse/domain/betslip/settlement'
import type { Kysely } from 'kysely'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { recordAuditEntry } from '../../../repositories/audit/audit.ts'
import { lockLeague } from '../../../repositories/leagues/lock-league.ts'
import { parseStoredSelection } from '../../../repositories/nfl/stored-selection.ts'
import { settleInSlip } from './slip-result-store.ts'

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
   * Records the results of picks of a season of a league. Leaves out picks that were changed, settled or reopened by somebody since
   * they were read. Returns how many it settled.
   */
  settle(leagueId: number, season: number, settled: readonly SettledPick[], now: Date): Promise<number>
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

    settle(leagueId, season, settled, now) {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const byWeek = Map.groupBy(settled, ({ pick }) => pick.week)
        let count = 0
        for (const [week, inWeek] of byWeek) {
          const bettingWeek = { season, week }
          const settlePicks = () => settleWeek(transaction, leagueId, bettingWeek, inWeek, now)
          count += await settleInSlip(transaction, leagueId, bettingWeek, settlePicks, now)
        }
        return count
      })
    },
  }
}

type SettledPick = { pick: BoardPick; result: LegResult | null }

async function settleWeek(
  transaction: Kysely<Database>,
  leagueId: number,
  { season, week }: BettingWeek,
  settled: readonly SettledPick[],
  now: Date,
): Promise<number> {
  let count = 0
  for (const { pick, result } of settled) {
    const { userId, username, text, result: before } = pick
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
    const detail = { username, season, week, result, before }
    await recordAuditEntry(transaction, { at: now, actor: null, leagueId, action: 'bets.settle', detail })
  }
  return count
}
