import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('totp_secrets')
    .addColumn('user_id', 'bigint', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    // Null until the first code has confirmed it.
    .addColumn('secret', 'text')
    .addColumn('pending_secret', 'text')
    .addColumn('last_step', 'bigint', required)
    .addColumn('confirmed_at', 'bigint')
    .addCheckConstraint('totp_secrets_any', sql`secret is not null or pending_secret is not null`)
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', required)
    .addColumn('used_at', 'bigint')
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute()
}
