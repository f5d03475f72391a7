import type { ColumnType, Generated } from 'kysely'

/** An instant as milliseconds since 1970, UTC. */
type Millis = number

export type LeagueJobTables = {
  league_jobs: LeagueJobsTable
  season_failures: SeasonFailuresTable
  league_looks: LeagueLooksTable
}

/** A job of one league. At most one job per league runs at a time, in one process. Open until `ended_at` is set. */
export type LeagueJobsTable = {
  id: Generated<number>
  league_id: number
  kind: ColumnType<LeagueJobName>
  /** null for a scheduled job, and after the account was deleted. */
  asked_by: number | null
  status: ColumnType<'queued' | 'running' | 'done' | 'failed'>
  /** JSON: the remaining work, in the format of the job's kind. Shrinks with every stored part. */
  plan: string
  /** The current step or the outcome, for display. */
  step: string
  done: number
  total: number | null
  /** JSON in the format of the job's kind; null until the job has ended. */
  result: string | null
  lease_token: string | null
  /** When the lease of the running process expires and another one can take over; by the machine's clock. */
  lease_until: Millis | null
  created_at: Millis
  started_at: Millis | null
  ended_at: Millis | null
}

export type LeagueJobName = 'refresh' | 'backfill'

/** Why the last fetch of a season failed. Deleted once the season is stored. */
type SeasonFailuresTable = {
  league_id: number
  season: number
  reason: string
  at: Millis
}

/** When a league was last viewed, accurate to half a minute. */
type LeagueLooksTable = {
  league_id: number
  at: Millis
}
