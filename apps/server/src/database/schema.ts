import type { SeasonDepth, SeasonSource } from '@fieldhouse/domain/season-replacement'
import type { ColumnType, Generated } from 'kysely'
import type { ArchiveTables } from './archive-tables.ts'
import type { BetslipTables } from './betslip-tables.ts'
import type { ExternalDataTables } from './external-data-tables.ts'
import type { FeedTables } from './feed-tables.ts'
import type { HistoryTables } from './history-tables.ts'
import type { LeagueJobTables } from './league-job-tables.ts'
import type { NotificationTables } from './notification-tables.ts'

/** An instant as milliseconds since 1970, UTC. */
type Millis = number
/** 0 or 1: both engines store a number. */
type Flag = number
/** JSON text, parsed by a schema in the store that reads it. */
type Json = string

/** The tables, column by column, as the numbered migrations leave them. */
export type Database = ArchiveTables &
  FeedTables &
  HistoryTables &
  BetslipTables &
  LeagueJobTables &
  NotificationTables &
  ExternalDataTables & {
    users: UsersTable
    sessions: SessionsTable
    password_resets: PasswordResetsTable
    attempts: AttemptsTable
    attempt_buckets: AttemptBucketsTable
    audit_log: AuditLogTable
    leagues: LeaguesTable
    memberships: MembershipsTable
    join_requests: JoinRequestsTable
    team_assignments: TeamAssignmentsTable
    league_credentials: LeagueCredentialsTable
    refreshes: RefreshesTable
    seasons: SeasonsTable
    season_members: SeasonMembersTable
    season_teams: SeasonTeamsTable
    season_team_owners: SeasonTeamOwnersTable
    season_games: SeasonGamesTable
    season_weeks: SeasonWeeksTable
    provider_answers: ProviderAnswersTable
    scheduled_jobs: ScheduledJobsTable
    league_events: LeagueEventsTable
  }

export type UsersTable = {
  id: Generated<number>
  username: string
  /** The username folded, under which it is unique. */
  username_key: string
  email: string
  /** The address folded; null without one. */
  email_key: string | null
  first_name: string
  last_name: string
  password_hash: string
  is_admin: Flag
  is_staff: Flag
  created_at: Millis
}

export type SessionsTable = {
  /** SHA-256 of the token, hex. The token itself is never stored. */
  token_hash: string
  user_id: number
  created_at: Millis
  seen_at: Millis
  expires_at: Millis
  /** What the browser said of itself at sign-in, cut; null when it said nothing. */
  user_agent: string | null
}

/** The one link with which an account's password can be set anew. */
export type PasswordResetsTable = {
  user_id: number
  /** SHA-256 of the token, hex. The token itself is never stored. */
  token_hash: string
  created_at: Millis
  expires_at: Millis
}

/** Tries that the limiter counts, until they fall out of its window. */
export type AttemptsTable = {
  id: Generated<number>
  /** What is limited, such as `account:12` or `address:127.0.0.1`. */
  bucket: string
  at: Millis
}

/** A row a bucket: whoever counts its attempts holds it, so that counts take turns. */
export type AttemptBucketsTable = {
  bucket: string
  tried_at: Millis
}

export type AuditLogTable = {
  id: Generated<number>
  at: Millis
  /** null when nobody was signed in, and after the account is gone. */
  actor_id: number | null
  actor_name: string
  action: string
  league_id: number | null
  detail: Json
}

export type LeaguesTable = {
  id: Generated<number>
  name: string
  name_key: string
  espn_league_id: number
  sheet_id: string | null
  sheet_gid: string | null
  has_betslip: Flag
  created_at: Millis
  /** Shown above the roster; null for none. */
  season_note: ColumnType<string | null, string | null | undefined>
  /** Whether others' picks stay hidden until the week locks. 0 where a new league does not say. */
  hides_picks: Generated<Flag>
  /** Whether each week is told in the feed. 1 where a new league does not say. */
  has_recap: Generated<Flag>
  /** Counts the changes of what the league's history is made of. */
  history_version: Generated<number>
  /** When the schedule refreshes it next; 0 is at once. */
  refresh_due_at: Generated<Millis>
}

