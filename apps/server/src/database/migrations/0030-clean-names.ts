import type { Kysely } from 'kysely'

/** Removes invisible and control characters from the names of people, which earlier releases stored as entered. */
export async function up(db: Kysely<OldTables>): Promise<void> {
  for (const user of await db.selectFrom('users').select(['id', 'first_name', 'last_name']).execute()) {
    const [first_name, last_name] = [clean(user.first_name), clean(user.last_name)]
    if (first_name === user.first_name && last_name === user.last_name) continue
    await db.updateTable('users').set({ first_name, last_name }).where('id', '=', user.id).execute()
  }
  // Each page with names reads the site staff.
  await db.schema.createIndex('users_by_staff').on('users').column('is_staff').execute()
}

type OldTables = { users: { id: number; first_name: string; last_name: string } }

function clean(name: string): string {
  const cleaned = name
    .normalize('NFC')
    .replace(/(?!\u200C|\u200D|\uFE0F)\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(cleaned) ? cleaned : ''
}
