import { normalizeName } from '@fieldhouse/domain/names'
import type { Transaction } from 'kysely'
import type { LeagueTable } from '../../database/league-tables.ts'
import type { Database } from '../../database/schema.ts'
import { ARCHIVE_DAMAGED, archiveError } from './archive-error.ts'
import type { ArchiveRow, Person } from './archive-format.ts'
import { userIdColumns } from './user-id-columns.ts'

export type ImportedPeople = {
  /** The account of each person of the archive; null for one who is only mentioned and has none. */
  accountIds: ReadonlyMap<number, number | null>
  /** Who has an account here already, and who got one, by username. */
  matched: string[]
  created: string[]
}

/**
 * Finds the people of an archive by their usernames, without regard to case. Who has no account and
 * is needed gets one, without rights and under a password that nobody knows.
 */
export async function importPeople(
  transaction: Transaction<Database>,
  { people, needed }: { people: readonly Person[]; needed: ReadonlySet<number> },
  passwordHash: string,
  now: Date,
): Promise<ImportedPeople> {
  const ids = new Map<number, number | null>()
  const [matched, created]: [string[], string[]] = [[], []]
  for (const person of people) {
    const key = normalizeName(person.username)
    const known = await transaction
      .selectFrom('users')
      .select(['id', 'username'])
      .where('username_key', '=', key)
      .executeTakeFirst()
    if (known !== undefined) {
      ids.set(person.id, known.id)
      if (needed.has(person.id)) matched.push(known.username)
    } else if (needed.has(person.id)) {
      ids.set(person.id, await createAccount(transaction, person, passwordHash, now))
      created.push(person.username)
    } else ids.set(person.id, null)
  }
  return { accountIds: ids, matched: matched.sort(), created: created.sort() }
}

async function createAccount(
  transaction: Transaction<Database>,
  person: Person,
  passwordHash: string,
  now: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('users')
    .values({
      username: person.username,
      username_key: normalizeName(person.username),
      email: '',
      email_key: null,
      first_name: person.first_name,
      last_name: person.last_name,
      password_hash: passwordHash,
      is_admin: 0,
      is_staff: 0,
      created_at: now.getTime(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Those without whom a row could not be stored. Throws when one is not among the people. */
export function requiredPeople(
  tables: readonly LeagueTable[],
  rows: ReadonlyMap<string, readonly ArchiveRow[]>,
  people: readonly Person[],
): Set<number> {
  const known = new Set(people.map(({ id }) => id))
  const needed = new Set<number>()
  for (const table of tables) {
    for (const name of userIdColumns(table)) {
      const isNullable = table.columns.find((column) => column.name === name)?.isNullable === true
      for (const row of rows.get(table.name) ?? []) {
        const id = row[name]
        if (id === null || id === undefined) continue
        if (!known.has(Number(id))) throw archiveError(ARCHIVE_DAMAGED)
        if (!isNullable) needed.add(Number(id))
      }
    }
  }
  return needed
}
