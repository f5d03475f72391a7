import { normalizeName } from '@fieldhouse/domain/names'
import type { Transaction } from 'kysely'
import { NO_PASSWORD } from '../../auth/passwords.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { hasOtherAdmin } from '../../repositories/leagues/memberships.ts'
import { clearFailedLogins } from './password-store.ts'
import { hasSiteAdmin } from './read-site-admin.ts'
import { endAccess, lockSiteAdmins } from './users.ts'

/** What only the owner of an account needs, and what leads to it. Posts, comments, reactions, votes, uploads, picks and the audit log stay. */
const PERSONAL_TABLES = [
  'identities',
  'passkeys',
  'passkey_challenges',
  'totp_secrets',
  'recovery_codes',
  'subscriptions',
  'notification_choices',
  'quiet_hours',
  'notifications',
  'visits',
  'tab_visits',
  'post_keys',
  'media_drafts',
  'item_mentions',
  'comment_mentions',
  'content_reports',
  'mutes',
  'join_requests',
  'invite_uses',
  'league_documents',
  'team_assignments',
  'memberships',
] as const

/**
 * Deletes a user's account. Its row stays, without anything personal, as the author of what they have posted. Throws
 * `last_site_admin`, and `last_league_admin` if nobody else could manage a league.
 */
export async function closeAccount(transaction: Transaction<Database>, user: Actor, now: Date) {
  const { userId } = user
  await lockSiteAdmins(transaction)
  if (!(await hasSiteAdmin(transaction, userId))) {
    const message = "You're the only site admin. Create another one before you delete your account."
    throw new ApiError('last_site_admin', { message })
  }
  const leagues = await listOnlyManagedLeagues(transaction, userId)
  if (leagues.length > 0) {
    const message = `You're the only admin of ${leagues.join(', ')}. Make somebody else an admin, or delete the league, before you delete your account.`
    throw new ApiError('last_league_admin', { message })
  }
  await clearFailedLogins(transaction, userId)
  await endAccess(transaction, userId)
  for (const table of PERSONAL_TABLES)
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute()
  await recordAuditEntry(transaction, { at: now, actor: user, action: 'account.delete' })
  // No username that somebody can register contains an @.
  const username = `former@${userId}`
  await forgetImports(transaction, user, username)
  await transaction
    .updateTable('users')
    .set({
      username,
      username_key: normalizeName(username),
      first_name: 'Former',
      last_name: 'member',
      email: '',
      email_key: null,
      email_verified_at: null,
      email_claim_key: null,
      email_claimed_at: null,
      password_hash: NO_PASSWORD,
      is_admin: 0,
      is_staff: 0,
      disabled_at: now.getTime(),
      deleted_at: now.getTime(),
    })
    .where('id', '=', userId)
    .execute()
}

/** Removes the user's name from imported archives, and their requests, which would pass on with the username. */
async function forgetImports(transaction: Transaction<Database>, user: Actor, formerName: string) {
  await transaction
    .updateTable('imported_people')
    .set({ username: formerName, username_key: normalizeName(formerName) })
    .where((eb) => eb.or([eb('linked_id', '=', user.userId), eb('user_id', '=', user.userId)]))
    .execute()
  await transaction
    .updateTable('imported_people')
    .set({ claimed_at: null })
    .where('linked_id', 'is', null)
    .where('username_key', '=', normalizeName(user.username))
    .execute()
}

/** The leagues whose only admin the user is. They are locked until the transaction ends. */
async function listOnlyManagedLeagues(transaction: Transaction<Database>, userId: number): Promise<string[]> {
  const managed = await transaction
    .selectFrom('memberships')
    .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
    .select(['leagues.id', 'leagues.name'])
    .where('memberships.user_id', '=', userId)
    .where('memberships.role', '=', 'admin')
    .orderBy('leagues.id')
    .execute()
  const names: string[] = []
  for (const { id, name } of managed) {
    await lockLeague(transaction, id)
    if (!(await hasOtherAdmin(transaction, id, userId))) names.push(name)
  }
  return names
}
