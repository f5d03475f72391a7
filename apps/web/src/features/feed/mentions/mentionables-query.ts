import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiResponse } from '../../../api/api-client.ts'
import { leagueQuery } from '../../../api/league-queries.ts'

export type Mentionables = ApiResponse<'GET /api/league/:league/mentionables/'>

const MINUTE_MS = 60_000

/** The members of a league and its teams. */
export const mentionablesQuery = (league: string) => ({
  ...leagueQuery('GET /api/league/:league/mentionables/', ['mentionables'], { params: { league } }),
  staleTime: 5 * MINUTE_MS,
})

/**
 * Reads whom one can mention before anybody types an `@`, where a service worker keeps the response: then mentions can be
 * completed offline, too.
 */
export function usePrefetchedMentionables(league: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
    // If it fails, the first @ reads them.
    if (hasWorker) client.query(mentionablesQuery(league)).catch(() => undefined)
  }, [client, league])
}
