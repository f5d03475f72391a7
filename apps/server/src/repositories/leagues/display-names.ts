import { assignDisplayNames } from '@fieldhouse/domain/league/display-names'
import type { Db } from '../../database/engine/database.ts'
import { isOneOf } from '../../database/engine/dialect.ts'

export type DisplayNames = ReadonlyMap<number, string>

export type DisplayNameReader = ReturnType<typeof displayNameReader>

export function displayNameReader(db: Db) {
  return {
    /** Like `loadDisplayNames`. `userIds` is a JSON array. */
    load: (leagueId: number, userIds: string) =>
      loadDisplayNames(db, leagueId, JSON.parse(userIds) as number[]),
  }
}

/** Of these users, the members and the site staff. The names differ, so that nobody can pass for somebody else. */
export async function loadDisplayNames(
  db: Db,
  leagueId: number,
  userIds: readonly number[],
): Promise<DisplayNames> {
  if (userIds.length === 0) return new Map()
  const people = await db
    .selectFrom('users')
    .select(['id as userId', 'username', 'first_name as firstName', 'last_name as lastName'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('memberships')
        .select('user_id as id')
        .where('league_id', '=', leagueId)
        .union(eb.selectFrom('users').select('id').where('is_staff', '=', 1))
        .union(
          eb
            .selectFrom('users')
            .select('id')
            .where(isOneOf(db, 'id', userIds)),
        ),
    )
    .orderBy('id')
    .execute()
  return assignDisplayNames(people)
}
