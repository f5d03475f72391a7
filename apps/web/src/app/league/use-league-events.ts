import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type LeagueEventListener,
  type ShownProgress,
  subscribeToLeagueEvents,
} from '../../api/event-stream.ts'
import type { createListener } from './league-events.ts'

/**
 * Updates the cached data of a league when it changes on the server. An empty name means no league. What updates them
 * is loaded after the screen, and then handles what has arrived in the meantime.
 */
export function useLeagueEvents(league: string, progress: ShownProgress): void {
  const client = useQueryClient()
  useEffect(() => (league === '' ? undefined : listen(client, league, progress)), [client, league, progress])
}

/** @returns a function that stops it */
function listen(client: QueryClient, league: string, progress: ShownProgress): () => void {
  let isStopped = false
  let created: ReturnType<typeof createListener> | undefined

  async function tell(message: (listener: LeagueEventListener) => void): Promise<void> {
    const { createListener: create } = await import('./league-events.ts')
    if (isStopped) return
    created ??= create(client, league)
    message(created.listener)
  }

  const unsubscribe = subscribeToLeagueEvents(league, progress, (message) => {
    // Without the network, its code cannot be loaded. The next event tries again.
    tell(message).catch(() => undefined)
  })
  return () => {
    unsubscribe()
    isStopped = true
    created?.stop()
  }
}
