import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery, leagueQueryKey, useSendBody } from '../../api/operations.ts'

export type Keepers = ApiResponse<'GET /api/league/:league/insights/keepers/'>
export type Keeper = Keepers['players'][number]
export type KeeperRule = NonNullable<Keepers['rule']>

/** The keeper ledger of a season; null for the newest one with rosters. */
export const keepersQuery = (league: string, season: number | null) =>
  leagueQuery('GET /api/league/:league/insights/keepers/', ['insights', 'keepers'], { league, season })

export const keepersFileUrl = (league: string, season: number) =>
  `/api/league/${encodeURIComponent(league)}/insights/keepers/export/?season=${season}`

export const useSaveKeeperRule = (league: string) =>
  useSendBody('POST /api/league/:league/keeper-rule/', {
    params: { league },
    onSuccess: [[...leagueQueryKey(league), 'insights', 'keepers'], ['acts']],
  })
