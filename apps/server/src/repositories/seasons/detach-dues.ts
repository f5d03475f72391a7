import type { Transaction } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'

/** What is noted about money stays, with the names of the teams: their IDs are those of other teams from now on. */
export async function detachDues(
  transaction: Transaction<Database>,
  leagueId: number,
  seasons: readonly number[],
): Promise<void> {
  for (const table of ['dues_entries', 'dues_payouts'] as const)
    await transaction
      .updateTable(table)
      .set({ team_id: null })
      .where('league_id', '=', leagueId)
      .where('season', 'in', seasons)
      .execute()
  await transaction
    .updateTable('dues_prizes')
    .set({ winner_id: null })
    .where('league_id', '=', leagueId)
    .where('season', 'in', seasons)
    .execute()
}
