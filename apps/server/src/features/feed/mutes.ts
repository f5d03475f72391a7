import type { MutedPerson } from '@fieldhouse/contract/feed/moderation'
import { type Db, inTransaction } from '../../database/engine/database.ts'
import { recordEvent } from '../../repositories/change-league.ts'
import { loadDisplayNames } from '../../repositories/memberships.ts'
import type { FeedUser } from './items.ts'

// Whom people have muted for themselves. Nobody else learns about it, so nothing is recorded in the audit log.

/** Whom the users of a league have muted: the muted users by the user who muted them. */
export type Mutes = ReadonlyMap<number, ReadonlySet<number>>

export async function listLeagueMutes(db: Db, leagueId: number): Promise<Mutes> {
  const rows = await db
    .selectFrom('mutes')
    .select(['user_id as userId', 'muted_user_id as mutedId'])
    .where('league_id', '=', leagueId)
    .execute()
  const byUser = Map.groupBy(rows, ({ userId }) => userId)
  return new Map([...byUser].map(([userId, muted]) => [userId, new Set(muted.map(({ mutedId }) => mutedId))]))
}

/** Mutes a person in a league, or no longer. Does nothing if that is so already. */
export function setMuted(db: Db, { userId, leagueId, now }: FeedUser, mutedId: number, isMuted: boolean) {
  return inTransaction(db, async (transaction) => {
    if (isMuted)
      await transaction
        .insertInto('mutes')
        .values({ league_id: leagueId, user_id: userId, muted_user_id: mutedId, created_at: now.getTime() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else
      await transaction
        .deleteFrom('mutes')
        .where((eb) => eb.and({ league_id: leagueId, user_id: userId, muted_user_id: mutedId }))
        .execute()
    await recordEvent(transaction, leagueId, { name: 'mutes', data: { user: userId } }, now)
  })
}

/** Whom a user has muted, by league and in the order of their IDs. */
export async function listMutesOf(db: Db, userId: number): Promise<MutedPerson[]> {
  const rows = await db
    .selectFrom('mutes')
    .innerJoin('leagues', 'leagues.id', 'mutes.league_id')
    .innerJoin('users', 'users.id', 'mutes.user_id')
    .select(['mutes.id', 'mutes.league_id', 'mutes.muted_user_id', 'mutes.created_at', 'leagues.name'])
    .where('mutes.user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('users.is_admin', '=', 1),
        eb('users.is_staff', '=', 1),
        // The names of a league are for its members.
        eb(
          'mutes.league_id',
          'in',
          eb.selectFrom('memberships').select('league_id').where('user_id', '=', userId),
        ),
      ]),
    )
    .orderBy('leagues.name_key')
    .orderBy('mutes.id')
    .execute()
  const byLeague = Map.groupBy(rows, ({ league_id }) => league_id)
  const mutes = [...byLeague].map(async ([leagueId, ofLeague]) => {
    const ids = ofLeague.map(({ muted_user_id }) => muted_user_id)
    const names = await loadDisplayNames(db, leagueId, ids)
    return ofLeague.map(({ id, name: league, muted_user_id, created_at }) => {
      return {
        id,
        league,
        name: names.get(muted_user_id) ?? '',
        muted_at: new Date(created_at).toISOString(),
      }
    })
  })
  return (await Promise.all(mutes)).flat()
}
