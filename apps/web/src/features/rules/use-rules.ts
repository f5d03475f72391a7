import type { QueryClient } from '@tanstack/react-query'
import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery, useSendBody } from '../../api/operations.ts'

export type Rules = ApiResponse<'GET /api/league/:league/rules/'>
export type Section = Rules['sections'][number]
export type RuleVersion = NonNullable<Rules['current']>
export type ShownVersion = ApiResponse<'GET /api/league/:league/rules/versions/:version/'>

export const rulesQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/rules/', ['rules', 'current'], { league })

export const ruleVersionsQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/rules/versions/', ['rules', 'versions'], { league })

export const ruleVersionQuery = (league: string, version: number) =>
  leagueQuery('GET /api/league/:league/rules/versions/:version/', ['rules', 'version'], { league, version })

export const proposalQuery = (league: string, id: number) =>
  leagueQuery('GET /api/league/:league/social/items/:id/', ['feed', 'item'], { league, type: 'proposal', id })

/** If somebody else was faster, their version is read, so that the editor can show it. */
export const useSaveRules = (league: string) =>
  useSendBody('POST /api/league/:league/rules/', { params: { league }, ...rulesEffects(league) })

export const useRestoreRules = (league: string) =>
  useSendBody('POST /api/league/:league/rules/restore/', { params: { league }, ...rulesEffects(league) })

function rulesEffects(league: string) {
  const { queryKey } = rulesQuery(league)
  return {
    onSuccess: (rules: Rules, _: unknown, client: QueryClient) => {
      client.setQueryData(queryKey, rules)
      return [ruleVersionsQuery(league).queryKey]
    },
    onError: [queryKey],
  }
}
