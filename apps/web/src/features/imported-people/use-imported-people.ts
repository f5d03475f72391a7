import type { ApiResponse } from '../../api/api-client.ts'
import { EVERY_QUERY, operationQuery, useSendBody } from '../../api/operations.ts'

export type OwnPerson = ApiResponse<'GET /api/account/imported-people/'>['people'][number]
export type ListedPerson = ApiResponse<'GET /api/imported-people/'>['people'][number]

const KEY = ['imported-people']

export const ownPeopleQuery = operationQuery('GET /api/account/imported-people/', [...KEY, 'own'])

export const allPeopleQuery = operationQuery('GET /api/imported-people/', [...KEY, 'all'])

/** Everything is read again, because a link changes leagues, names and what the user may do. */
export const useClaimPerson = () =>
  useSendBody('POST /api/account/imported-people/claim/', { onSettled: EVERY_QUERY })

export const useLinkPerson = () => useSendBody('POST /api/imported-people/link/', { onSettled: EVERY_QUERY })
