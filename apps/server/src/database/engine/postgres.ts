import { createHash } from 'node:crypto'
import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { coalesce } from './coalesce.ts'
import { DatabaseUnreachableError, databaseFailureOf } from './database-errors.ts'
import { toSqlParameters } from './dialect.ts'
import type { VersionRow, VersionSource } from './league-memory.ts'

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

/** How long no version is queried after a failure. */
const RETRY_MS = 5000
const CONNECT_TIMEOUT_MS = 2000
/** Far longer than the query takes. Without a version, callers read the tables instead. */
const QUERY_TIMEOUT_MS = 2000

/**
 * Describes which transactions are visible: the same text means the same data. It includes the start time of the
 * server, because transaction ids repeat when a server is restored to an earlier state. null on a standby, which
 * does not know exactly which transactions are in progress.
 */
const VERSION_QUERY = `select case when not pg_is_in_recovery()
  then extract(epoch from pg_postmaster_start_time())::text || ' ' || pg_current_snapshot()::text end as version`

/**
 * Each transaction that changes data of a kind adds a row with its ID. Count and sum change with each of them, in
 * whatever order they are committed, and with the removal of old rows. The start time of the server is included,
 * because a pooler may continue the connection at a promoted standby, which may repeat transaction IDs.
 */
const LEAGUE_VERSIONS_QUERY = `select league_id as "leagueId", kind, count(*)::int as count,
    extract(epoch from pg_postmaster_start_time())::text || ' ' || count(*)::text || ' ' || sum(version)::text
      as version
  from data_versions where league_id in (0, $1) group by league_id, kind`

/** More rows of one kind than this are reduced to the newest one. */
const MAX_VERSION_ROWS = 200

/** Keeps the newest row, and the rows of transactions that may still be in progress for some reader. */
const CLEAN_UP = `delete from data_versions as old
  where league_id = $1 and kind = $2 and version < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
  and exists (select from data_versions as newer where newer.league_id = old.league_id and newer.kind = old.kind
    and newer.version > old.version)`

/** Reads the data version of a PostgreSQL server on a separate connection, which is opened on the first read. */
export function postgresDataVersion(connectionString: string) {
  let client: pg.Client | null = null
  let connectionCount = 0
  let isUnsupported = false
  let isClosed = false
  let lastFailed = false
  let latestRead: Promise<string | null> = Promise.resolve(null)

  /** null if unavailable. Never rejects. */
  async function query<Result>(run: (connection: pg.Client) => Promise<Result>): Promise<Result | null> {
    if (isUnsupported || isClosed || lastFailed) return null
    try {
      client ??= await openClient()
      return client === null ? null : await run(client)
    } catch (error) {
      handleFailure(error)
      return null
    }
  }

  // The connection count is included, because a server may lose its last transactions in a crash.
  async function readVersion(connection: pg.Client): Promise<string | null> {
    const version = await queryVersion(connection)
    return version === null ? null : `${connectionCount} ${version}`
  }

  async function readVersionRows(connection: pg.Client, leagueId: number): Promise<VersionRow[]> {
    const { rows } = await connection.query<VersionRow & { count: number }>(LEAGUE_VERSIONS_QUERY, [leagueId])
    for (const { leagueId: league, kind, count } of rows) {
      if (count > MAX_VERSION_ROWS) void connection.query(CLEAN_UP, [league, kind]).catch(handleFailure)
    }
    return rows.map((row) => ({ ...row, version: `${connectionCount} ${row.version}` }))
  }

  async function openClient(): Promise<pg.Client | null> {
    const opened = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    })
    opened.on('error', () => dropClient(opened))
    opened.on('end', () => dropClient(opened))
    try {
      await opened.connect()
      connectionCount += 1
      if (await reflectsCommits(opened)) return opened
      isUnsupported = true
      await opened.end()
      return null
    } catch (error) {
      void opened.end().catch(() => undefined)
      throw error
    }
  }

  function dropClient(lost: pg.Client): void {
    if (client === lost) client = null
  }

  function handleFailure(cause: unknown): void {
    const lost = client
    client = null
    // Not awaited, because the server may not respond.
    void lost?.end().catch(() => undefined)
    isUnsupported ||= cause instanceof pg.DatabaseError && databaseFailureOf(cause) === 'unsupported'
    lastFailed = true
    setTimeout(() => (lastFailed = false), RETRY_MS).unref()
  }

  return {
    /** Includes everything that was committed before the call. null if unavailable. Never rejects. */
    dataVersion: coalesce(() => {
      latestRead = query(readVersion)
      return latestRead
    }),

    /** See `VersionSource`. Never rejects. */
    readVersions: (leagueId: number) => query((connection) => readVersionRows(connection, leagueId)),

    close: async () => {
      isClosed = true
      await latestRead
      await client?.end()
    },
  }
}

async function queryVersion(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ version: string | null }>(VERSION_QUERY)
  return rows[0]?.version ?? null
}

/** Checks that the version changes with a write. Engines that only emulate PostgreSQL may return a constant. */
async function reflectsCommits(client: pg.Client): Promise<boolean> {
  const before = await queryVersion(client)
  await client.query('update kysely_migration_lock set is_locked = is_locked')
  return before !== null && before !== (await queryVersion(client))
}
