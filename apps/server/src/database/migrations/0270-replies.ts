import type { Kysely } from 'kysely'

/** Comments that reply to another one, which does not reply itself. A reply outlives the comment that it replies to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('post_comments')
    .addColumn('parent_id', 'bigint', (column) => column.references('post_comments.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('post_comments_by_parent').on('post_comments').column('parent_id').execute()
}
