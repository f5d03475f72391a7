import type { Kysely } from 'kysely'
import { compileOnce, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { recordEvent } from '../../../repositories/events/league-events.ts'
import { loadDisplayNames } from '../../../repositories/leagues/display-names.ts'

/** Whom the users of a league have muted: the muted users by the user who muted them. */
export type Mutes = ReadonlyMap<number, ReadonlySet<number>>

export type Mute = { id: number; league: string; name: string; mutedAt: number }

/** Whom people have muted for themselves. Nobody else learns about it, so nothing is recorded in the audit log. */
export interface MuteStore {
  /** Mutes a person in a league. Does nothing if that person is muted already. */
  mute(user: { userId: number; leagueId: number }, mutedId: number, now: Date): Promise<void>
  unmute(user: { userId: number; leagueId: number }, mutedId: number, now: Date): Promise<void>
  isMuted(user: { userId: number; leagueId: number }, mutedId: number): Promise<boolean>
  /** Whom a user has muted, by league and in the order of their IDs. */
  list(userId: number): Promise<Mute[]>
  /** Returns false if the user has no mute with this ID. */
  remove(userId: number, id: number, now: Date): Promise<boolean>
}

const selectMutes = compileOnce((db, value: ValueOf<{ leagueId: number }>) =>
  db
    .selectFrom('mutes')
    .select(['user_id as userId', 'muted_user_id as mutedId'])
    .where('league_id', '=', value('leagueId')),
)

export async function listLeagueMutes(db: Kysely<Database>, leagueId: number): Promise<Mutes> {
  const rows = await selectMutes(db, { leagueId })
  const byUser = Map.groupBy(rows, ({ userId }) => userId)
  return new Map([...byUser].map(([userId, muted]) => [userId, new Set(muted.map(({ mutedId }) => mutedId))]))
}

export function muteStore(db: Db): MuteStore {
  return {
    async mute({ userId, leagueId }, mutedId, now) {
      await inTransaction(db, async (transaction) => {
        await transaction
          .insertInto('mutes')
          .values({
            league_id: leagueId,
            user_id: userId,
            muted_user_id: mutedId,
            created_at: now.getTime(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await recordEvent(transaction, leagueId, { name: 'mutes', data: { user: userId } }, now)
      })
    },

    async unmute({ userId, leagueId }, mutedId, now) {
      await inTransaction(db, async (transaction) => {
        await transaction
          .deleteFrom('mutes')
          .where('league_id', '=', leagueId)
          .where('user_id', '=', userId)
          .where('muted_user_id', '=', mutedId)
          .execute()
        await recordEvent(transaction, leagueId, { name: 'mutes', data: { user: userId } }, now)
      })
    },

    async isMuted({ userId, leagueId }, mutedId) {
      const row = await db
        .selectFrom('mutes')
        .select('id')
        .where('league_id', '=', leagueId)
        .where('user_id', '=', userId)
        .where('muted_user_id', '=', mutedId)
        .executeTakeFirst()
      return row !== undefined
    },

    async list(userId) {
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
      const mutes: Mute[] = []
      for (const [leagueId, ofLeague] of Map.groupBy(rows, ({ league_id }) => league_id)) {
        const ids = ofLeague.map(({ muted_user_id }) => muted_user_id)
        const names = await loadDisplayNames(db, leagueId, ids)
        for (const { id, name, muted_user_id, created_at } of ofLeague)
          mutes.push({ id, league: name, name: names.get(muted_user_id) ?? '', mutedAt: created_at })
      }
      return mutes
    },

    async remove(userId, id, now) {
      return inTransaction(db, async (transaction) => {
        const removed = await transaction
          .deleteFrom('mutes')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returning('league_id')
          .executeTakeFirst()
        if (removed === undefined) return false
        await recordEvent(transaction, removed.league_id, { name: 'mutes', data: { user: userId } }, now)
        return true
      })
    },
  }
}
