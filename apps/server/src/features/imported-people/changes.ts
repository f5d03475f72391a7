import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import type { Actor } from '../../repositories/audit/audit.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'

/** The tables whose rows follow a person, with the columns of which an account has at most one row each. */
const PERSONAL_TABLES: Readonly<Record<string, readonly string[]>> = {
  team_assignments: ['league_id'],
  league_documents: ['league_id', 'kind'],
  feed_items: [],
  item_likes: ['post_id'],
  item_comments: [],
  item_reactions: ['item_id', 'reaction'],
  comment_reactions: ['comment_id', 'reaction'],
  item_mentions: [],
  comment_mentions: [],
  proposal_votes: ['proposal_id'],
  picks: ['league_id', 'season', 'week'],
  pick_changes: [],
  slip_payments: [],
  rule_versions: [],
}

type ImportedPerson = {
  id: number
  leagueId: number
  /** The account that was created for the person. */
  userId: number
  /** As in the archive. */
  username: string
  usernameKey: string
  /** The person's role in the archive; null for somebody who was not a member. */
  role: LeagueRole | null
  memberSince: number | null
  /** null while the person is not linked. */
  linkedId: number | null
}

export function isOwn({ userId, usernameKey, linkedId }: ImportedPerson, user: Actor): boolean {
  if (linkedId !== null) return linkedId === user.userId
  return usernameKey === normalizeName(user.username) && userId !== user.userId
}

/** Locks the league, so that nobody links the same person at the same time. Returns null if the person is not found. */
export async function lockPerson(
  transaction: Transaction<Database>,
  id: number,
): Promise<ImportedPerson | null> {
  const found = await transaction
    .selectFrom('imported_people')
    .select('league_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) return null
  await lockLeague(transaction, found.league_id)
  const person = await transaction
    .selectFrom('imported_people')
    .select(['id', 'league_id as leagueId', 'user_id as userId', 'username', 'username_key as usernameKey'])
    .select(['role', 'member_since as memberSince', 'linked_id as linkedId'])
    .where('id', '=', id)
    .executeTakeFirst()
  return person === undefined || person.userId === null ? null : { ...person, userId: person.userId }
}

/**
 * Makes the rows of an imported person those of another account, or of the person's own again if `linkedId` is null.
 * A row stays where it is if the account already has one in its place, such as a vote on the same proposal. The league
 * should be locked.
 */
export async function linkPerson(
  transaction: Transaction<Database>,
  person: ImportedPerson,
  linkedId: number | null,
  now: Date,
): Promise<void> {
  const [from, to] = [person.linkedId ?? person.userId, linkedId ?? person.userId]
  if (from !== to) {
    for (const [table, key] of Object.entries(PERSONAL_TABLES))
      await moveRows(transaction, { table, key, personId: person.id, from, to })
    await moveMembership(transaction, person, { from, to })
  }
  await transaction
    .updateTable('imported_people')
    .set({ linked_id: linkedId, linked_at: linkedId === null ? null : now.getTime(), claimed_at: null })
    .where('id', '=', person.id)
    .execute()
}

type Move = { table: string; key: readonly string[]; personId: number; from: number; to: number }

async function moveRows(db: Kysely<Database>, { table, key, personId, from, to }: Move): Promise<void> {
  const isTaken = sql`exists (select 1 from ${sql.table(table)} as other where other.user_id = ${to} and ${sql.join(
    key.map((column) => sql`other.${sql.ref(column)} = ${sql.ref(`${table}.${column}`)}`),
    sql` and `,
  )})`
  await sql`update ${sql.table(table)} set user_id = ${to}
    where user_id = ${from} and imported_person_id = ${personId} ${key.length === 0 ? sql`` : sql`and not ${isTaken}`}`.execute(
    db,
  )
}

/** An account that is a member already keeps its role. */
async function moveMembership(
  transaction: Transaction<Database>,
  { id, leagueId, role, memberSince }: ImportedPerson,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await transaction
    .deleteFrom('memberships')
    .where('league_id', '=', leagueId)
    .where('user_id', '=', from)
    .where('imported_person_id', '=', id)
    .execute()
  if (role === null || memberSince === null) return
  await transaction
    .insertInto('memberships')
    .values({ league_id: leagueId, user_id: to, role, created_at: memberSince, imported_person_id: id })
    .onConflict((conflict) => conflict.columns(['league_id', 'user_id']).doNothing())
    .execute()
}
