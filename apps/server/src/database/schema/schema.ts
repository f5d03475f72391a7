import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import type { ColumnType, Generated } from 'kysely'
import type { ArchiveTables } from './archive-tables.ts'
import type { BetslipTables } from './betslip-tables.ts'
import type { DuesTables } from './dues-tables.ts'
import type { ExternalDataTables } from './external-data-tables.ts'
import type { FeedTables } from './feed-tables.ts'
import type { HistoryTables } from './history-tables.ts'
import type { IdentityTables } from './identity-tables.ts'
import type { ImportedPersonId, ImportTables } from './import-tables.ts'
import type { InviteTables } from './invite-tables.ts'
import type { JobTables } from './job-tables.ts'
import type { NotificationTables } from './notification-tables.ts'
import type { RuleTables } from './rule-tables.ts'
import type { SeasonTables } from './season-tables.ts'
import type { SignInTables } from './sign-in-tables.ts'

/** An instant as milliseconds since 1970, UTC. */
type Millis = number
/** 0 or 1: both engines store a number. */
type Flag = number
/** JSON text, parsed by a schema in the store that reads it. */
type Json = string

/** The tables and columns after all migrations. */
export type Database = ArchiveTables &
  FeedTables &
  HistoryTables &
  BetslipTables &
  DuesTables &
  JobTables &
  ImportTables &
  InviteTables &
  NotificationTables &
  RuleTables &
  SeasonTables &
  SignInTables &
  IdentityTables &
  ExternalDataTables & {
    users: UsersTable
    site_settings: { name: string; value: string }
    sessions: SessionsTable
    password_resets: PasswordResetsTable
    attempts: AttemptsTable
    attempt_buckets: AttemptBucketsTable
    audit_log: AuditLogTable
    leagues: LeaguesTable
    league_sources: LeagueSourcesTable
    league_documents: LeagueDocumentsTable
    memberships: MembershipsTable
    join_requests: JoinRequestsTable
    team_assignments: TeamAssignmentsTable
    league_credentials: LeagueCredentialsTable
    refreshes: RefreshesTable
    provider_responses: ProviderResponsesTable
    league_events: LeagueEventsTable
  }

export type UsersTable = {
  id: Generated<number>
  username: string
  /** The normalized username, which is unique. */
  username_key: string
  email: string
  /**
   * The normalized email address that identifies the account, which is unique: a verified one, or one of release
   * 0.1.0, which verified none, that nobody else has verified since. null without one.
   */
  email_key: string | null
  /** null until the email address is verified. */
  email_verified_at: Millis | null
  /** The normalized email address that is reserved for the account while it is being verified, which is unique. */
  email_claim_key: string | null
  email_claimed_at: Millis | null
  first_name: string
  last_name: string
  password_hash: string
  is_admin: Flag
  is_staff: Flag
  created_at: Millis
  /** Since when nobody can sign in to the account, because a site admin disabled it or it was deleted; otherwise null. */
  disabled_at: ColumnType<Millis | null, Millis | null | undefined>
  /** When its owner deleted it; otherwise null. The row stays as the author of what they have posted. */
  deleted_at: ColumnType<Millis | null, Millis | null | undefined>
}

type SessionsTable = {
  /** SHA-256 of the token, hex. The token itself is never stored. */
  token_hash: string
  user_id: number
  created_at: Millis
  seen_at: Millis
  expires_at: Millis
  /** The truncated user agent at sign-in; null if the browser sent none. */
  user_agent: string | null
  /** When the user last proved who they are; null for a session of 0.1.0, which did so at sign-in. */
  verified_at: ColumnType<Millis | null, Millis | null | undefined>
  /** The IP address of the last recorded use; null if unknown. */
  address: ColumnType<string | null, string | null | undefined>
}

/** The password reset link of an account. Each account has at most one. */
type PasswordResetsTable = {
  user_id: number
  /** SHA-256 of the token, hex. The token itself is never stored. */
  token_hash: string
  created_at: Millis
  expires_at: Millis
}

/** Attempts that the rate limiter counts, until they are outside its window. */
type AttemptsTable = {
  id: Generated<number>
  /** The subject of the limit, such as `account:12` or `address:127.0.0.1`. */
  bucket: string
  at: Millis
}

/** One row per bucket, which is locked while its attempts are counted, so that counts are serialized. */
type AttemptBucketsTable = {
  bucket: string
  tried_at: Millis
}

export type AuditLogTable = {
  id: Generated<number>
  at: Millis
  /** null if no user was signed in, and after the account was deleted. */
  actor_id: number | null
  actor_name: string
  action: string
  league_id: number | null
  detail: Json
  /** The position in the chain of hashes, from 1; null until a job has chained the entry. */
  sequence: ColumnType<number | null, number | null | undefined>
  /** SHA-256 of the entry and of the hash before it, hex; null until a job has chained the entry. */
  hash: ColumnType<string | null, string | null | undefined>
}

