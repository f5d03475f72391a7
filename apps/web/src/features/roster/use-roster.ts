import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery } from '../../api/league-queries.ts'

export type Roster = ApiResponse<'GET /api/league/:league/me/roster/'>
export type RosterRow = Roster['players'][number]

/** The current user's roster in an NFL week; null for the current week. */
export const rosterQuery = (league: string, week: number | null = null) =>
  leagueQuery('GET /api/league/:league/me/roster/', ['roster', week], {
    params: { league },
    query: week === null ? {} : { week },
  })
