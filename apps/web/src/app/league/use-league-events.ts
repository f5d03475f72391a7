import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ShownProgress, subscribeToLeagueEvents } from '../../api/event-stream.ts'
import type { createListener } from './league-events.ts'

/**
 * Updates the cached data of a league when it changes on the server. An empty name means no league. What updates them
 * is loaded after the screen, and then handles what has arrived in the meantime.
 */
export function useLeagueEvents(league: string, progress: ShownProgress): void {
  const client = useQueryClient()
  useEffect(() => {
    if (league === '') return undefined
    let isStopped = false
    let created: ReturnType<typeof createListener> | undefined
    const unsubscribe = subscribeToLeagueEvents(league, progress, (message) => {
      import('./league-events.ts').then(
        (module) => {
          if (isStopped) return
          created ??= module.createListener(client, league)
          message(created.listener)
        },
        // Without the network. The next event loads it.
        () => undefined,
      )
    })
    return () => {
      unsubscribe()
      isStopped = true
      created?.stop()
    }
  }, [client, league, progress])
}
