import { type Kysely, sql } from 'kysely'

/** So that neither what goes with a league or a person nor what is looked for among all leagues is found by reading a whole table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const add = (table: string, name: string, columns: readonly string[]) =>
    db.schema
      .createIndex(`${table}_by_${name}`)
      .on(table)
      .columns([...columns])
      .execute()

  await add('feed_items', 'user', ['user_id'])
  await add('feed_items', 'time', ['type', 'created_at'])
  await add('post_likes', 'user', ['user_id'])
  await add('post_comments', 'user', ['user_id'])
  await add('proposal_votes', 'user', ['user_id'])
  await add('picks', 'user', ['user_id'])
  await add('pick_changes', 'user', ['user_id'])
  await add('pick_changes', 'maker', ['by_id'])
  await add('join_requests', 'user', ['user_id'])
  await add('join_requests', 'league', ['league_id'])
  await add('league_jobs', 'asker', ['asked_by'])
  await add('notifications', 'league', ['league_id'])
  await add('notification_sends', 'notification', ['notification_id'])
  await add('seasons', 'year', ['season', 'league_id'])

  await add('audit_log', 'actor', ['actor_id'])
  await sql`create index audit_log_by_name on audit_log (lower(actor_name), at, id)`.execute(db)
}
