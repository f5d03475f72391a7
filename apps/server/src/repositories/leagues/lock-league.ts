import type { Db } from '../../database/engine/database.ts'

/** Locks the row of a league: other transactions that change the league wait until this one ends. */
export async function lockLeague(db: Pick<Db, 'updateTable'>, leagueId: number): Promise<void> {
  await db
    .updateTable('leagues')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', leagueId)
    .execute()
}

/** Whether the league has at least one admin. */
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
