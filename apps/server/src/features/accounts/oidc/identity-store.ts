import type { Kysely } from 'kysely'
import { NO_PASSWORD } from '../../../auth/passwords.ts'
import type { Db } from '../../../database/engine/database.ts'
import { isUniqueViolation } from '../../../database/engine/database-errors.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import { recordOwnChange } from '../../../repositories/accounts/account-changes.ts'
import { type Actor, recordAuditEntry } from '../../../repositories/audit/audit.ts'
import { markEmailVerified } from '../email.ts'
import { type Account, openSession, type SignInContext } from '../sign-in.ts'
import { findAccount, findByUsername, insertAccount, type NewAccount } from '../store.ts'

/** An account at a provider. `provider` is the provider's name, for the audit log. */
export type NewIdentity = { issuer: string; subject: string; email: string | null; provider: string }

type SignedIn = { account: Account; token: string }

/** Signs in the user that the identity is linked to; null if it is linked to nobody. */
export function signInWithIdentity(
  db: Db,
  { issuer, subject, provider }: NewIdentity,
  context: SignInContext,
): Promise<SignedIn | null> {
  return inTransaction(db, async (transaction) => {
    const identity = await transaction
      .updateTable('identities')
      .set({ used_at: context.now.getTime() })
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .returning('user_id')
      .executeTakeFirst()
    if (identity === undefined) return null
    const account = await findAccount(transaction, identity.user_id)
    if (account === null) return null
    return { account, token: await openSession(transaction, account, context, provider) }
  })
}

/** Links an identity to a user. Linking it again changes nothing. Returns false if it is somebody else's. */
export async function addIdentity(db: Db, identity: NewIdentity, user: Actor, now: Date): Promise<boolean> {
  try {
    await inTransaction(db, async (transaction) => {
      await insertIdentity(transaction, identity, user.userId, now)
      const detail = { provider: identity.provider, email: identity.email }
      await recordOwnChange(transaction, user, now, 'account.link_identity', detail)
    })
    return true
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return (await findLinkedUser(db, identity)) === user.userId
  }
}

/**
 * Creates an account without a password that the identity signs in to, and signs in. Throws `identity_taken`,
 * `email_taken` or `username_taken`.
 */
export async function registerIdentity(
  db: Db,
  account: Omit<NewAccount, 'passwordHash'>,
  identity: NewIdentity,
  context: SignInContext,
): Promise<SignedIn> {
  const { now } = context
  try {
    return await inTransaction(db, async (transaction) => {
      const created = await insertAccount(transaction, { ...account, passwordHash: NO_PASSWORD }, now)
      const { id, username } = created
      await recordAuditEntry(transaction, {
        at: now,
        actor: { userId: id, username },
        action: 'account.register',
        detail: { is_admin: account.isAdmin, provider: identity.provider },
      })
      if (account.email !== '') await markEmailVerified(transaction, id, account.email, now)
      await insertIdentity(transaction, identity, id, now)
      const token = await openSession(transaction, created, context, identity.provider)
      return { account: created, token }
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    if ((await findLinkedUser(db, identity)) !== null) throw new ApiError('identity_taken')
    const isNew = (await findByUsername(db, account.username)) === null
    throw new ApiError(isNew ? 'email_taken' : 'username_taken')
  }
}

async function findLinkedUser(db: Kysely<Database>, { issuer, subject }: NewIdentity) {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id ?? null
}

async function insertIdentity(
  db: Kysely<Database>,
  { issuer, subject, email }: NewIdentity,
  userId: number,
  now: Date,
): Promise<void> {
  const at = now.getTime()
  await db
    .insertInto('identities')
    .values({ user_id: userId, issuer, subject, email, linked_at: at, used_at: at })
    .execute()
}
