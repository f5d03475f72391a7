import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type LeagueEventListener,
  type ShownProgress,
  subscribeToLeagueEvents,
} from '../../api/event-stream.ts'
import type { createListener } from './league-events.ts'

/**
 * An empty name means no league. What updates them is loaded after the screen, and then handles what has arrived in the
 * meantime.
 */
export function useLeagueEvents(league: string, progress: ShownProgress): void {
  const client = useQueryClient()
  useEffect(() => (league === '' ? undefined : listen(client, league, progress)), [client, league, progress])
}

/** @returns a function that stops it */
function listen(client: QueryClient, league: string, progress: ShownProgress): () => void {
  let isStopped = false
  let created: ReturnType<typeof createListener> | undefined
  const tell = tellInOrder(async () => {
    const { createListener: create } = await import('./league-events.ts')
    if (isStopped) return null
    created ??= create(client, league)
    return created.listener
  })
  const unsubscribe = subscribeToLeagueEvents(league, progress, tell)
  return () => {
    unsubscribe()
    isStopped = true
    created?.stop()
  }
}

/**
 * Tells a listener everything in the order in which it arrived: its code can be there for a later message first. What
 * arrives without the network, when its code cannot be loaded, is lost. The next message tries again, and has
 * everything read that was missed.
 * @param load returns null once nobody listens any more
 */
export function tellInOrder(load: () => Promise<LeagueEventListener | null>) {
  let told = Promise.resolve()
  let hasMissed = false
  async function tell(message: (listener: LeagueEventListener) => void): Promise<void> {
    const listener = await load().catch(() => undefined)
    if (listener === undefined) hasMissed = true
    if (listener == null) return
    if (hasMissed) listener.onReconnect()
    hasMissed = false
    message(listener)
  }
  return (message: (listener: LeagueEventListener) => void): void => {
    told = told.then(() => tell(message)).catch(reportError)
  }
}
