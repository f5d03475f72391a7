import { normalizeName } from '@fieldhouse/domain/names'
import type { Transaction } from 'kysely'
import { insertInBatches } from '../../../database/engine/batches.ts'
import type { ArchiveRow } from '../../../database/portability/league-rows.ts'
import type { LeagueTable } from '../../../database/portability/league-tables.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { findUser } from '../../../repositories/leagues/memberships.ts'
import type { Person } from '../archive-format.ts'

/** The longest username. */
const MAX_USERNAME_LENGTH = 64
const PERSON_COLUMN = 'imported_person_id'

/**
 * Creates an account for each needed person of an archive, with no site roles and a random password. A person whose
 * username is taken gets a similar one: an archive can contain anything, so its words never become those of an
 * existing account unless its user asks for it or a site admin decides it.
 */
export async function createAccounts(
  transaction: Transaction<Database>,
  people: readonly Person[],
  needed: ReadonlySet<number>,
  passwordHash: string,
  now: Date,
) {
  /** The account ID of each person in the archive; null for a person without rows of their own. */
  const accountIds = new Map<number, number | null>(people.map(({ id }) => [id, null]))
  /** Usernames of existing accounts, to which nothing was linked, and of accounts that others can be signed in with. */
  const [matched, created]: [string[], string[]] = [[], []]
  for (const { id, username, first_name, last_name } of people.filter((person) => needed.has(person.id))) {
    const account = await findUser(transaction, username)
    const ownName = account === null ? username : await findFreeUsername(transaction, username)
    const user = await transaction
      .insertInto('users')
      .values({
        username: ownName,
        username_key: normalizeName(ownName),
        email: '',
        email_key: null,
        first_name,
        last_name,
        password_hash: passwordHash,
        is_admin: 0,
        is_staff: 0,
        created_at: now.getTime(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    accountIds.set(id, user.id)
    if (account === null) created.push(username)
    else matched.push(account.username)
  }
  return { accountIds, matched: matched.sort(), created: created.sort() }
}

async function findFreeUsername(transaction: Transaction<Database>, username: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '-imported' : `-imported-${number}`
    const candidate = username.slice(0, MAX_USERNAME_LENGTH - suffix.length) + suffix
    if ((await findUser(transaction, candidate)) === null) return candidate
  }
}

/** Returns the mark of rows by the ID of their person in the archive; by null for what the league itself posted. */
export async function recordImportedPeople(
  transaction: Transaction<Database>,
  leagueId: number,
  people: readonly Person[],
  accountIds: ReadonlyMap<number, number | null>,
  memberships: readonly ArchiveRow[],
): Promise<Map<number | null, number>> {
  const marks = new Map<number | null, number>()
  const record = async (id: number | null, userId: number | null, username: string) => {
    const membership = memberships.find((row) => row['user_id'] === id)
    const row = await transaction
      .insertInto('imported_people')
      .values({
        league_id: leagueId,
        user_id: userId,
        username,
        username_key: normalizeName(username),
        role: (membership?.['role'] ?? null) as 'player' | null,
        member_since: (membership?.['created_at'] ?? null) as number | null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    marks.set(id, row.id)
  }
  await record(null, null, '')
  for (const { id, username } of people) {
    const accountId = accountIds.get(id) ?? null
    if (accountId !== null) await record(id, accountId, username)
  }
  return marks
}

/** Marks the rows of people, whatever the archive says about them. */
export function withMarks(
  table: LeagueTable,
  rows: readonly ArchiveRow[],
  marks: ReadonlyMap<number | null, number>,
): readonly ArchiveRow[] {
  if (table.name === 'seasons') return rows.map((row) => ({ ...row, is_imported: 1 }))
  if (!table.columns.some(({ name }) => name === PERSON_COLUMN)) return rows
  return rows.map((row) => {
    const userId = row['user_id'] ?? null
    return { ...row, [PERSON_COLUMN]: marks.get(userId === null ? null : Number(userId)) ?? null }
  })
}

/** Stores the audit log of an archive apart from that of this server. */
export async function storeImportedAuditLog(
  transaction: Transaction<Database>,
  leagueId: number,
  rows: readonly ArchiveRow[],
): Promise<void> {
  const entries = rows.map(({ at, actor_name, action, detail }) => ({
    league_id: leagueId,
    at: Number(at),
    actor_name: String(actor_name ?? ''),
    action: String(action),
    detail: String(detail),
  }))
  await insertInBatches(entries, (batch) =>
    transaction.insertInto('imported_audit_log').values(batch).execute(),
  )
}
