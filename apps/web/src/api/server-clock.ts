import { useEffect, useState } from 'react'
import { CACHED_AT_HEADER } from './connectivity.ts'
import { usePageEnvironment } from './page-environment.ts'

/** Smaller differences to the Date header are ignored, because it has a resolution of one second. */
const MIN_CLOCK_SKEW_MS = 30_000

type ResponseHeaders = Pick<Headers, 'get' | 'has'>

export type ServerClock = {
  /** Reads the server's time from the Date header. Ignores responses from the service worker's cache. */
  syncToDateHeader: (headers: ResponseHeaders) => void
  /** Reads the server's time from the `now` of a body, if it has one. Ignores cached responses too. */
  syncToBody: (headers: ResponseHeaders, body: unknown) => void
  /** The current time of the server; of the device until a response is synced. */
  now: () => Date
  toServerTime: (deviceMs: number) => Date
  onCorrection: (listener: () => void) => () => void
}

export function createServerClock(deviceNow: () => number): ServerClock {
  let offsetMs = 0
  const listeners = new Set<() => void>()
  const toServerTime = (deviceMs: number) => new Date(deviceMs + offsetMs)

  function sync(headers: ResponseHeaders, serverMs: number, minSkewMs: number): void {
    const skewMs = serverMs - deviceNow() - offsetMs
    if (headers.has(CACHED_AT_HEADER) || !(Math.abs(skewMs) >= minSkewMs)) return
    offsetMs += skewMs
    if (Math.abs(skewMs) >= MIN_CLOCK_SKEW_MS) for (const listener of listeners) listener()
  }

  return {
    syncToDateHeader: (headers) => sync(headers, Date.parse(headers.get('date') ?? ''), MIN_CLOCK_SKEW_MS),
    syncToBody(headers, body) {
      if (typeof body !== 'object' || body === null || !('now' in body)) return
      if (typeof body.now === 'string') sync(headers, Date.parse(body.now), 0)
    },
    now: () => toServerTime(deviceNow()),
    toServerTime,
    onCorrection(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The clock of all times that are shown or compared, whatever the device's clock says. */
export const serverClock = createServerClock(() => Date.now())

/** The current time of the server's clock, updated every minute or every `intervalMs`, and when it is corrected. */
export function useNow(intervalMs = 60_000): Date {
  const page = usePageEnvironment()
  const [now, setNow] = useState(serverClock.now)
  useEffect(() => {
    const update = () => setNow(serverClock.now())
    const timer = setInterval(update, intervalMs)
    const stopListening = serverClock.onCorrection(update)
    return () => {
      clearInterval(timer)
      stopListening()
    }
  }, [intervalMs])
  return page === null ? now : new Date(page.now)
}
