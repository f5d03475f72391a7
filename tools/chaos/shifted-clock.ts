import { readFileSync } from 'node:fs'

/**
 * Preloaded into a program, shifts the time it reads by the number of milliseconds in the file
 * CHAOS_CLOCK_FILE. Timers are not affected, as when the clock of a machine is changed.
 */
const file = process.env['CHAOS_CLOCK_FILE'] ?? ''
const POLL_INTERVAL_MS = 50

let offsetMs = 0
const readOffset = () => {
  offsetMs = Number(readFileSync(file, 'utf8'))
}
readOffset()
setInterval(readOffset, POLL_INTERVAL_MS).unref()

const RealDate = Date
const now = () => RealDate.now() + offsetMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
})
