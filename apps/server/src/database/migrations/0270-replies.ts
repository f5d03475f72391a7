import type { Kysely } from 'kysely'

/**
 * Comments that reply to another one, which does not reply itself: a reply outlives the comment that it replies to. And
 * what to report of the transactions of a week, such as rows that cannot be read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('post_comments')
    .addColumn('parent_id', 'bigint', (column) => column.references('post_comments.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('post_comments_by_parent').on('post_comments').column('parent_id').execute()
  await db.schema
    .alterTable('transaction_weeks')
    .addColumn('findings', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
