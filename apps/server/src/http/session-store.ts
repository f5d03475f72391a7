import type { Db } from '../database/database.ts'
import { hashOfToken, newToken } from './tokens.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** How long a session lasts after it was last used. */
export const SESSION_MS = 14 * DAY_MS

/** A session in use is written down at most this often. */
const SEEN_EVERY_MS = 60 * 60 * 1000

/** The person behind a session. */
export type Caller = {
  userId: number
  username: string
  firstName: string
  lastName: string
  email: string
  isAdmin: boolean
  isStaff: boolean
  /** Which of the person's sessions this is. */
  tokenHash: string
}

export type SessionStore = ReturnType<typeof sessionStore>

export function sessionStore(db: Db) {
  return {
    /** Starts a session and returns its token, which is known to nobody else. */
    async start(userId: number, now: Date): Promise<string> {
      const token = newToken()
      const at = now.getTime()
      await db
        .insertInto('sessions')
        .values({
          token_hash: hashOfToken(token),
          user_id: userId,
          created_at: at,
          seen_at: at,
          expires_at: at + SESSION_MS,
        })
        .execute()
      return token
    },

    /**
     * Who holds a token, or null when it is unknown or has expired. `wasExtended` tells that
     * the session's end was moved, so that the cookie's must be too.
     */
    async use(token: string, now: Date): Promise<{ caller: Caller; wasExtended: boolean } | null> {
      const at = now.getTime()
      const row = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select([
          'users.id',
          'users.username',
          'users.first_name',
          'users.last_name',
          'users.email',
          'users.is_admin',
          'users.is_staff',
          'sessions.token_hash',
          'sessions.seen_at',
        ])
        .where('sessions.token_hash', '=', hashOfToken(token))
        .where('sessions.expires_at', '>', at)
        .executeTakeFirst()
      if (row === undefined) return null
      const wasExtended = at - row.seen_at >= SEEN_EVERY_MS
      if (wasExtended) {
        await db
          .updateTable('sessions')
          .set({ seen_at: at, expires_at: at + SESSION_MS })
          .where('token_hash', '=', row.token_hash)
          .execute()
      }
      return {
        caller: {
          userId: row.id,
          username: row.username,
          firstName: row.first_name,
          lastName: row.last_name,
          email: row.email,
          isAdmin: row.is_admin === 1,
          isStaff: row.is_staff === 1,
          tokenHash: row.token_hash,
        },
        wasExtended,
      }
    },

    async end(tokenHash: string): Promise<void> {
      await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
    },
  }
}
