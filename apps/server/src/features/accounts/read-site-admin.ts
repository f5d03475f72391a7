import type { Db } from '../../database/engine/database.ts'

/** Whether there is a site admin, other than this user, whose account is not disabled. */
export async function hasSiteAdmin(db: Db, exceptUserId = 0): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('disabled_at', 'is', null)
    .where('id', '!=', exceptUserId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
