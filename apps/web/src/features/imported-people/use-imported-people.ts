import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { operationQuery } from '../../api/operations.ts'

export type OwnPerson = ApiResponse<'GET /api/account/imported-people/'>['people'][number]
export type ListedPerson = ApiResponse<'GET /api/imported-people/'>['people'][number]

const KEY = ['imported-people']

export const ownPeopleQuery = operationQuery('GET /api/account/imported-people/', [...KEY, 'own'])

export const allPeopleQuery = operationQuery('GET /api/imported-people/', [...KEY, 'all'])

export function useClaimPerson() {
  return usePeopleMutation((body: { id: number; is_me: boolean }) =>
    apiClient('POST /api/account/imported-people/claim/', { body }),
  )
}

export function useLinkPerson() {
  return usePeopleMutation((body: { id: number; username: string | null }) =>
    apiClient('POST /api/imported-people/link/', { body }),
  )
}

/** Loads everything again, because a link changes leagues, names and what the user may do. */
function usePeopleMutation<Variables>(mutationFn: (variables: Variables) => Promise<{ message: string }>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries() })
}
