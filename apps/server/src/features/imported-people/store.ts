import { normalizeName } from '@fieldhouse/domain/names'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import type { LeagueImport } from '../../repositories/leagues/league-import.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { findUser } from '../../repositories/leagues/memberships.ts'
import { type LinkedPerson, linkPerson } from './link-store.ts'

type ImportedPerson = {
  id: number
  league: string
  /** As in the archive. */
  username: string
  leagueImport: LeagueImport
}

export type MyImportedPerson = ImportedPerson & { isRequested: boolean; isLinked: boolean }

export type ListedPerson = ImportedPerson & {
  firstName: string
  lastName: string
  /** The username of the account that was created for the person. */
  account: string
  /** The user who asks to be linked; null without a request. */
  request: { username: string; at: Date } | null
  linkedTo: string | null
}

/** The people of imported leagues. Their rows become those of an existing account only here. */
export interface ImportedPeopleStore {
  /** Those with the user's username, and those linked to the user's account. */
  listOwn(user: Actor): Promise<MyImportedPerson[]>
  /** Those of all leagues, open requests first. */
  listAll(): Promise<ListedPerson[]>
  /**
   * Records that the user says to be this person, or not to be. The former waits for a site admin, unless the user is
   * one. Returns null if it is none of the user's people.
   */
  claim(
    user: Actor & { isAdmin: boolean },
    id: number,
    isMe: boolean,
    now: Date,
  ): Promise<'requested' | 'linked' | 'withdrawn' | null>
  /** Links a person to an account; a username of null undoes that and rejects the request. */
  link(
    id: number,
    username: string | null,
    actor: Actor,
    now: Date,
  ): Promise<'imported_person_not_found' | 'user_not_found' | null>
}

type StoredPerson = LinkedPerson & { username: string; usernameKey: string }

export function importedPeopleStore(db: Db): ImportedPeopleStore {
  return {
    async listOwn({ userId, username }) {
      const rows = await selectPeople(db)
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
      return rows.map((row) => ({
        ...toPerson(row),
        isRequested: row.claimed_at !== null,
        isLinked: row.linked_id !== null,
      }))
    },

    async listAll() {
      const rows = await selectPeople(db)
        .innerJoin('users as account', 'account.id', 'person.user_id')
        .leftJoin('users as linked', 'linked.id', 'person.linked_id')
        .leftJoin('users as claimant', 'claimant.username_key', 'person.username_key')
        .select([
          'account.username as account',
          'account.first_name as firstName',
          'account.last_name as lastName',
          'linked.username as linkedTo',
          'claimant.username as claimant',
        ])
        .execute()
      const people = rows.map(({ account, firstName, lastName, linkedTo, claimant, ...row }) => {
        const request =
          row.claimed_at === null || claimant === null
            ? null
            : { username: claimant, at: new Date(row.claimed_at) }
        return { ...toPerson(row), firstName, lastName, account, request, linkedTo }
      })
      return people.sort((first, second) => Number(second.request !== null) - Number(first.request !== null))
    },

    claim: (user, id, isMe, now) =>
      inTransaction(db, async (transaction) => {
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
      }),

    link: (id, username, actor, now) =>
      inTransaction(db, async (transaction) => {
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
      }),
  }
}

function isOwn({ userId, usernameKey, linkedId }: StoredPerson, user: Actor): boolean {
  if (linkedId !== null) return linkedId === user.userId
  return usernameKey === normalizeName(user.username) && userId !== user.userId
}

function selectPeople(db: Db) {
  return db
    .selectFrom('imported_people as person')
    .innerJoin('leagues', 'leagues.id', 'person.league_id')
    .innerJoin('league_imports', 'league_imports.league_id', 'person.league_id')
    .select([
      'person.id',
      'person.username',
      'person.claimed_at',
      'person.linked_id',
      'leagues.name as league',
      'league_imports.imported_at',
      'league_imports.imported_by',
    ])
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

function toPerson({ id, username, league, imported_at, imported_by }: PersonRow): ImportedPerson {
  return { id, username, league, leagueImport: { at: new Date(imported_at), by: imported_by } }
}

/** Locks the league, so that nobody links the same person at the same time. Returns null if the person is not found. */
async function lockPerson(transaction: Transaction<Database>, id: number): Promise<StoredPerson | null> {
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
