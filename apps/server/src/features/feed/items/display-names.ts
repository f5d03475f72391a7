import { displayNameOf } from '@fieldhouse/domain/names'
import type { Kysely } from 'kysely'
import type { Database } from '../../../database/schema/schema.ts'

/** Display names by user ID. */
export type DisplayNames = ReadonlyMap<number, string>

/** Loads the current display names of the users, ordered by user ID. */
export async function loadDisplayNames(
  db: Kysely<Database>,
  userIds: readonly number[],
): Promise<DisplayNames> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('id', 'in', userIds)
    .orderBy('id')
    .execute()
  return new Map(
    rows.map(({ id, username, first_name, last_name }) => [
      id,
      displayNameOf({ username, firstName: first_name, lastName: last_name }),
    ]),
  )
}
