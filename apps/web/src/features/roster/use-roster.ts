import { queryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'

export type Roster = ApiResponse<'GET /api/league/:league/me/roster/'>
export type RosterRow = Roster['players'][number]

/** The current user's roster in an NFL week; null for the current week. */
export const rosterQuery = (league: string, week: number | null = null) =>
  queryOptions({
    queryKey: [...leagueQueryKey(league), 'roster', week],
    queryFn: ({ signal }) =>
      apiClient('GET /api/league/:league/me/roster/', {
        params: { league },
        query: week === null ? {} : { week },
        signal,
      }),
  })
