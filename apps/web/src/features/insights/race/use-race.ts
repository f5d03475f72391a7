import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiRequest, ApiResponse } from '../../../api/api-client.ts'
import { leagueQuery, leagueQueryKey, operationQuery, shareImage } from '../../../api/operations.ts'

export type Race = ApiResponse<'GET /api/league/:league/insights/race/'>
export type TeamRace = Race['teams'][number]
export type OpenGame = Race['remaining_games'][number]
export type RaceHistory = ApiResponse<'GET /api/league/:league/insights/race/history/'>
export type Pick = ApiRequest<'POST /api/league/:league/insights/what-if/'>['body']['picks'][number]

/** The playoff race of a season; null for the current one. */
export const raceQuery = (league: string, season: number | null = null) =>
  leagueQuery('GET /api/league/:league/insights/race/', ['insights', 'race'], { league, season })

/** The odds after each completed week of a season. The first request of a season takes about a second. */
export const raceHistoryQuery = (league: string, season: number | null = null) =>
  leagueQuery('GET /api/league/:league/insights/race/history/', ['insights', 'race history'], {
    league,
    season,
  })

const whatIfQuery = (league: string, season: number, picks: Pick[]) =>
  operationQuery(
    'POST /api/league/:league/insights/what-if/',
    [...leagueQueryKey(league), 'insights', 'what-if', season, picks],
    { request: { params: { league }, body: { season, picks } }, enabled: picks.length > 0 },
  )

/** How long the reader must have stopped picking before the server is asked. */
const SETTLE_MS = 120

/** The requests of earlier picks are aborted, and their answer stays until the next one arrives. */
export function useWhatIf(league: string, season: number, picks: readonly Pick[]) {
  const settled = useSettled(JSON.stringify(picks))
  const asked = JSON.parse(settled) as Pick[]
  const query = useQuery({ ...whatIfQuery(league, season, asked), placeholderData: keepPreviousData })
  const isBehind = settled !== JSON.stringify(picks) || query.isPlaceholderData
  return { query, isBehind: picks.length > 0 && (isBehind || query.isFetching) }
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), SETTLE_MS)
    return () => window.clearTimeout(timer)
  }, [value])
  return settled
}

export const raceImage = (league: string, season: number | null) =>
  shareImage('GET /api/league/:league/insights/race/image/', { league, season })
