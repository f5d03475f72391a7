import type { LeagueStatusRow } from '@fieldhouse/contract/refresh'
import type { z } from 'zod'
import type { LeagueStatus } from './store.ts'

export function presentStatus(status: LeagueStatus): z.infer<typeof LeagueStatusRow> {
  return {
    name: status.name,
    season: status.season,
    last_status: status.lastStatus,
    status: status.isRunning ? 'running' : (status.lastStatus ?? 'never'),
    updated_at: status.updatedAt?.toISOString() ?? null,
    last_updated: status.lastUpdated?.toISOString() ?? null,
    last_error: status.lastError,
  }
}
