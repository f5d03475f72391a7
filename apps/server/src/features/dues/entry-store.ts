import { DUES_LIMITS, type DuesEntryKind } from '@fieldhouse/domain/league/dues'
import { type Cents, moneyToDecimalString } from '@fieldhouse/domain/money'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { type DuesEdit, type NotedTeam, record } from './record-edit.ts'
import { countEntries, selectSetup } from './store.ts'

export type NewEntry = {
  team: NotedTeam
  kind: DuesEntryKind
  amount: Cents
  /** null for an adjustment. */
  paidOn: string | null
  note: string
}

/** Writes what admins note about teams. */
export interface DuesEntryStore {
  addEntry(edit: DuesEdit, entry: NewEntry): Promise<'saved' | 'dues_not_set_up' | 'dues_full'>
  /** Returns the season of the removed entry; null if it is not stored. */
  removeEntry(edit: Omit<DuesEdit, 'season'>, id: number): Promise<number | null>
}

export function duesEntryStore(db: Db): DuesEntryStore {
  return {
    addEntry(edit, { team, kind, amount, paidOn, note }) {
      return inTransaction(db, async (transaction) => {
        const { leagueId, season, now } = edit
        await lockLeague(transaction, leagueId)
        if ((await selectSetup(transaction, leagueId, season)) === null) return 'dues_not_set_up'
        if ((await countEntries(transaction, leagueId, season)) >= DUES_LIMITS.entries) return 'dues_full'
        await transaction
          .insertInto('dues_entries')
          .values({
            league_id: leagueId,
            season,
            team_id: team.teamId,
            team_name: team.name,
            kind,
            amount: Number(amount),
            paid_on: paidOn,
            note,
            noted_at: now.getTime(),
          })
          .execute()
        const detail = { team: team.name, amount: moneyToDecimalString(amount) }
        if (kind === 'payment')
          await record(transaction, edit, 'dues.payment', { ...detail, paid_on: paidOn })
        else await record(transaction, edit, 'dues.adjustment', { ...detail, reason: note })
        return 'saved'
      })
    },

    removeEntry(edit, id) {
      return inTransaction(db, async (transaction) => {
        const { leagueId } = edit
        await lockLeague(transaction, leagueId)
        const entry = await transaction
          .deleteFrom('dues_entries')
          .where('league_id', '=', leagueId)
          .where('id', '=', id)
          .returning(['season', 'team_name', 'kind', 'amount'])
          .executeTakeFirst()
        if (entry === undefined) return null
        const { season, kind, team_name: team } = entry
        const detail = { team, kind, amount: moneyToDecimalString(BigInt(entry.amount) as Cents) }
        await record(transaction, { ...edit, season }, 'dues.remove-entry', detail)
        return season
      })
    },
  }
}
