import { type Logger, pino } from 'pino'

/** Lines wait so long for others, so that many are written at once. */
const GATHER_MS = 50
const GATHER_BYTES = 8 * 1024

/** Structured lines on standard output; the last ones are written when the process ends. */
export function serverLog(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: true, minLength: GATHER_BYTES, periodicFlush: GATHER_MS })
  process.once('exit', () => output.flushSync())
  return pino({ level }, output)
}
