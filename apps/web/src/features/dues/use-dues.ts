import { type ApiRequest, type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQuery, leagueQueryKey } from '../../api/league-queries.ts'
import { useChange } from '../../api/operations.ts'

export type Dues = ApiResponse<'GET /api/league/:league/dues/'>
export type DuesSetup = NonNullable<Dues['setup']>
export type DuesTeam = Dues['teams'][number]
export type DuesEntry = DuesTeam['entries'][number]
export type Prize = Dues['prizes'][number]
export type PrizeAward = Prize['awards'][number]
export type PrizeWinner = PrizeAward['winners'][number]

/** The dues of a season; null for the current one. */
export const duesQuery = (league: string, season: number | null) =>
  leagueQuery('GET /api/league/:league/dues/', ['dues'], { league, season })

export const duesFileUrl = (league: string, season: number) =>
  `/api/league/${encodeURIComponent(league)}/dues/export/?season=${season}`

/** A change of the dues. Each of them returns the dues of its season afterwards. */
type Change = {
  [Key in
    | 'POST /api/league/:league/dues/'
    | 'POST /api/league/:league/dues/remove/'
    | 'POST /api/league/:league/dues/payments/'
    | 'POST /api/league/:league/dues/adjustments/'
    | 'POST /api/league/:league/dues/payouts/'
    | 'POST /api/league/:league/dues/winner/']: { key: Key; body: ApiRequest<Key>['body'] }
}

type Removal = { key: 'entry' | 'payout'; id: number }

export type DuesChange = Change[keyof Change] | Removal

/** After an error the dues are read again: somebody else may have been faster. */
export function useChangeDues(league: string) {
  const queryKey = [...leagueQueryKey(league), 'dues']
  return useChange((change: DuesChange) => sendChange(league, change), {
    onSuccess: (dues, _, client) => {
      const queries = client.getQueryCache().findAll({ queryKey })
      for (const query of queries) {
        const shown = query.state.data as Dues | undefined
        if (shown?.season === dues.season) client.setQueryData(query.queryKey, dues)
      }
      void client.invalidateQueries({ queryKey, refetchType: 'none' })
      return [['acts']]
    },
    onError: [queryKey],
  })
}

function sendChange(league: string, change: DuesChange): Promise<Dues> {
  switch (change.key) {
    case 'entry':
      return apiClient('DELETE /api/league/:league/dues/entries/:id/', { params: { league, id: change.id } })
    case 'payout':
      return apiClient('DELETE /api/league/:league/dues/payouts/:id/', { params: { league, id: change.id } })
    default: {
      const send = apiClient as (key: string, request: object) => Promise<Dues>
      return send(change.key, { params: { league }, body: change.body })
    }
  }
}
