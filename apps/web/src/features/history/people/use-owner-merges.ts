import { type ApiRequest, type ApiResponse, apiClient } from '../../../api/api-client.ts'
import { leagueQuery } from '../../../api/league-queries.ts'
import { useLeagueMutation } from '../admin/use-history-admin.ts'

export type OwnerMerges = ApiResponse<'GET /api/league/:league/history/merges/'>
export type Person = OwnerMerges['people'][number]
export type Suggestion = OwnerMerges['suggestions'][number]
export type OwnerPair = ApiRequest<'POST /api/league/:league/history/merges/'>['body']

export const mergesQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/history/merges/', ['history', 'merges'], { league })

/** Merges one or more pairs: all of them or none. Afterwards the list is read again, because it may be outdated. */
export function useMergeOwners(league: string) {
  return useLeagueMutation(
    league,
    (merges: readonly OwnerPair[]) => {
      const [first] = merges
      return first !== undefined && merges.length === 1
        ? apiClient('POST /api/league/:league/history/merges/', { params: { league }, body: first })
        : apiClient('POST /api/league/:league/history/merges/all/', {
            params: { league },
            body: { merges: [...merges] },
          })
    },
    'onSettled',
  )
}

export function useUndoMerge(league: string) {
  return useLeagueMutation(
    league,
    (id: number) => apiClient('DELETE /api/league/:league/history/merges/:id/', { params: { league, id } }),
    'onSettled',
  )
}
