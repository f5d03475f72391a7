import { displayNameOf } from '@fieldhouse/domain/names'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, call, type Request } from '../../api/call.ts'
import { leagueKey } from '../../api/league-key.ts'
import { optionOf } from '../../ui/matching.ts'

type UserRow = Answer<'GET /api/users/'>['users'][number]
export type Person = UserRow & { name: string; option: ReturnType<typeof optionOf> }

/** Everyone who has an account, ready to be searched. */
export const people = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => call('GET /api/users/', { signal }),
  select: ({ users }) => {
    const persons = users.map(asPerson)
    return { persons, options: persons.map(({ option }) => option) }
  },
})

function asPerson(user: UserRow): Person {
  const { username, first_name: firstName, last_name: lastName } = user
  const name = displayNameOf({ firstName, lastName, username })
  return { ...user, name, option: optionOf(username, name === username ? '' : name) }
}

export function useAssignUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Request<'POST /api/assign-user/'>['body']) => call('POST /api/assign-user/', { body }),
    onSuccess: (_answer, { league }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: leagueKey(league) }),
        client.invalidateQueries({ queryKey: ['user-leagues'] }),
      ]),
  })
}

export function useSetStaff() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Request<'POST /api/users/set-staff/'>['body']) =>
      call('POST /api/users/set-staff/', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: people.queryKey }),
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: Request<'POST /api/users/reset-password/'>['body']) =>
      call('POST /api/users/reset-password/', { body }),
  })
}
