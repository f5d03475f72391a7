import { type Logger, pino } from 'pino'

/** A log that collects its lines for a test to read. */
export function createMemoryLog(level = 'debug'): { log: Logger; lines: string[] } {
  const lines: string[] = []
  return { log: pino({ level }, { write: (line: string) => lines.push(line) }), lines }
}
