import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQuery, leagueQueryKey } from '../../api/league-queries.ts'

export type Keepers = ApiResponse<'GET /api/league/:league/insights/keepers/'>
export type Keeper = Keepers['players'][number]
export type KeeperRule = NonNullable<Keepers['rule']>

/** The keeper ledger of a season; null for the newest one with rosters. */
export const keepersQuery = (league: string, season: number | null) =>
  leagueQuery('GET /api/league/:league/insights/keepers/', ['insights', 'keepers', season], {
    params: { league },
    query: season === null ? {} : { season },
  })

/** The download URL of the ledger as a CSV table. */
export const keepersFileUrl = (league: string, season: number) =>
  `/api/league/${encodeURIComponent(league)}/insights/keepers/export/?season=${season}`

type RuleBody = NonNullable<ApiRequest<'POST /api/league/:league/keeper-rule/'>['body']>

export function useSaveKeeperRule(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RuleBody) =>
      apiClient('POST /api/league/:league/keeper-rule/', { params: { league }, body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [...leagueQueryKey(league), 'insights', 'keepers'] }),
        client.invalidateQueries({ queryKey: ['acts'] }),
      ]),
  })
}
