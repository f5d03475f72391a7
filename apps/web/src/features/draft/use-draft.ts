import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery } from '../../api/league-queries.ts'
import type { ShareImage } from '../../api/share-image.ts'

export type Draft = ApiResponse<'GET /api/league/:league/insights/draft/'>
export type DraftPick = Draft['picks'][number]
export type DraftTeam = Draft['teams'][number]
export type ExtremePick = Draft['best'][number]

/** The draft of a season; null for the current one. */
export const draftQuery = (league: string, season: number | null) =>
  leagueQuery('GET /api/league/:league/insights/draft/', ['draft', season], {
    params: { league },
    query: season === null ? {} : { season },
  })

export const draftImage = (league: string, season: number): ShareImage => ({
  key: 'GET /api/league/:league/insights/draft/image/',
  request: { params: { league }, query: { season } },
})

/** Formats a value over expectation, such as `+12.3` or `−4.0`. */
export function formatValue(value: number): string {
  const text = Math.abs(value).toFixed(1)
  if (text === '0.0') return text
  return value < 0 ? `−${text}` : `+${text}`
}

/** Where a pick was made: its price, otherwise round and pick, such as `2.05`. */
export function formatSpot({
  bid,
  round,
  in_round: inRound,
}: Pick<DraftPick, 'bid' | 'round' | 'in_round'>): string {
  return bid === null ? `${round}.${String(inRound).padStart(2, '0')}` : `$${bid}`
}
