import { readFileSync } from 'node:fs'

/**
 * Loaded before a program, it lets the clock that the program sees jump: by so many milliseconds as stand
 * in the file that DRILL_CLOCK names. Timers go on by real time, as they do when a machine's clock is set.
 */
const file = process.env['DRILL_CLOCK'] ?? ''
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
