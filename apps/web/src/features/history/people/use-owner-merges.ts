import { type ApiRequest, type ApiResponse, apiClient } from '../../../api/api-client.ts'
import { leagueQuery, leagueQueryKey, useChange, useSend } from '../../../api/operations.ts'

export type OwnerMerges = ApiResponse<'GET /api/league/:league/history/merges/'>
export type Person = OwnerMerges['people'][number]
export type Suggestion = OwnerMerges['suggestions'][number]
export type OwnerPair = ApiRequest<'POST /api/league/:league/history/merges/'>['body']

export const mergesQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/history/merges/', ['history', 'merges'], { league })

/** Merges all of the pairs or none. Afterwards the list is read again, because it may be outdated. */
export const useMergeOwners = (league: string) =>
  useChange(
    (merges: readonly OwnerPair[]) => {
      const [first] = merges
      return first !== undefined && merges.length === 1
        ? apiClient('POST /api/league/:league/history/merges/', { params: { league }, body: first })
        : apiClient('POST /api/league/:league/history/merges/all/', {
            params: { league },
            body: { merges: [...merges] },
          })
    },
    { onSettled: [leagueQueryKey(league)] },
  )

export const useUndoMerge = (league: string) =>
  useSend('DELETE /api/league/:league/history/merges/:id/', (id: number) => ({ params: { league, id } }), {
    onSettled: [leagueQueryKey(league)],
  })
