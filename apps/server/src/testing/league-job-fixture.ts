import type { Insertable } from 'kysely'
import type { LeagueJobsTable } from '../database/schema/league-job-tables.ts'
import { SUNDAY } from './start-app.ts'

/** A refresh that runs in another process. By default, its lease expires in a minute by the machine's clock. */
export function buildRunningJob(
  more: Partial<Insertable<LeagueJobsTable>> = {},
): Insertable<LeagueJobsTable> {
  return {
    league_id: 1,
    kind: 'refresh',
    status: 'running',
    plan: '{"season":2026}',
    step: '',
    done: 0,
    lease_token: 'another process',
    lease_until: Date.now() + 60_000,
    created_at: SUNDAY.getTime(),
    started_at: SUNDAY.getTime(),
    ...more,
  }
}
