import type { Insertable } from 'kysely'
import type { Database } from '../database/schema/schema.ts'
import { SUNDAY } from './start-app.ts'

/** A refresh that runs in another process. By default, its lease expires in a minute by the machine's clock. */
export function buildRunningJob(
  more: Partial<Insertable<Database['jobs']>> = {},
): Insertable<Database['jobs']> {
  return {
    league_id: 1,
    kind: 'refresh',
    unique_key: `league:${more.league_id ?? 1}`,
    status: 'running',
    payload: '{"season":2026}',
    priority: 1,
    run_at: 0,
    attempts: 1,
    lease_token: 'another process',
    lease_until: Date.now() + 60_000,
    created_at: SUNDAY.getTime(),
    started_at: SUNDAY.getTime(),
    ...more,
  }
}
