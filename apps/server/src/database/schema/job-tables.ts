import type { ColumnType, Generated } from 'kysely'

/** An instant as milliseconds since 1970, UTC. */
type Millis = number

export type JobTables = {
  jobs: JobsTable
  season_failures: SeasonFailuresTable
  league_views: LeagueViewsTable
}

/** Work that outlives the request that asked for it, or that runs on a schedule. Unfinished until `ended_at` is set. */
export type JobsTable = {
  id: Generated<number>
  /** Which code runs it. The same name as in the log. */
  kind: string
  /** The league that it is about. Both are deleted together. */
  league_id: number | null
  /** null for a job that no user asked for, and after the account was deleted. */
  requested_by: number | null
  /** Unfinished jobs have different keys. null for a job that may be queued any number of times. */
  unique_key: string | null
  /** The server that it sends to or reads from. Limits how many such jobs run at the same time. */
  destination: string | null
  /** JSON in the format of the kind: the remaining work. Never contains a password, a token or a cookie. */
  payload: string
  /** A failed job was refused, or has used up its attempts. */
  status: ColumnType<'queued' | 'running' | 'done' | 'failed'>
  /** Jobs with a lower value start first. */
  priority: number
  /** Not started before, by the application's clock. 0 for as soon as possible, so that no clock delays it. */
  run_at: Millis
  /** How often it was started. */
  attempts: Generated<number>
  lease_token: string | null
  /** When the lease of the running process expires and another one can take over; by the machine's clock. */
  lease_until: Millis | null
  /** The current step or the outcome, for display. */
  step: Generated<string>
  done: Generated<number>
  total: number | null
  /** JSON in the format of the kind; null until the job has ended. */
  result: string | null
  /** Why the last attempt failed, as text for admins; null if it did not, or if `result` says so. */
  last_error: string | null
  /** For a recurring job, when its last run ended. */
  created_at: Millis
  started_at: Millis | null
  ended_at: Millis | null
}

/** Why the last fetch of a season failed. Deleted once the season is stored. */
type SeasonFailuresTable = {
  league_id: number
  season: number
  reason: string
  at: Millis
}

/** When a league was last viewed, accurate to half a minute. */
type LeagueViewsTable = {
  league_id: number
  at: Millis
}
