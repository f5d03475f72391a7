import {
  claimImportedPerson,
  linkImportedPerson,
  listImportedPeople,
  listMyImportedPeople,
  type MyImportedPerson,
} from '@fieldhouse/contract/imported-people'
import { normalizeName } from '@fieldhouse/domain/names'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { findUser } from '../../repositories/leagues/memberships.ts'
import { isOwn, linkPerson, lockPerson } from './changes.ts'

const CLAIM_MESSAGES = {
  requested: 'Requested. A site admin has to confirm it.',
  linked: 'Linked to your account.',
  withdrawn: 'No longer linked to your account.',
} as const

export const importedPeople = [
  // Those with the user's username, and those linked to the user's account.
  operation(listMyImportedPeople, async ({ ctx, user: { userId, username } }) => {
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
        ({ linked_id, claimed_at, ...person }): MyImportedPerson => ({
          ...presentPerson(person),
          state: linked_id !== null ? 'linked' : claimed_at !== null ? 'requested' : 'open',
        }),
      ),
    }
  }),

  // A claim waits for a site admin, unless the user is one.
  operation(claimImportedPerson, async ({ ctx, user, body: { id, is_me: isMe } }) => {
    const now = ctx.now()
    const outcome = await inTransaction(ctx.db, async (transaction) => {
      const person = await lockPerson(transaction, id)
      if (person === null || !isOwn(person, user)) throw new ApiError('imported_person_not_found')
      if (isMe && person.linkedId !== null) return 'linked'
      if (isMe && !user.isAdmin) {
        await transaction
          .updateTable('imported_people')
          .set({ claimed_at: now.getTime() })
          .where('id', '=', id)
          .execute()
      } else await linkPerson(transaction, person, isMe ? user.userId : null, now)
      const isLinked = isMe && user.isAdmin
      await recordAuditEntry(transaction, {
        at: now,
        actor: user,
        action: isLinked ? 'people.link' : isMe ? 'people.claim' : 'people.withdraw',
        leagueId: person.leagueId,
        detail: { person: person.username, username: user.username },
      })
      return isLinked ? 'linked' : isMe ? 'requested' : 'withdrawn'
    })
    return { message: CLAIM_MESSAGES[outcome] }
  }),

  // Open requests first.
  operation(listImportedPeople, async ({ ctx }) => {
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
  operation(linkImportedPerson, async ({ ctx, user: actor, body: { id, username } }) => {
    const now = ctx.now()
    await inTransaction(ctx.db, async (transaction) => {
      const person = await lockPerson(transaction, id)
      if (person === null) throw new ApiError('imported_person_not_found')
      const user = username === null ? null : await findUser(transaction, username)
      if (username !== null && user === null) throw new ApiError('user_not_found')
      const linkedId = user === null || user.id === person.userId ? null : user.id
      await linkPerson(transaction, person, linkedId, now)
      await recordAuditEntry(transaction, {
        at: now,
        actor,
        action: linkedId === null ? 'people.unlink' : 'people.link',
        leagueId: person.leagueId,
        detail: { person: person.username, username: user?.username ?? null },
      })
    })
    return { message: username === null ? 'No longer linked.' : `Linked to ${username}.` }
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
