import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { leagueKey } from '../../api/league-key.ts'

export type LeagueTeam = Answer<'GET /api/league/:league/teams/'>['teams'][number]

/** The teams of a league's current season, and who has them. */
export const teamsOf = (league: string) =>
  queryOptions({
    queryKey: [...leagueKey(league), 'teams'],
    queryFn: ({ signal }) => call('GET /api/league/:league/teams/', { params: { league }, signal }),
    select: (answer) => answer.teams,
  })

/** Gives a team to a user; '' to nobody. */
export function useAssignTeam(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { league_team_id: number; username: string }) =>
      call('POST /api/league/:league/assign-team/', { params: { league }, body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: leagueKey(league) }),
        client.invalidateQueries({ queryKey: ['user-leagues'] }),
      ]),
  })
}
