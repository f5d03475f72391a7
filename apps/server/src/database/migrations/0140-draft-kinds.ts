import type { Kysely } from 'kysely'

/** How the teams of a draft took turns, as the provider states it. null if it does not, and for drafts read before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('drafts').addColumn('kind', 'text').execute()
}
