import { type EventStore, MAX_COMMIT_DELAY_MS, type StoredEvent } from './event-store.ts'

export type Listener = (event: StoredEvent) => void

export type EventHubOptions = {
  store: Pick<EventStore, 'listNewestIds' | 'listAfter'>
  log: { error: (detail: object, line: string) => void }
  /** How often it looks for what other processes have stored, in milliseconds. */
  pollIntervalMs?: number
  /** Milliseconds since any moment; never goes back. */
  elapsedMs?: () => number
}

export type EventHub = ReturnType<typeof eventHub>

/** Up to where this process has read, and what it has read above that. */
type ReadPosition = { floor: number; seen: Set<number>; reached: { atMs: number; id: number }[] }

/**
 * Tells the readers of this process what any process has stored, each event once. It asks the database
 * only while somebody listens, with one query for all of them. Numbers may be stored out of order, so
 * what came in the last half minute is read again and told apart by number.
 */
export function eventHub(options: EventHubOptions) {
  const { store, log, pollIntervalMs = 1000, elapsedMs = () => performance.now() } = options
  const listeners = new Map<number, Set<Listener>>()
  let position: ReadPosition | null = null
  let beginning: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  let isWanted = false

  async function initializePosition(): Promise<void> {
    const ids = await store.listNewestIds()
    const newest = ids[0] ?? 0
    const floor = (ids.at(-1) ?? 1) - 1
    position = { floor, seen: new Set(ids), reached: [{ atMs: elapsedMs(), id: newest }] }
    schedulePoll()
  }

  async function poll(): Promise<void> {
    clearTimeout(timer)
    isLooking = true
    for (;;) {
      if (!isWanted || position === null) break
      isWanted = false
      try {
        await deliverNewEvents(position)
      } catch (error) {
        log.error({ err: error }, 'the events could not be read')
      }
    }
    isLooking = false
    schedulePoll()
  }

  async function deliverNewEvents(from: ReadPosition): Promise<void> {
    const { ids, events } = await store.listAfter(
      from.floor,
      ({ id, leagueId }) => !from.seen.has(id) && listeners.has(leagueId),
    )
    for (const id of ids) from.seen.add(id)
    for (const each of events) for (const listener of listeners.get(each.leagueId) ?? []) listener(each)
    const nowMs = elapsedMs()
    from.reached.push({ atMs: nowMs, id: ids.at(-1) ?? from.floor })
    while (from.reached[0] !== undefined && from.reached[0].atMs <= nowMs - MAX_COMMIT_DELAY_MS) {
      from.floor = from.reached.shift()?.id ?? from.floor
    }
    for (const id of from.seen) if (id <= from.floor) from.seen.delete(id)
  }

  function schedulePoll(): void {
    clearTimeout(timer)
    if (position !== null) timer = setTimeout(wake, pollIntervalMs).unref()
  }

  /** Looks at once, because something may have been stored. */
  function wake(): void {
    isWanted = true
    if (position !== null && !isLooking) void poll()
  }

  function unsubscribe(leagueId: number, listener: Listener): void {
    const others = listeners.get(leagueId)
    others?.delete(listener)
    if (others?.size === 0) listeners.delete(leagueId)
    if (listeners.size > 0) return
    clearTimeout(timer)
    position = null
    beginning = null
  }

  return {
    wake,

    /** Tells the listener what is stored of a league from now on, until the answered function is called. */
    async subscribe(leagueId: number, listener: Listener): Promise<() => void> {
      listeners.set(leagueId, (listeners.get(leagueId) ?? new Set()).add(listener))
      try {
        beginning ??= initializePosition()
        await beginning
      } catch (error) {
        unsubscribe(leagueId, listener)
        beginning = null
        throw error
      }
      return () => unsubscribe(leagueId, listener)
    },

    /** The leagues that somebody listens to. */
    subscribedLeagueIds: (): number[] => [...listeners.keys()],
  }
}
