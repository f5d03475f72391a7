import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { leagueQueryKey } from './operations.ts'

/** Reads everything of a league again once its jobs have ended, also when live events are unavailable. */
export function useRefetchAfterJobs(league: string, isBusy: boolean): void {
  const client = useQueryClient()
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy) void client.invalidateQueries({ queryKey: leagueQueryKey(league) })
    wasBusy.current = isBusy
  }, [client, league, isBusy])
}
