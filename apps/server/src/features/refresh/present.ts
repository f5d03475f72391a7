import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getLeaguesRefresh, LeagueStatusRow, refreshLeagues } from '@fieldhouse/contract/refresh'
import type { z } from 'zod'
import type { LeagueReport, RefreshOfAll } from './refresh-all-job.ts'
import type { RefreshReport } from './refresh-job.ts'
import type { LeagueStatus } from './store.ts'

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

/** The log of a refresh, one line per step, and one error message per failed league, in the order of the leagues. */
export function presentRefresh(
  leagues: readonly LeagueReport[],
  hasEnded: boolean,
): ResponseOf<typeof refreshLeagues> {
  const done = leagues.flatMap(({ name, report }) => (report === null ? [] : { name, ...report }))
  const errors = done.filter(({ status }) => status === 'error').map(({ name, error }) => `${name}: ${error}`)
  return {
    ok: errors.length === 0,
    log: done.flatMap((report) => logLines(report.name, report)).join('\n'),
    error: errors.length === 0 ? null : errors.join('\n'),
    progress: hasEnded ? null : { done: done.length, total: leagues.length },
  }
}

export function presentRefreshOfAll(
  refresh: RefreshOfAll | null,
): ResponseOf<typeof getLeaguesRefresh>['refresh'] {
  if (refresh === null) return null
  return {
    ...presentRefresh(refresh.leagues, refresh.endedAt !== null),
    started_at: refresh.startedAt.toISOString(),
    ended_at: refresh.endedAt?.toISOString() ?? null,
  }
}

/** The log of one league, one line per step. */
export function logLines(league: string, { season, steps }: RefreshReport): string[] {
  return steps.map((step) => `${league} ${season}: ${step}`)
}
