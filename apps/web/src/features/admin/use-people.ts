import { displayNameOf } from '@fieldhouse/domain/names'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-query-key.ts'
import { toOption } from '../../ui/option-search.ts'

type UserRow = ApiResponse<'GET /api/users/'>['users'][number]
export type Person = UserRow & { name: string; option: ReturnType<typeof toOption> }

/** All user accounts with their search options. */
export const peopleQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => apiClient('GET /api/users/', { signal }),
  select: ({ users }) => {
    const people = users.map(toPerson)
    return { people, options: people.map(({ option }) => option) }
  },
})

function toPerson(user: UserRow): Person {
  const { username, first_name: firstName, last_name: lastName } = user
  const name = displayNameOf({ firstName, lastName, username })
  return { ...user, name, option: toOption(username, name === username ? '' : name) }
}

export function useAssignUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ApiRequest<'POST /api/assign-user/'>['body']) =>
      apiClient('POST /api/assign-user/', { body }),
    onSuccess: (_response, { league }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: leagueQueryKey(league) }),
        client.invalidateQueries({ queryKey: ['user-leagues'] }),
      ]),
  })
}

export function useSetStaff() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ApiRequest<'POST /api/users/set-staff/'>['body']) =>
      apiClient('POST /api/users/set-staff/', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: ApiRequest<'POST /api/users/reset-password/'>['body']) =>
      apiClient('POST /api/users/reset-password/', { body }),
  })
}
