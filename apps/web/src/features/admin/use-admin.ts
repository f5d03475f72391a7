import { displayNameOf } from '@fieldhouse/domain/names'
import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQueryKey } from '../../api/league-queries.ts'
import { operationQuery, useSend, useSendBody } from '../../api/operations.ts'
import { toOption } from '../../ui/forms/option-search.ts'

type UserRow = ApiResponse<'GET /api/users/'>['users'][number]
export type Person = UserRow & {
  name: string
  fullLabel: string
  option: ReturnType<typeof toOption>
}

export const peopleQuery = operationQuery('GET /api/users/', ['users'], {
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

export const useAssignUser = () =>
  useSendBody('POST /api/assign-user/', {
    onSuccess: (_, { league }) => [leagueQueryKey(league), ['user-leagues']],
  })

export const useSetStaff = () =>
  useSendBody('POST /api/users/set-staff/', { onSuccess: [peopleQuery.queryKey] })

export const useRemoveSecondFactors = () =>
  useSend('POST /api/users/remove-second-factors/', (username: string) => ({ body: { username } }))

export const useSetDisabled = () =>
  useSendBody('POST /api/users/set-disabled/', { onSuccess: [peopleQuery.queryKey] })

export const useCreateResetLink = () =>
  useSend('POST /api/users/reset-link/', (username: string) => ({ body: { username } }))

export const useResetPassword = () => useSendBody('POST /api/users/reset-password/', {})

/** Assigns a team to a user; an empty username unassigns it. */
export const useAssignTeam = (league: string) =>
  // Also after a failure: somebody else may have assigned the team.
  useSendBody('POST /api/league/:league/assign-team/', {
    params: { league },
    onSettled: [leagueQueryKey(league), ['user-leagues']],
  })
