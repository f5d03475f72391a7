import { displayNameOf } from '@fieldhouse/domain/names'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'
import { useSend, useSendBody } from '../../api/operations.ts'
import { toOption } from '../../ui/forms/option-search.ts'

type UserRow = ApiResponse<'GET /api/users/'>['users'][number]
export type Person = UserRow & {
  name: string
  fullLabel: string
  option: ReturnType<typeof toOption>
}

export const peopleQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => apiClient('GET /api/users/', { signal }),
  select: ({ users }) => {
    const people = users.map(toPerson)
    const names = new Map(people.map(({ username, name }) => [username, name]))
    const nameOf = (username: string) => names.get(username) ?? username
    return { people, options: people.map(({ option }) => option), nameOf }
  },
})

function toPerson(user: UserRow): Person {
  const { username, first_name: firstName, last_name: lastName } = user
  const name = displayNameOf({ firstName, lastName, username })
  const isNamed = name !== username
  return {
    ...user,
    name,
    fullLabel: isNamed ? `${name} (${username})` : username,
    option: toOption(username, isNamed ? username : '', name),
  }
}

export function useAssignUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ApiRequest<'POST /api/assign-user/'>['body']) =>
      apiClient('POST /api/assign-user/', { body }),
    onSuccess: (_response, { league }) => invalidateLeague(client, league),
  })
}

export const useSetStaff = () =>
  useSendBody('POST /api/users/set-staff/', {}, { onSuccess: [peopleQuery.queryKey] })

export const useRemoveSecondFactors = () =>
  useSend('POST /api/users/remove-second-factors/', (username: string) => ({ body: { username } }))

export const useSetDisabled = () =>
  useSendBody('POST /api/users/set-disabled/', {}, { onSuccess: [peopleQuery.queryKey] })

export const useCreateResetLink = () =>
  useSend('POST /api/users/reset-link/', (username: string) => ({ body: { username } }))

export const useResetPassword = () => useSendBody('POST /api/users/reset-password/', {})

/** Assigns a team to a user; an empty username unassigns it. */
export function useAssignTeam(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ApiRequest<'POST /api/league/:league/assign-team/'>['body']) =>
      apiClient('POST /api/league/:league/assign-team/', { params: { league }, body }),
    // Also after a failure: somebody else may have assigned the team.
    onSettled: () => invalidateLeague(client, league),
  })
}

function invalidateLeague(client: QueryClient, league: string) {
  return Promise.all([
    client.invalidateQueries({ queryKey: leagueQueryKey(league) }),
    client.invalidateQueries({ queryKey: ['user-leagues'] }),
  ])
}
