import { type DestinationStream, type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** Log lines are buffered up to this time and size, so that several are written together. */
const BUFFER_MS = 50
const BUFFER_BYTES = 8 * 1024

/**
 * Logs to standard output: human-readable lines in a terminal, JSON otherwise. Buffered lines are
 * flushed when the process exits.
 */
export function createServerLog(level: string): Logger {
  return pino({ level }, process.stdout.isTTY ? terminalOutput() : jsonOutput())
}

function terminalOutput(): DestinationStream {
  return pretty({ sync: true, colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' })
}

function jsonOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, minLength: BUFFER_BYTES, periodicFlush: BUFFER_MS })
  process.once('exit', () => output.flushSync())
  return output
}
