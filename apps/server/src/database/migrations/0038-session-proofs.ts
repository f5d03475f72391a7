import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // When the user last proved who they are; null for the sessions of earlier releases, which did so at sign-in.
  await db.schema.alterTable('sessions').addColumn('verified_at', 'bigint').execute()
  // The IP address of the last recorded use.
  await db.schema.alterTable('sessions').addColumn('address', 'text').execute()
}
