import { type Kysely, sql } from 'kysely'

/**
 * What a recap was written from, and which of its sections a league wants. Earlier recaps have their text only. Adds
 * GroupMe to the services of webhooks: a check cannot be changed in SQLite, so the column gets a successor.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('recaps').addColumn('document', 'text').execute()
  await db.schema.alterTable('recaps').addColumn('rewrite', 'text').execute()
  await db.schema.alterTable('leagues').addColumn('recap_sections', 'text').execute()
  await db.schema
    .alterTable('league_webhooks')
    .addColumn('service', 'text', (column) =>
      column.notNull().defaultTo('discord').check(sql`service in ('discord', 'slack', 'groupme')`),
    )
    .execute()
  await sql`update league_webhooks set service = form`.execute(db)
  await db.schema.alterTable('league_webhooks').dropColumn('form').execute()
  await db.schema.alterTable('league_webhooks').renameColumn('service', 'form').execute()
}
