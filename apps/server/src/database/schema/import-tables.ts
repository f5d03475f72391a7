import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import type { ColumnType, Generated } from 'kysely'

export type ImportTables = {
  league_imports: LeagueImportsTable
  imported_people: ImportedPeopleTable
  imported_audit_log: ImportedAuditLogTable
}

/** The ID in `imported_people` of the person whose row an archive contained; null for a row of this server. */
export type ImportedPersonId = ColumnType<number | null, number | null | undefined>

/** The leagues that were created from an archive. */
type LeagueImportsTable = {
  league_id: number
  /** In milliseconds since 1970. */
  imported_at: number
  /** The username of the admin; null for the command line. */
  imported_by: string | null
}

/** The people of an archive. Their rows belong to an account of their own until they are linked to another one. */
type ImportedPeopleTable = {
  id: Generated<number>
  league_id: number
  /** The account that was created for the person; null for what the league itself posted. */
  user_id: number | null
  /** As in the archive. */
  username: string
  username_key: string
  /** The person's role in the archive; null for somebody who was not a member. */
  role: ColumnType<LeagueRole | null, LeagueRole | null | undefined>
  /** In milliseconds since 1970; null for somebody who was not a member. */
  member_since: ColumnType<number | null, number | null | undefined>
  /** When the user with this username asked to be linked, in milliseconds since 1970; null without a request. */
  claimed_at: ColumnType<number | null, number | null | undefined>
  /** The account to which the rows of the person belong now; null while they are not linked. */
  linked_id: ColumnType<number | null, number | null | undefined>
  linked_at: ColumnType<number | null, number | null | undefined>
}

/** The entries of the audit log that an archive contained. They are no part of the log of this server. */
type ImportedAuditLogTable = {
  id: Generated<number>
  league_id: number
  at: number
  actor_name: string
  action: string
  detail: string
}
