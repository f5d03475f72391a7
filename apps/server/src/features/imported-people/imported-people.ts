import * as contract from '@fieldhouse/contract/imported-people'
import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import { sql } from 'kysely'
import type { Db, DbTransaction } from '../../database/engine/database.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { type Actor, changeWithAudit } from '../../repositories/audit.ts'
import { lockLeague } from '../../repositories/change-league.ts'
import { findUser } from '../../repositories/memberships.ts'

const CLAIM_MESSAGES = {
  requested: 'Requested. A site admin has to confirm it.',
  linked: 'Linked to your account.',
  withdrawn: 'No longer linked to your account.',
} as const

export const importedPeople = [
  // Those with the user's username, and those linked to the user's account.
  operation(contract.listMyImportedPeople, async ({ ctx, user: { userId, username } }) => {
    const people = await selectPeople(ctx.db)
      .where((eb) =>
        eb.or([
          eb('person.linked_id', '=', userId),
          eb.and([
            eb('person.username_key', '=', normalizeName(username)),
            eb('person.linked_id', 'is', null),
            eb('person.user_id', '!=', userId),
          ]),
        ]),
      )
      .execute()
    return {
      people: people.map(
        ({ linked_id, claimed_at, ...person }): contract.MyImportedPerson => ({
          ...presentPerson(person),
          state: linked_id !== null ? 'linked' : claimed_at !== null ? 'requested' : 'open',
        }),
      ),
    }
  }),

  // A claim waits for a site admin, unless the user is one.
  operation(contract.claimImportedPerson, async (call) => {
    const { user, body } = call
    const { id, is_me: isMe } = body
    const outcome = await changeWithAudit(call, async ({ transaction, now, audit }) => {
      const person = await lockPerson(transaction, id)
      if (!isOwn(person, user)) throw new ApiError('imported_person_not_found')
      if (isMe && person.linkedId !== null) return 'linked'
      if (isMe && !user.isAdmin) {
        await transaction
          .updateTable('imported_people')
          .set({ claimed_at: now.getTime() })
          .where('id', '=', id)
          .execute()
      } else await linkPerson(transaction, person, isMe ? user.userId : null, now)
      const isLinked = isMe && user.isAdmin
      const detail = { person: person.username, username: user.username }
      const action = isLinked ? 'people.link' : isMe ? 'people.claim' : 'people.withdraw'
      await audit(action, detail, person.leagueId)
      return isLinked ? 'linked' : isMe ? 'requested' : 'withdrawn'
    })
    return { message: CLAIM_MESSAGES[outcome] }
  }),

  // Open requests first.
  operation(contract.listImportedPeople, async ({ ctx }) => {
    const people = await selectPeople(ctx.db)
      .innerJoin('users as account', 'account.id', 'person.user_id')
      .leftJoin('users as linked', 'linked.id', 'person.linked_id')
      .leftJoin('users as claimant', 'claimant.username_key', 'person.username_key')
      .select(['account.username as account', 'account.first_name', 'account.last_name'])
      .select(['linked.username as linked_to', 'claimant.username as claimant'])
      .execute()
    const presented = people.map(({ claimed_at, claimant, account, linked_to, ...person }) => ({
      ...presentPerson(person),
      name: `${person.first_name} ${person.last_name}`.trim(),
      account,
      requested_by: claimed_at === null ? null : claimant,
      requested_at: claimed_at === null || claimant === null ? null : new Date(claimed_at).toISOString(),
      linked_to,
    }))
    const isRequested = (person: (typeof presented)[number]) => Number(person.requested_by !== null)
    return { people: presented.sort((first, second) => isRequested(second) - isRequested(first)) }
  }),

  // A username of null undoes a link, and rejects a request.
  operation(contract.linkImportedPerson, async (call) => {
    const { id, username } = call.body
    return changeWithAudit(call, async ({ transaction, now, audit }) => {
      const person = await lockPerson(transaction, id)
      const user = username === null ? null : await findUser(transaction, username)
      if (username !== null && user === null) throw new ApiError('user_not_found')
      const linkedId = user === null || user.id === person.userId ? null : user.id
      await linkPerson(transaction, person, linkedId, now)
      const detail = { person: person.username, username: user?.username ?? null }
      await audit(linkedId === null ? 'people.unlink' : 'people.link', detail, person.leagueId)
      return { message: user === null ? 'No longer linked.' : `Linked to ${user.name}.` }
    })
  }),
]

function selectPeople(db: Db) {
  return db
    .selectFrom('imported_people as person')
    .innerJoin('leagues', 'leagues.id', 'person.league_id')
    .innerJoin('league_imports', 'league_imports.league_id', 'person.league_id')
    .select(['person.id', 'person.username', 'person.claimed_at', 'person.linked_id'])
    .select(['leagues.name as league', 'league_imports.imported_at', 'league_imports.imported_by'])
    .where('person.user_id', 'is not', null)
    .orderBy('leagues.name_key')
    .orderBy('person.username_key')
}

type PersonRow = {
  id: number
  username: string
  league: string
  imported_at: number
  imported_by: string | null
}

function presentPerson({ id, league, username, imported_at, imported_by }: PersonRow) {
  return { id, league, username, imported: { at: new Date(imported_at).toISOString(), by: imported_by } }
}

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
  linkedId: number | null
}

function isOwn({ userId, usernameKey, linkedId }: ImportedPerson, user: Actor): boolean {
  if (linkedId !== null) return linkedId === user.userId
  return usernameKey === normalizeName(user.username) && userId !== user.userId
}

/** Locks the league, so that nobody links the same person at the same time. Throws `imported_person_not_found`. */
async function lockPerson(transaction: DbTransaction, id: number): Promise<ImportedPerson> {
  const found = await transaction
    .selectFrom('imported_people')
    .select('league_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new ApiError('imported_person_not_found'))
  await lockLeague(transaction, found.league_id)
  const person = await transaction
    .selectFrom('imported_people')
    .select(['id', 'league_id as leagueId', 'user_id as userId', 'username', 'username_key as usernameKey'])
    .select(['role', 'member_since as memberSince', 'linked_id as linkedId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (person === undefined || person.userId === null) throw new ApiError('imported_person_not_found')
  return { ...person, userId: person.userId }
}

/**
 * Makes the rows of an imported person those of another account, or of the person's own again if `linkedId` is null.
 * A row stays where it is if the account already has one in its place, such as a vote on the same proposal. The league
 * should be locked.
 */
async function linkPerson(
  transaction: DbTransaction,
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

async function moveRows(db: Db, { table, key, personId, from, to }: Move): Promise<void> {
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
  transaction: DbTransaction,
  { id, leagueId, role, memberSince }: ImportedPerson,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await transaction
    .deleteFrom('memberships')
    .where((eb) => eb.and({ league_id: leagueId, user_id: from, imported_person_id: id }))
    .execute()
  if (role === null || memberSince === null) return
  await transaction
    .insertInto('memberships')
    .values({ league_id: leagueId, user_id: to, role, created_at: memberSince, imported_person_id: id })
    .onConflict((conflict) => conflict.columns(['league_id', 'user_id']).doNothing())
    .execute()
}
