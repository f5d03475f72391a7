import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { LeagueStatusRow, refreshLeagues } from '@fieldhouse/contract/refresh'
import type { z } from 'zod'
import type { RefreshReport } from './refresh-job.ts'
import type { LeagueStatus, LeagueToRefresh } from './store.ts'

export function presentStatus(status: LeagueStatus): z.infer<typeof LeagueStatusRow> {
  return {
    name: status.name,
    season: status.season,
    last_status: status.lastStatus,
    status: status.openJob?.job === 'refresh' ? 'running' : (status.lastStatus ?? 'never'),
    updated_at: status.updatedAt?.toISOString() ?? null,
    last_updated: status.lastUpdated?.toISOString() ?? null,
    last_error: status.lastError,
    progress: status.openJob,
  }
}

/** The log of all leagues in the given order, one line per step, and one error message per failed league. */
export function presentReports(
  leagues: readonly LeagueToRefresh[],
  reports: readonly RefreshReport[],
): ResponseOf<typeof refreshLeagues> {
  const named = reports.map((report, index) => ({ name: leagues[index]?.name ?? '', ...report }))
  const errors = named
    .filter(({ status }) => status === 'error')
    .map(({ name, error }) => `${name}: ${error}`)
  return {
    ok: errors.length === 0,
    log: named.flatMap((report) => logLines(report.name, report)).join('\n'),
    error: errors.length === 0 ? null : errors.join('\n'),
  }
}

/** The log of one league, one line per step. */
export function logLines(league: string, { season, steps }: RefreshReport): string[] {
  return steps.map((step) => `${league} ${season}: ${step}`)
}
