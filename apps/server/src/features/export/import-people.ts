import { normalizeName } from '@fieldhouse/domain/names'
import type { Transaction } from 'kysely'
import type { LeagueTable } from '../../database/portability/league-tables.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ARCHIVE_DAMAGED, archiveError } from './archive-error.ts'
import type { ArchiveRow, Person } from './archive-format.ts'
import { userIdColumns } from './user-id-columns.ts'

export type ImportedPeople = {
  /** The account id of each person in the archive; null for a person without an account who needs none. */
  accountIds: ReadonlyMap<number, number | null>
  /** Usernames of existing accounts that were matched, and of new accounts, each sorted. */
  matched: string[]
  created: string[]
}

/**
 * Matches the people in an archive with accounts by username, ignoring case. Creates an account for each
 * needed person without one, with no site roles and a random password.
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
    const account = await transaction
      .selectFrom('users')
      .select(['id', 'username'])
      .where('username_key', '=', key)
      .executeTakeFirst()
    if (account !== undefined) {
      ids.set(person.id, account.id)
      if (needed.has(person.id)) matched.push(account.username)
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

/** Returns the people that non-nullable columns refer to. Throws if a row refers to an unknown person. */
export function requiredPeople(
  tables: readonly LeagueTable[],
  rows: ReadonlyMap<string, readonly ArchiveRow[]>,
  people: readonly Person[],
): Set<number> {
  const personIds = new Set(people.map(({ id }) => id))
  const needed = new Set<number>()
  for (const table of tables) {
    for (const name of userIdColumns(table)) {
      const isNullable = table.columns.find((column) => column.name === name)?.isNullable === true
      for (const row of rows.get(table.name) ?? []) {
        const id = row[name]
        if (id === null || id === undefined) continue
        if (!personIds.has(Number(id))) throw archiveError(ARCHIVE_DAMAGED)
        if (!isNullable) needed.add(Number(id))
      }
    }
  }
  return needed
}