type LeaguesTable = {
  id: Generated<number>
  name: string
  name_key: string
  /** The ID of the newest ESPN source, for the previous release; 0 without one. */
  espn_league_id: number
  sheet_id: string | null
  sheet_gid: string | null
  has_betslip: Flag
  created_at: Millis
  /** Shown above the roster; null without a note. */
  season_note: ColumnType<string | null, string | null | undefined>
  /** Whether the picks of others are hidden until the week locks. Default: 0. */
  hides_picks: Generated<Flag>
  /** When the last change of `hides_picks` takes effect; null if it did at once. */
  hiding_changes_at: ColumnType<Millis | null, Millis | null | undefined>
  /** Picks saved before this time stay hidden until their cutoff; null if no change has shown picks. */
  picks_hidden_before: ColumnType<Millis | null, Millis | null | undefined>
  /** Whether the league may be read with the server's cookies. Default: 0. */
  may_use_server_cookies: Generated<Flag>
  /** Whether weekly recaps are posted in the feed. Default: 1. */
  has_recap: Generated<Flag>
  /** The sections of the recap, separated by commas; null for all. */
  recap_sections: ColumnType<string | null, string | null | undefined>
  /** Incremented with every change of the league's history. */
  history_version: Generated<number>
  /** When the next scheduled refresh is due; 0 for immediately. */
  refresh_due_at: Generated<Millis>
}

/** Where the seasons of a league are read from. No two sources of a league have the same season. */
type LeagueSourcesTable = {
  id: Generated<number>
  league_id: number
  provider: ColumnType<ProviderName>
  provider_league_id: string
  /** null is an open end. */
  first_season: number | null
  last_season: number | null
}

type MembershipsTable = {
  league_id: number
  user_id: number
  role: ColumnType<'admin' | 'player' | 'viewer'>
  created_at: Millis
  imported_person_id: ImportedPersonId
}

type JoinRequestsTable = {
  id: Generated<number>
  user_id: number
  league_id: number | null
  message: string
  status: ColumnType<'pending' | 'approved' | 'rejected'>
  /** The provider's ID of the team that the user asked for; null without one. */
  team_id: Generated<number | null>
  created_at: Millis
  decided_at: Millis | null
}

/** The user to whom an owner's team is assigned. IDs are the provider's. */
/** What people write for a league and nothing else searches; each league, kind and user has one row. */
type LeagueDocumentsTable = {
  id: Generated<number>
  league_id: number
  kind: string
  /** The member who has it; null for the league. */
  user_id: number | null
  imported_person_id: ImportedPersonId
  document: Json
  saved_at: Millis
}

type TeamAssignmentsTable = {
  league_id: number
  user_id: number
  /** The team and the season for which it was assigned; the season is null if it is not known. */
  team_id: number
  season: ColumnType<number | null, number | null | undefined>
  /** The account of the team's owner, whom the assignment follows; null if the team had none. */
  member_id: ColumnType<string | null, string | null | undefined>
  imported_person_id: ImportedPersonId
}

/** The provider cookies of a league, encrypted with the server's key. */
type LeagueCredentialsTable = {
  league_id: number
  swid: string | null
  s2: string | null
  /** Whether the provider accepted them when they were saved. */
  is_tested: Flag
  saved_at: Millis
  /** When the provider last accepted them; null if it never has. */
  accepted_at: Millis | null
  /** When the provider first rejected them after it last accepted them; null while it accepts them. */
  refused_at: Millis | null
}

/** The result of the last refresh of a league. */
type RefreshesTable = {
  league_id: number
  season: number | null
  last_status: ColumnType<'ok' | 'skipped' | 'error'> | null
  last_error: string | null
  updated_at: Millis | null
  /** Since when the provider denies access to the league, both with the server's cookies and without cookies. */
  denied_at: Millis | null
}

/** Raw provider responses, from which all derived data can be rebuilt. */
type ProviderResponsesTable = {
  id: Generated<number>
  league_id: number
  season: number
  request: string
  fetched_at: Millis
  /** SHA-256 of the body, hex. */
  sha256: string
  /** The body, compressed with gzip. */
  body: Uint8Array
  /** Position among the responses from which the stored season was parsed; null if it is not one of them. */
  position: number | null
}

/** Events for the clients of a league's event stream. Kept long enough for clients to reconnect. */
type LeagueEventsTable = {
  id: Generated<number>
  league_id: number
  name: string
  data: Json
  at: Millis
}
