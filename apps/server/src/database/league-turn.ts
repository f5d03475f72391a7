import type { Db } from './database.ts'

/** Makes others who change the same league wait until this transaction has ended. */
export async function takeLeagueTurn(db: Pick<Db, 'updateTable'>, leagueId: number): Promise<void> {
  await db
    .updateTable('leagues')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', leagueId)
    .execute()
}
