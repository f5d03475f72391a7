/** A device's clock that differs by less is left alone: a date in a header tells whole seconds. */
const LEAST_DIFFERENCE_MS = 30_000

/** Headers as far as they tell when an answer was made. */
type Dated = Pick<Headers, 'get' | 'has'>

export type ServerClock = {
  /** Learns from an answer what time it is at the server. One that the device kept teaches nothing. */
  learn: (headers: Dated) => void
  /** The present moment at the server; the device's own until an answer has told. */
  now: () => Date
  /** What the server's clock showed when the device's showed that, in milliseconds. */
  at: (deviceMs: number) => Date
}

/** `deviceMs` is the device's clock in milliseconds. */
export function followServer(deviceMs: () => number): ServerClock {
  let aheadMs = 0
  const at = (ms: number) => new Date(ms + aheadMs)
  return {
    learn(headers) {
      if (headers.has('x-from-cache-at')) return
      const differenceMs = Date.parse(headers.get('date') ?? '') - deviceMs()
      if (Number.isNaN(differenceMs)) return
      aheadMs = Math.abs(differenceMs) < LEAST_DIFFERENCE_MS ? 0 : differenceMs
    },
    now: () => at(deviceMs()),
    at,
  }
}

/** The clock by which this page tells how long ago something was. */
export const serverClock = followServer(() => Date.now())
