import { withoutWriteChecks } from '../database/engine/write-checks.ts'
import { type EventStore, MAX_COMMIT_DELAY_MS, type StoredEvent } from './event-store.ts'

export type Listener = (event: StoredEvent) => void

export type EventHubOptions = {
  store: Pick<EventStore, 'listNewestIds' | 'listAfter'>
  /** Called before the events of each poll are delivered. */
  beforeDelivery?: () => Promise<void>
  log: { error: (fields: object, message: string) => void }
  /** How often to check for events from other processes, in milliseconds. */
  pollIntervalMs?: number
  /** A monotonic clock in milliseconds. */
  elapsedMs?: () => number
}

/**
 * Delivers the events that any process has stored to the listeners in this process, each event once. It polls
 * the database only while there are listeners, with one query for all of them. Events can become visible out
 * of ID order, so each poll rereads the last half minute and skips IDs that were already seen.
 */
export interface EventHub {
  /** Polls immediately, because an event may have been stored. */
  wake(): void
  /** Calls the listener for every new event of a league. Returns a function that unsubscribes it. */
  subscribe(leagueId: number, listener: Listener): Promise<() => void>
  /** The leagues that have listeners. */
  subscribedLeagueIds(): number[]
}

/** Every event up to `floor` has been read, and so have the IDs in `seen`. */
type ReadPosition = { floor: number; seen: Set<number>; reached: { atMs: number; id: number }[] }

export function eventHub(options: EventHubOptions): EventHub {
  const { store, beforeDelivery, log, pollIntervalMs = 1000, elapsedMs = () => performance.now() } = options
  const listeners = new Map<number, Set<Listener>>()
  let position: ReadPosition | null = null
  let initialization: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let isPolling = false
  let isPollRequested = false

  async function initializePosition(): Promise<void> {
    const ids = await store.listNewestIds()
    const newest = ids[0] ?? 0
    const floor = (ids.at(-1) ?? 1) - 1
    position = { floor, seen: new Set(ids), reached: [{ atMs: elapsedMs(), id: newest }] }
    schedulePoll()
  }

  async function poll(): Promise<void> {
    clearTimeout(timer)
    isPolling = true
    for (;;) {
      if (!isPollRequested || position === null) break
      isPollRequested = false
      try {
        await beforeDelivery?.()
        if (position !== null) await deliverNewEvents(position)
      } catch (error) {
        log.error({ err: error }, 'failed to read events')
      }
    }
    isPolling = false
    schedulePoll()
  }

  async function deliverNewEvents(current: ReadPosition): Promise<void> {
    const { ids, events } = await store.listAfter(
      current.floor,
      ({ id, leagueId }) => !current.seen.has(id) && listeners.has(leagueId),
    )
    for (const id of ids) current.seen.add(id)
    for (const event of events) for (const listener of listeners.get(event.leagueId) ?? []) listener(event)
    const nowMs = elapsedMs()
    current.reached.push({ atMs: nowMs, id: ids.at(-1) ?? current.floor })
    while (current.reached[0] !== undefined && current.reached[0].atMs <= nowMs - MAX_COMMIT_DELAY_MS) {
      current.floor = current.reached.shift()?.id ?? current.floor
    }
    for (const id of current.seen) if (id <= current.floor) current.seen.delete(id)
  }

  function schedulePoll(): void {
    clearTimeout(timer)
    if (position !== null) timer = setTimeout(wake, pollIntervalMs).unref()
  }

  /** Polls immediately, because an event may have been stored. */
  function wake(): void {
    isPollRequested = true
    if (position !== null && !isPolling) void withoutWriteChecks(poll)
  }

  function unsubscribe(leagueId: number, listener: Listener): void {
    const leagueListeners = listeners.get(leagueId)
    leagueListeners?.delete(listener)
    if (leagueListeners?.size === 0) listeners.delete(leagueId)
    if (listeners.size > 0) return
    clearTimeout(timer)
    position = null
    initialization = null
  }

  return {
    wake,

    async subscribe(leagueId, listener) {
      listeners.set(leagueId, (listeners.get(leagueId) ?? new Set()).add(listener))
      try {
        initialization ??= initializePosition()
        await initialization
      } catch (error) {
        unsubscribe(leagueId, listener)
        initialization = null
        throw error
      }
      return () => unsubscribe(leagueId, listener)
    },

    subscribedLeagueIds: () => [...listeners.keys()],
  }
}
