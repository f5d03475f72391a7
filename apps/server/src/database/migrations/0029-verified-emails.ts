import type { Kysely } from 'kysely'

/**
 * The address of an account that exists already keeps identifying it until somebody verifies the address, so
 * that everyone can still sign in with what they typed before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('email_verified_at', 'bigint').execute()
  await db.schema.alterTable('users').addColumn('email_claim_key', 'text').execute()
  await db.schema.alterTable('users').addColumn('email_claimed_at', 'bigint').execute()
  await db.schema.createIndex('users_by_email_claim').on('users').column('email_claim_key').unique().execute()
}
