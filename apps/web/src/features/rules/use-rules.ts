import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQuery } from '../../api/league-queries.ts'

export type Rules = ApiResponse<'GET /api/league/:league/rules/'>
export type Section = Rules['sections'][number]
export type RuleVersion = NonNullable<Rules['current']>
export type ShownVersion = ApiResponse<'GET /api/league/:league/rules/versions/:version/'>

type SavedRules = ApiRequest<'POST /api/league/:league/rules/'>['body']

export const rulesQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/rules/', ['rules', 'current'], { league })

export const ruleVersionsQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/rules/versions/', ['rules', 'versions'], { league })

export const ruleVersionQuery = (league: string, version: number) =>
  leagueQuery('GET /api/league/:league/rules/versions/:version/', ['rules', 'version'], { league, version })

export const proposalQuery = (league: string, id: number) =>
  leagueQuery('GET /api/league/:league/social/items/:id/', ['feed', 'item'], { league, type: 'proposal', id })

/** If somebody else was faster, their version is read, so that the editor can show it. */
export function useSaveRules(league: string) {
  const update = useUpdateRules(league)
  return useMutation({
    mutationFn: (body: SavedRules) =>
      apiClient('POST /api/league/:league/rules/', { params: { league }, body }),
    onSuccess: update.show,
    onError: update.readAgain,
  })
}

export function useRestoreRules(league: string) {
  const update = useUpdateRules(league)
  return useMutation({
    mutationFn: (body: { restored: number; version: number }) =>
      apiClient('POST /api/league/:league/rules/restore/', { params: { league }, body }),
    onSuccess: update.show,
    onError: update.readAgain,
  })
}

function useUpdateRules(league: string) {
  const client = useQueryClient()
  const { queryKey } = rulesQuery(league)
  return {
    show: (rules: Rules) => {
      client.setQueryData(queryKey, rules)
      return client.invalidateQueries({ queryKey: ruleVersionsQuery(league).queryKey })
    },
    readAgain: () => client.invalidateQueries({ queryKey }),
  }
}
