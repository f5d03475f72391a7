import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { findUser } from '../../repositories/leagues/memberships.ts'

/** The tables whose rows follow a person, with the columns of which an account has at most one row each. */
const PERSONAL_TABLES: Readonly<Record<string, readonly string[]>> = {
  team_assignments: ['league_id'],
  league_documents: ['league_id', 'kind'],
  feed_items: [],
  post_likes: ['post_id'],
  post_comments: [],
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

/**
 * Records that the user says to be this person, or not to be. The former waits for a site admin, unless the user is
 * one. Returns null if it is none of the user's people.
 */
export function claimPerson(
  db: Db,
  user: Actor & { isAdmin: boolean },
  id: number,
  isMe: boolean,
  now: Date,
): Promise<'requested' | 'linked' | 'withdrawn' | null> {
  return inTransaction(db, async (transaction) => {
    const person = await lockPerson(transaction, id)
    if (person === null || !isOwn(person, user)) return null
    const isLinked = person.linkedId !== null
    if (isMe && isLinked) return 'linked'
    if (isMe && !user.isAdmin) {
      await transaction
        .updateTable('imported_people')
        .set({ claimed_at: now.getTime() })
        .where('id', '=', id)
        .execute()
    } else await linkPerson(transaction, person, isMe ? user.userId : null, now)
    const linkedNow = isMe && user.isAdmin
    await recordAuditEntry(transaction, {
      at: now,
      actor: user,
      action: linkedNow ? 'people.link' : isMe ? 'people.claim' : 'people.withdraw',
      leagueId: person.leagueId,
      detail: { person: person.username, username: user.username },
    })
    if (linkedNow) return 'linked'
    return isMe ? 'requested' : 'withdrawn'
  })
}

/** Links a person to an account; a username of null undoes that and rejects the request. */
export function linkToAccount(
  db: Db,
  id: number,
  username: string | null,
  actor: Actor,
  now: Date,
): Promise<'imported_person_not_found' | 'user_not_found' | null> {
  return inTransaction(db, async (transaction) => {
    const person = await lockPerson(transaction, id)
    if (person === null) return 'imported_person_not_found'
    const user = username === null ? null : await findUser(transaction, username)
    if (username !== null && user === null) return 'user_not_found'
    const linkedId = user === null || user.id === person.userId ? null : user.id
    await linkPerson(transaction, person, linkedId, now)
    await recordAuditEntry(transaction, {
      at: now,
      actor,
      action: linkedId === null ? 'people.unlink' : 'people.link',
      leagueId: person.leagueId,
      detail: { person: person.username, username: user?.username ?? null },
    })
    return null
  })
}

function isOwn({ userId, usernameKey, linkedId }: ImportedPerson, user: Actor): boolean {
  if (linkedId !== null) return linkedId === user.userId
  return usernameKey === normalizeName(user.username) && userId !== user.userId
}

/** Locks the league, so that nobody links the same person at the same time. Returns null if the person is not found. */
async function lockPerson(transaction: Transaction<Database>, id: number): Promise<ImportedPerson | null> {
  const found = await transaction
    .selectFrom('imported_people')
    .select('league_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) return null
  await lockLeague(transaction, found.league_id)
  const person = await transaction
    .selectFrom('imported_people')
    .select([
      'id',
      'league_id as leagueId',
      'user_id as userId',
      'username',
      'username_key as usernameKey',
      'role',
      'member_since as memberSince',
      'linked_id as linkedId',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  return person === undefined || person.userId === null ? null : { ...person, userId: person.userId }
}

/**
 * Makes the rows of an imported person those of another account, or of the person's own again if `linkedId` is null.
 * A row stays where it is if the account already has one in its place, such as a vote on the same proposal. The league
 * should be locked.
 */
async function linkPerson(
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
