/** A device's clock that differs by less is left alone: a date in a header tells whole seconds. */
const MIN_CLOCK_SKEW_MS = 30_000

/** Headers as far as they tell when an answer was made. */
type ResponseHeaders = Pick<Headers, 'get' | 'has'>

export type ServerClock = {
  /** Learns from an answer what time it is at the server. One that the device kept teaches nothing. */
  sync: (headers: ResponseHeaders) => void
  /** The present moment at the server; the device's own until an answer has told. */
  now: () => Date
  /** What the server's clock showed when the device's showed that, in milliseconds. */
  toServerTime: (deviceMs: number) => Date
}

/** `deviceMs` is the device's clock in milliseconds. */
export function createServerClock(deviceMs: () => number): ServerClock {
  let aheadMs = 0
  const at = (ms: number) => new Date(ms + aheadMs)
  return {
    sync(headers) {
      if (headers.has('x-from-cache-at')) return
      const differenceMs = Date.parse(headers.get('date') ?? '') - deviceMs()
      if (Number.isNaN(differenceMs)) return
      aheadMs = Math.abs(differenceMs) < MIN_CLOCK_SKEW_MS ? 0 : differenceMs
    },
    now: () => at(deviceMs()),
    toServerTime: at,
  }
}

/** The clock by which this page tells how long ago something was. */
export const serverClock = createServerClock(() => Date.now())