export type MembershipsTable = {
  league_id: number
  user_id: number
  role: ColumnType<'admin' | 'player' | 'viewer'>
  created_at: Millis
}

export type JoinRequestsTable = {
  id: Generated<number>
  user_id: number
  league_id: number | null
  message: string
  status: ColumnType<'pending' | 'approved' | 'rejected'>
  created_at: Millis
  decided_at: Millis | null
}

/** Whose team it is. Team numbers are the provider's. */
export type TeamAssignmentsTable = {
  league_id: number
  team_id: number
  user_id: number
}

/** A league's own cookies for the provider, each sealed under the server's key. */
export type LeagueCredentialsTable = {
  league_id: number
  swid: string | null
  s2: string | null
  /** Whether the provider accepted them when they were saved. */
  is_tested: Flag
  saved_at: Millis
  /** When the provider last accepted them; null when it never did. */
  accepted_at: Millis | null
  /** When the provider first refused them since it last accepted them; null while it does not. */
  refused_at: Millis | null
}

/** How the last refresh of a league went. */
export type RefreshesTable = {
  league_id: number
  season: number | null
  last_status: ColumnType<'ok' | 'skipped' | 'error'> | null
  last_error: string | null
  updated_at: Millis | null
  /** Since when the provider shows the league neither with the server's cookies nor without any. */
  denied_at: Millis | null
}

export type SeasonsTable = {
  league_id: number
  season: number
  name: string | null
  is_public: Flag | null
  scoring_type: string | null
  size: number
  regular_season_periods: number | null
  playoff_teams: number | null
  is_drafted: Flag
  is_finished: Flag
  current_period: number | null
  current_week: number | null
  final_week: number | null
  /** The rest of the season that is only ever read whole: calendar, previous seasons, findings. */
  details: Json
  fetched_at: Millis
  source: ColumnType<SeasonSource>
  depth: ColumnType<SeasonDepth>
}

export type SeasonMembersTable = {
  league_id: number
  season: number
  member_id: string
  name: string
  is_manager: Flag
  is_creator: Flag
}

export type SeasonTeamsTable = {
  league_id: number
  season: number
  team_id: number
  name: string
  abbrev: string
  logo: string | null
  division_id: number | null
  wins: number
  losses: number
  ties: number
  /** Hundredths of a point, like every score here. */
  points_for: number
  points_against: number
  playoff_seed: number | null
  final_rank: number | null
}

export type SeasonTeamOwnersTable = {
  league_id: number
  season: number
  team_id: number
  member_id: string
  /** 0 is the primary owner. */
  position: number
}

export type SeasonGamesTable = {
  league_id: number
  season: number
  game_id: number
  period: number
  bracket: string
  result: string
  home_team_id: number
  home_points: number
  home_live_points: number | null
  home_projected_points: number | null
  home_adjustment: number
  /** null is a bye. */
  away_team_id: number | null
  away_points: number | null
  away_live_points: number | null
  away_projected_points: number | null
  away_adjustment: number | null
}

/** What a team scored in one NFL week. */
export type SeasonWeeksTable = {
  league_id: number
  season: number
  team_id: number
  week: number
  points: number
}

/** A provider's answers as they came, so that everything derived can be made again. */
export type ProviderAnswersTable = {
  id: Generated<number>
  league_id: number
  season: number
  request: string
  fetched_at: Millis
  /** SHA-256 of the body, hex. */
  sha256: string
  /** The body, gzip. */
  body: Uint8Array
  /** Its place among the answers that the stored season was made of; null when it is not one of them. */
  position: number | null
}

/** What is done on a schedule, once for all processes. */
export type ScheduledJobsTable = {
  name: string
  due_at: Millis
  /** Until when the running process may take before another takes over; null when none runs it. */
  lease_until: Millis | null
  lease_token: string | null
  last_run_at: Millis | null
  /** Why the last run failed; null when it was good. */
  last_error: string | null
}

/** What the readers of a league's event stream are told; kept for as long as one may be away. */
export type LeagueEventsTable = {
  id: Generated<number>
  league_id: number
  name: string
  data: Json
  at: Millis
}
