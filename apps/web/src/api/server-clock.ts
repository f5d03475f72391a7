/** A device's clock that differs by less is left alone: a date in a header tells whole seconds. */
const LEAST_DIFFERENCE_MS = 30_000

/** Headers as far as they tell when an answer was made. */
type Dated = Pick<Headers, 'get' | 'has'>

export type ServerClock = {
  /** Learns from an answer what time it is at the server. One that the device kept teaches nothing. */
  learn: (headers: Dated) => void
  /** The present moment at the server; the device's own until an answer has told. */
  now: () => Date
}

/** `deviceMs` is the device's clock in milliseconds. */
export function followServer(deviceMs: () => number): ServerClock {
  let aheadMs = 0
  return {
    learn(headers) {
      if (headers.has('x-from-cache-at')) return
      const differenceMs = Date.parse(headers.get('date') ?? '') - deviceMs()
      if (Number.isNaN(differenceMs)) return
      aheadMs = Math.abs(differenceMs) < LEAST_DIFFERENCE_MS ? 0 : differenceMs
    },
    now: () => new Date(deviceMs() + aheadMs),
  }
}

/** The clock by which this page tells how long ago something was. */
export const serverClock = followServer(() => Date.now())
