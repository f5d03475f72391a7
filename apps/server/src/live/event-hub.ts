import { withoutWriteChecks } from '../database/engine/write-checks.ts'
import { type EventStore, MAX_COMMIT_DELAY_MS, type StoredEvent } from './event-store.ts'

type Listener = (event: StoredEvent) => void

/** Adds data to new events, once for all listeners. Never rejects. */
export interface EventData {
  /** Called when a league gets its first listener. Its events wait for it. */
  start?(leagueId: number): Promise<void>
  /** Called when a league has lost its last listener. */
  stop?(leagueId: number): void
  /** The event with its data. Called for each event in order. */
  add(event: StoredEvent): Promise<StoredEvent>
}

type EventHubOptions = {
  store: Pick<EventStore, 'listNewestIds' | 'listAfter'>
  data?: readonly EventData[]
  /** Called between reading the events of a poll and delivering them. */
  beforeDelivery?: () => Promise<void>
  log: { error: (fields: object, message: string) => void }
  /** How often to check for events from other processes, in milliseconds. */
  pollIntervalMs?: number
  /** A monotonic clock in milliseconds. */
  elapsedMs?: () => number
}

export type EventHub = ReturnType<typeof eventHub>

/** Every event up to `floor` has been read, and so have the IDs in `seen`. */
type ReadPosition = { floor: number; seen: Set<number>; reached: { atMs: number; id: number }[] }

/**
 * Delivers the events that any process has stored to the listeners in this process, each event once. It polls
 * the database only while there are listeners, with one query for all of them. Events can become visible out
 * of ID order, so each poll rereads the last half minute and skips IDs that were already seen.
 */
export function eventHub(options: EventHubOptions) {
  const { store, data = [], beforeDelivery, log } = options
  const { pollIntervalMs = 250, elapsedMs = () => performance.now() } = options
  const listeners = new Map<number, Set<Listener>>()
  const preparations = new Map<number, Promise<void>>()
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
        await deliverNewEvents(position)
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
    const complete: StoredEvent[] = []
    for (const event of events) {
      await preparations.get(event.leagueId)
      let withData = event
      for (const each of data) withData = await each.add(withData)
      complete.push(withData)
    }
    // After reading: nobody who had lost access when an event was stored may receive it.
    await beforeDelivery?.()
    for (const id of ids) current.seen.add(id)
    for (const event of complete) for (const listener of listeners.get(event.leagueId) ?? []) listener(event)
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

  async function prepare(leagueId: number): Promise<void> {
    for (const each of data) await each.start?.(leagueId)
  }

  function unsubscribe(leagueId: number, listener: Listener): void {
    const leagueListeners = listeners.get(leagueId)
    leagueListeners?.delete(listener)
    if (leagueListeners?.size === 0) {
      listeners.delete(leagueId)
      preparations.delete(leagueId)
      for (const each of data) each.stop?.(leagueId)
    }
    if (listeners.size > 0) return
    clearTimeout(timer)
    position = null
    initialization = null
  }

  return {
    wake,

    /** Calls the listener for every new event of a league. Returns a function that unsubscribes it. */
    async subscribe(leagueId: number, listener: Listener): Promise<() => void> {
      listeners.set(leagueId, (listeners.get(leagueId) ?? new Set()).add(listener))
      try {
        initialization ??= initializePosition()
        await initialization
        const preparation = preparations.get(leagueId) ?? prepare(leagueId)
        preparations.set(leagueId, preparation)
        await preparation
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
