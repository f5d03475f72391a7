import type { FastifyBaseLogger } from 'fastify'
import type { RunStatement } from '../database/database.ts'
import { requestLog } from '../http/request-log.ts'

/** A statement that stores many rows is as long as they are. */
const SQL_SHOWN = 1000

/**
 * Tells the log of statements that took `slowMs` or longer, under the id of their request where there
 * is one; undefined for 0. Their values are not told: people's names and secrets are among them.
 */
export function slowQueryWatch(
  log: FastifyBaseLogger,
  slowMs: number,
): ((statement: RunStatement) => void) | undefined {
  if (slowMs === 0) return undefined
  return ({ sql, ms, hasFailed }) => {
    if (ms < slowMs) return
    const line = { sql: shortened(sql), ms: Math.round(ms * 10) / 10, ...(hasFailed ? { hasFailed } : {}) }
    const told = requestLog() ?? log
    told.warn(line, 'a slow query')
  }
}

function shortened(sql: string): string {
  return sql.length > SQL_SHOWN ? `${sql.slice(0, SQL_SHOWN)}…` : sql
}
