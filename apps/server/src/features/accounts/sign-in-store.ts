import type { Kysely } from 'kysely'
import { endSession, startSession } from '../../auth/session-store.ts'
import type { Database } from '../../database/schema/schema.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { clearFailedLogins } from './password-store.ts'

/** The circumstances of a login. */
export type SignInContext = {
  userAgent: string | null
  /** The IP address of the client. */
  address: string | null
  /** The session that the browser had before, which is ended; null for none. */
  replacedSession: { userId: number; tokenHash: string } | null
  now: Date
}

/** Signs in a user who has proved who they are, and returns the session token. */
export async function openSession(
  db: Kysely<Database>,
  user: { id: number; username: string },
  context: SignInContext,
  method?: string,
): Promise<string> {
  await clearFailedLogins(db, user.id)
  await recordAuditEntry(db, {
    at: context.now,
    actor: { userId: user.id, username: user.username },
    action: 'account.login',
    ...(method === undefined ? {} : { detail: { with: method } }),
  })
  return replaceSession(db, user.id, context)
}

/** Starts a session in place of the one that the browser had, and returns its token. */
export async function replaceSession(
  db: Kysely<Database>,
  userId: number,
  context: SignInContext,
): Promise<string> {
  const { userAgent, address, replacedSession, now } = context
  if (replacedSession !== null) await endSession(db, replacedSession.userId, replacedSession.tokenHash)
  return startSession(db, { userId, userAgent, address, now })
}
