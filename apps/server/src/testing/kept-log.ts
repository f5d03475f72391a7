import { type Logger, pino } from 'pino'

/** A log whose lines a test reads. */
export function keptLog(): { log: Logger; lines: string[] } {
  const lines: string[] = []
  return { log: pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }), lines }
}
