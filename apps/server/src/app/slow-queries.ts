import type { FastifyBaseLogger } from 'fastify'
import type { ExecutedStatement } from '../database/engine/database.ts'
import { requestLog } from '../http/requests/request-log.ts'

/** The text of a statement that inserts many rows grows with their number. */
const MAX_SQL_LENGTH = 1000

/** Returns undefined for 0. Parameter values are not logged, because they include names and secrets. */
export function slowQueryLogger(
  log: FastifyBaseLogger,
  slowMs: number,
): ((statement: ExecutedStatement) => void) | undefined {
  if (slowMs === 0) return undefined
  return ({ sql, ms, hasFailed }) => {
    if (ms < slowMs) return
    const fields = {
      sql: sql.length > MAX_SQL_LENGTH ? `${sql.slice(0, MAX_SQL_LENGTH)}…` : sql,
      ms: Math.round(ms * 10) / 10,
      ...(hasFailed ? { hasFailed } : {}),
    }
    const currentLog = requestLog() ?? log
    currentLog.warn(fields, 'slow query')
  }
}
