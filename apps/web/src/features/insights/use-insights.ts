import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery } from '../../api/league-queries.ts'

export type Luck = ApiResponse<'GET /api/league/:league/insights/luck/'>
export type TeamLuck = Luck['teams'][number]

/** What the insights of a season have in common. */
export type InsightsHeader = Pick<Luck, 'season' | 'week' | 'scoring_format' | 'unavailable'>

/** The luck of each team in a season; null for the current one. */
export const luckQuery = (league: string, season: number | null) =>
  leagueQuery('GET /api/league/:league/insights/luck/', ['insights', 'luck', season], {
    params: { league },
    query: season === null ? {} : { season },
  })
