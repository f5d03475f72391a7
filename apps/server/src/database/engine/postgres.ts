import { createHash } from 'node:crypto'
import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseUnreachableError, databaseFailureOf } from './database-errors.ts'
import type { VersionSource } from './league-versions.ts'
import { postgresDataVersion } from './postgres-data-version.ts'
import { toSqlParameters } from './sql-parameters.ts'

const INT8 = 20

/**
 * A PostgreSQL dialect with a connection pool and pipelining. Statements are named, so that each connection prepares
 * them once; `?statement_cache_size=0` in the URL disables this for poolers without support for prepared statements. A
 * server that does not respond within the timeouts counts as unreachable.
 */
export function postgresDialect(
  address: string,
  timeouts: TimeoutOptions = DEFAULT_TIMEOUTS,
): Dialect & VersionSource {
  const url = new URL(address)
  const usesNamedStatements = url.searchParams.get('statement_cache_size') !== '0'
  url.searchParams.delete('statement_cache_size')
  const pool = new pg.Pool({
    connectionString: url.toString(),
    max: 10,
    connectionTimeoutMillis: timeouts.connectTimeoutMs,
    types: { getTypeParser: typeParser },
    // Statements that do not wait for each other share a round trip.
    pipeline: true,
  })
  // The pool replaces a connection that fails while idle. Without a listener, the error would end the process.
  pool.on('error', () => undefined)
  // A connection that fails while in use rejects its query.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const { close, ...versions } = postgresDataVersion(url.toString())
  const isResponsive = connectionProbe(url.toString(), timeouts.probeTimeoutMs)
  const withTimeout = <T>(result: Promise<T>) =>
    rejectWhenUnresponsive(result, isResponsive, timeouts.probeAfterMs)
  const dialect = new PostgresDialect({
    pool: {
      connect: async () => toPoolClient(await acquireClient(pool, url), usesNamedStatements, withTimeout),
      end: async () => void (await Promise.all([close(), pool.end()])),
      options: pool.options,
    },
  })
  return Object.assign(dialect, versions)
}

function typeParser(oid: number, format?: string): unknown {
  if (oid === INT8) return Number
  return pg.types.getTypeParser(oid, format as 'text')
}

/** Throws a DatabaseUnreachableError with the host and the database, without the password. */
async function acquireClient(pool: pg.Pool, url: URL): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (cause) {
    const location = `${url.host}${url.pathname}`
    throw new DatabaseUnreachableError(
      `The PostgreSQL server at ${location} cannot be reached: ${describeError(cause)}. Check DATABASE_URL, and that the server is running.`,
      { cause },
    )
  }
}

type WithTimeout = <T>(result: Promise<T>) => Promise<T>

function toPoolClient(client: pg.PoolClient, usesNamedStatements: boolean, withTimeout: WithTimeout) {
  let connectionError: DatabaseUnreachableError | null = null
  let begin: Promise<unknown> = Promise.resolve()

  async function query(sql: string, values: readonly unknown[] = []) {
    // A further query, such as the rollback, would wait behind the one that received no response.
    if (connectionError !== null) throw connectionError
    const parameters = toSqlParameters(values)
    const name = usesNamedStatements && values.length > 0 ? { name: statementNameOf(sql) } : {}
    const result = client.query({ text: sql, values: parameters, ...name })
    if (sql === 'begin') {
      // Shares a round trip with the first statement of the transaction, which fails as well if this fails.
      begin = result
      begin.catch(() => undefined)
      return { command: 'BEGIN', rows: [] }
    }
    try {
      const [response] = await withTimeout(Promise.all([result, begin]))
      return response
    } catch (cause) {
      if (!isConnectionError(cause)) throw cause
      const message = `The connection to PostgreSQL was lost: ${describeError(cause)}`
      connectionError = new DatabaseUnreachableError(message, { cause })
      throw connectionError
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(connectionError !== null),
  }
}

function isConnectionError(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return databaseFailureOf(error) === 'connection_lost'
  return !(error instanceof TypeError)
}

function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join(', ')
  return error instanceof Error ? error.message : String(error)
}

const MAX_STATEMENT_NAMES = 2000
const statementNames = new Map<string, string>()

/** The hash of the statement, because PostgreSQL truncates names to 63 bytes. */
function statementNameOf(sql: string): string {
  const cached = statementNames.get(sql)
  if (cached !== undefined) return cached
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32)
  if (statementNames.size < MAX_STATEMENT_NAMES) statementNames.set(sql, name)
  return name
}

type TimeoutOptions = {
  connectTimeoutMs: number
  /** How long a statement may run before the server is probed. */
  probeAfterMs: number
  probeTimeoutMs: number
}

const DEFAULT_TIMEOUTS: TimeoutOptions = {
  connectTimeoutMs: 10_000,
  probeAfterMs: 10_000,
  probeTimeoutMs: 5000,
}

class ConnectionTimeoutError extends Error {
  override name = 'ConnectionTimeoutError'
}

/**
 * Waits for `result` and probes the server every `probeAfterMs`. A slow statement may take any time while the
 * server responds to the probes. Throws a ConnectionTimeoutError when it does not; the outcome of the statement
 * is then unknown.
 */
async function rejectWhenUnresponsive<T>(
  result: Promise<T>,
  isResponsive: () => Promise<boolean>,
  probeAfterMs: number,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSettled = false
  const timeout = new Promise<never>((_, reject) => {
    const scheduleProbe = () => {
      timer = setTimeout(() => void probe(), probeAfterMs)
    }
    const probe = async () => {
      const hasResponded = await isResponsive()
      if (isSettled) return
      if (hasResponded) scheduleProbe()
      else reject(new ConnectionTimeoutError('the server stopped responding'))
    }
    scheduleProbe()
  })
  try {
    return await Promise.race([result, timeout])
  } finally {
    isSettled = true
    clearTimeout(timer)
  }
}

/**
 * Returns a function that opens a new connection to check whether the PostgreSQL server responds within
 * `timeoutMs`. An error response counts as a response. Calls during a probe share it. Never rejects.
 */
function connectionProbe(connectionString: string, timeoutMs: number): () => Promise<boolean> {
  let pending: Promise<boolean> | null = null

  async function probe(): Promise<boolean> {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: timeoutMs })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return true
    } catch (error) {
      return error instanceof pg.DatabaseError
    } finally {
      // Not awaited, because the server may not respond.
      void client.end().catch(() => undefined)
      pending = null
    }
  }

  return () => (pending ??= probe())
}
