import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery } from '../../api/operations.ts'

export type Bracket = ApiResponse<'GET /api/league/:league/insights/bracket/'>
export type BracketRound = Bracket['rounds'][number]
export type Pairing = BracketRound['championship'][number]
export type Projection = NonNullable<BracketRound['projected']>
export type ProjectedPairing = Projection['pairings'][number]
export type BracketTeam = Bracket['teams'][number]

/** The playoffs of a season; null for the current one. Read again when scores change, like the scoreboard. */
export const bracketQuery = (league: string, season: number | null = null) =>
  leagueQuery('GET /api/league/:league/insights/bracket/', ['scoreboard', 'bracket'], { league, season })

/** What the provider has not set of a round. */
export function projectionOf({ projected }: BracketRound): Projection {
  return projected ?? { pairings: [], byes: [] }
}
