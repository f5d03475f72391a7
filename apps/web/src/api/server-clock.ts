/** Smaller differences are ignored: the Date header has a resolution of one second. */
const MIN_CLOCK_SKEW_MS = 30_000

type ResponseHeaders = Pick<Headers, 'get' | 'has'>

export type ServerClock = {
  /** Reads the server's time from the Date header. Ignores responses from the service worker's cache. */
  sync: (headers: ResponseHeaders) => void
  /** The current time of the server; of the device until a response is synced. */
  now: () => Date
  /** Converts a time of the device's clock, in milliseconds since the epoch, to server time. */
  toServerTime: (deviceMs: number) => Date
}

/** `deviceNow` returns the time of the device's clock in milliseconds since the epoch. */
export function createServerClock(deviceNow: () => number): ServerClock {
  let offsetMs = 0
  const toServerTime = (deviceMs: number) => new Date(deviceMs + offsetMs)
  return {
    sync(headers) {
      if (headers.has('x-from-cache-at')) return
      const differenceMs = Date.parse(headers.get('date') ?? '') - deviceNow()
      if (Number.isNaN(differenceMs)) return
      offsetMs = Math.abs(differenceMs) < MIN_CLOCK_SKEW_MS ? 0 : differenceMs
    },
    now: () => toServerTime(deviceNow()),
    toServerTime,
  }
}

/** The clock for relative times, such as '3 min ago'. */
export const serverClock = createServerClock(() => Date.now())
