import { normalizeName } from '@fieldhouse/domain/names'
import type { Db } from '../database/engine/database.ts'
import { ApiError } from '../http/errors/api-error.ts'

/** Finds a user by username, ignoring case. Throws `user_not_found`. */
export async function requireUser(
  db: Pick<Db, 'selectFrom'>,
  username: string,
): Promise<{ id: number; username: string }> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username_key', '=', normalizeName(username))
    .executeTakeFirst()
  if (user === undefined) throw new ApiError('user_not_found')
  return user
}
