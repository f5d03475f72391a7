import type { Db } from '../../database/engine/database.ts'

/** Locks the row of a league: other transactions that change the league wait until this one ends. */
export async function lockLeague(db: Pick<Db, 'updateTable'>, leagueId: number): Promise<void> {
  await db
    .updateTable('leagues')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', leagueId)
    .execute()
}
