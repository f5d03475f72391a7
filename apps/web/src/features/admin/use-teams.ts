import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-query-key.ts'

export type LeagueTeam = ApiResponse<'GET /api/league/:league/teams/'>['teams'][number]

/** The teams of a league's current season with their assigned users. */
export const teamsQuery = (league: string) =>
  queryOptions({
    queryKey: [...leagueQueryKey(league), 'teams'],
    queryFn: ({ signal }) => apiClient('GET /api/league/:league/teams/', { params: { league }, signal }),
    select: (response) => response.teams,
  })

/** Assigns a team to a user; an empty username unassigns it. */
export function useAssignTeam(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { league_team_id: number; username: string }) =>
      apiClient('POST /api/league/:league/assign-team/', { params: { league }, body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: leagueQueryKey(league) }),
        client.invalidateQueries({ queryKey: ['user-leagues'] }),
      ]),
  })
}
