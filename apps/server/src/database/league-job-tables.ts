import type { ColumnType, Generated } from 'kysely'

/** An instant as milliseconds since 1970, UTC. */
type Millis = number

export type LeagueJobTables = {
  league_jobs: LeagueJobsTable
  season_failures: SeasonFailuresTable
  league_looks: LeagueLooksTable
}

/** Work on one league, of which one process at a time holds one. It is open until it has ended. */
export type LeagueJobsTable = {
  id: Generated<number>
  league_id: number
  kind: ColumnType<LeagueJobName>
  /** null for the schedule, and after the account is gone. */
  asked_by: number | null
  status: ColumnType<'queued' | 'running' | 'done' | 'failed'>
  /** JSON: what is still to do, as the job's kind has it. It shrinks with every part that is stored. */
  plan: string
  /** For people: what is under way, or how it ended. */
  step: string
  done: number
  total: number | null
  /** JSON, as the job's kind has it; null before the end. */
  result: string | null
  lease_token: string | null
  /** Until when the running process may take before another takes over; by the clock of the machine. */
  lease_until: Millis | null
  created_at: Millis
  started_at: Millis | null
  ended_at: Millis | null
}

export type LeagueJobName = 'refresh' | 'backfill'

/** Why a season could not be read when it was asked for last. Gone once it is stored. */
type SeasonFailuresTable = {
  league_id: number
  season: number
  reason: string
  at: Millis
}

/** When somebody looked at a league last, give or take half a minute. */
type LeagueLooksTable = {
  league_id: number
  at: Millis
}
