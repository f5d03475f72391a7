import { type Kysely, PostgresAdapter, sql } from 'kysely'

const CONTENT = ['id', 'at', 'actor_name', 'action', 'league_id', 'detail']

/** An entry may be chained once, and loses its actor's ID when the account is deleted. Nothing else changes. */
const IS_FORBIDDEN_UPDATE = [
  ...CONTENT.map((column) => `old.${column} is distinct from new.${column}`),
  '(old.actor_id is distinct from new.actor_id and new.actor_id is not null)',
  `(old.sequence is not null
    and (old.sequence is distinct from new.sequence or old.hash is distinct from new.hash))`,
].join(' or ')

const MESSAGE = 'the audit log is append-only'

/** Makes the audit log append-only and gives each entry a place in a chain of hashes, which a job fills in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audit_log').addColumn('sequence', 'bigint').execute()
  await db.schema.alterTable('audit_log').addColumn('hash', 'text').execute()
  await sql`create unique index audit_log_by_sequence on audit_log (sequence)`.execute(db)
  await sql`create index audit_log_unchained on audit_log (id) where sequence is null`.execute(db)
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? postgresTriggers() : sqliteTriggers())
    await sql.raw(statement).execute(db)
}

function sqliteTriggers(): string[] {
  const refuse = `begin select raise(abort, '${MESSAGE}'); end`
  return [
    `create trigger audit_log_update before update on audit_log when ${IS_FORBIDDEN_UPDATE} ${refuse}`,
    `create trigger audit_log_delete before delete on audit_log ${refuse}`,
  ]
}

function postgresTriggers(): string[] {
  const refuse = 'execute function refuse_audit_log_change()'
  return [
    `create function refuse_audit_log_change() returns trigger language plpgsql
      as $$ begin raise exception '${MESSAGE}'; end $$`,
    `create trigger audit_log_update before update on audit_log for each row when (${IS_FORBIDDEN_UPDATE}) ${refuse}`,
    `create trigger audit_log_delete before delete on audit_log for each row ${refuse}`,
    `create trigger audit_log_truncate before truncate on audit_log for each statement ${refuse}`,
  ]
}
