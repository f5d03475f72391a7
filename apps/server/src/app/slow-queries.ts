import type { FastifyBaseLogger } from 'fastify'
import type { ExecutedStatement } from '../database/database.ts'
import { requestLog } from '../http/request-log.ts'

/** A statement that stores many rows is as long as they are. */
const MAX_SQL_LENGTH = 1000

/**
 * Tells the log of statements that took `slowMs` or longer, under the id of their request where there
 * is one; undefined for 0. Their values are not told: people's names and secrets are among them.
 */
export function slowQueryLogger(
  log: FastifyBaseLogger,
  slowMs: number,
): ((statement: ExecutedStatement) => void) | undefined {
  if (slowMs === 0) return undefined
  return ({ sql, ms, hasFailed }) => {
    if (ms < slowMs) return
    const line = { sql: truncateSql(sql), ms: Math.round(ms * 10) / 10, ...(hasFailed ? { hasFailed } : {}) }
    const told = requestLog() ?? log
    told.warn(line, 'a slow query')
  }
}

function truncateSql(sql: string): string {
  return sql.length > MAX_SQL_LENGTH ? `${sql.slice(0, MAX_SQL_LENGTH)}…` : sql
}
