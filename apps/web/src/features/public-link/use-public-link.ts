import type { ApiResponse } from '../../api/api-client.ts'
import { operationQuery } from '../../api/operations.ts'

export type PublicStandings = ApiResponse<'GET /api/public/:code/standings/'>
export type PublicScoreboard = ApiResponse<'GET /api/public/:code/scoreboard/'>
export type PublicHistory = ApiResponse<'GET /api/public/:code/history/'>

/** Scores change while the page is open, and an admin may turn the link off. */
const POLL_INTERVAL_MS = 60_000

export const publicLeagueQuery = (code: string) =>
  operationQuery('GET /api/public/:code/', ['public', code, 'league'], {
    request: { params: { code } },
    refetchInterval: POLL_INTERVAL_MS,
  })

export const publicStandingsQuery = (code: string, season: number) =>
  operationQuery('GET /api/public/:code/standings/', ['public', code, 'standings', season], {
    request: { params: { code }, query: { season } },
    refetchInterval: POLL_INTERVAL_MS,
  })

/** `week` is null for the current one. */
export const publicScoreboardQuery = (code: string, season: number, week: number | null) =>
  operationQuery('GET /api/public/:code/scoreboard/', ['public', code, 'scoreboard', season, week], {
    request: { params: { code }, query: { season, week: week ?? undefined } },
    refetchInterval: POLL_INTERVAL_MS,
  })

export const publicHistoryQuery = (code: string) =>
  operationQuery('GET /api/public/:code/history/', ['public', code, 'history'], {
    request: { params: { code } },
  })
