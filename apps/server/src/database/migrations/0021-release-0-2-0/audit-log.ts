import { type QueryExecutorProvider, sql } from 'kysely'
import { isPostgres, runStatements } from '../run-statements.ts'

const CONTENT = ['id', 'at', 'actor_name', 'action', 'league_id', 'detail']

/** An entry may be chained once, and loses its actor's ID when the account is deleted. Nothing else changes. */
const IS_FORBIDDEN_UPDATE = [
  ...CONTENT.map((column) => `old.${column} is distinct from new.${column}`),
  '(old.actor_id is distinct from new.actor_id and new.actor_id is not null)',
  `(old.sequence is not null
    and (old.sequence is distinct from new.sequence or old.hash is distinct from new.hash))`,
].join(' or ')

const MESSAGE = 'the audit log is append-only'

export async function migrateAuditLog(db: QueryExecutorProvider): Promise<void> {
  await runStatements(db, COLUMNS)
  for (const statement of isPostgres(db) ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS)
    await sql.raw(statement).execute(db)
}

const COLUMNS = `
alter table audit_log add column sequence bigint;
alter table audit_log add column hash text;
create unique index audit_log_by_sequence on audit_log (sequence);
create index audit_log_unchained on audit_log (id) where sequence is null;
`

const REFUSE_ON_SQLITE = `begin select raise(abort, '${MESSAGE}'); end`
const SQLITE_TRIGGERS = [
  `create trigger audit_log_update before update on audit_log when ${IS_FORBIDDEN_UPDATE} ${REFUSE_ON_SQLITE}`,
  `create trigger audit_log_delete before delete on audit_log ${REFUSE_ON_SQLITE}`,
]

const REFUSE_ON_POSTGRES = 'execute function refuse_audit_log_change()'
const POSTGRES_TRIGGERS = [
  `create function refuse_audit_log_change() returns trigger language plpgsql
    as $$ begin raise exception '${MESSAGE}'; end $$`,
  `create trigger audit_log_update before update on audit_log for each row when (${IS_FORBIDDEN_UPDATE})
    ${REFUSE_ON_POSTGRES}`,
  `create trigger audit_log_delete before delete on audit_log for each row ${REFUSE_ON_POSTGRES}`,
  `create trigger audit_log_truncate before truncate on audit_log for each statement ${REFUSE_ON_POSTGRES}`,
]
