import type { Db } from './database.ts'

/** Makes others who change the same league wait until this transaction has ended. */
export async function lockLeague(db: Pick<Db, 'updateTable'>, leagueId: number): Promise<void> {
  await db
    .updateTable('leagues')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', leagueId)
    .execute()
}

/** Whether anybody still runs the league. */
export async function hasLeagueAdmin(db: Pick<Db, 'selectFrom'>, leagueId: number): Promise<boolean> {
  const admin = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('league_id', '=', leagueId)
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}
