import { type Logger, pino } from 'pino'

/** A log whose lines a test reads. */
export function createMemoryLog(level = 'debug'): { log: Logger; lines: string[] } {
  const lines: string[] = []
  return { log: pino({ level }, { write: (line: string) => lines.push(line) }), lines }
}
