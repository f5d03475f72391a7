import { createHash } from 'node:crypto'
import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { connectionProbe } from './connection-probe.ts'
import { DEFAULT_TIMEOUTS, rejectWhenUnresponsive, type TimeoutOptions } from './connection-timeout.ts'
import type { DataVersion } from './data-version.ts'
import { DatabaseUnreachableError } from './database-errors.ts'
import { postgresDataVersion } from './postgres-data-version.ts'
import { toSqlParameters } from './sql-parameters.ts'

const INT8 = 20

export type PostgresDialectWithVersions = Dialect & {
  /** A text that differs after every commit, whoever made it; null where the server does not tell. */
  dataVersion: () => Promise<DataVersion | null>
}

/**
 * One PostgreSQL, through a pool. Statements are named, so that each connection prepares
 * them once; `?statement_cache_size=0` in the address turns that off for poolers that
 * cannot keep them. A server that is silent for longer than the patience counts as one that is away.
 */
export function postgresDialect(
  address: string,
  patience: TimeoutOptions = DEFAULT_TIMEOUTS,
): PostgresDialectWithVersions {
  const url = new URL(address)
  const isNaming = url.searchParams.get('statement_cache_size') !== '0'
  url.searchParams.delete('statement_cache_size')
  const pool = new pg.Pool({
    connectionString: url.toString(),
    max: 10,
    connectionTimeoutMillis: patience.connectTimeoutMs,
    types: { getTypeParser: typeParser },
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  // One that breaks while in use tells that to its query.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const versions = postgresDataVersion(url.toString())
  const isThere = connectionProbe(url.toString(), patience.probeTimeoutMs)
  const hear = <T>(answer: Promise<T>) => rejectWhenUnresponsive(answer, isThere, patience.probeAfterMs)
  const dialect = new PostgresDialect({
    pool: {
      connect: async () => toPoolClient(await acquireClient(pool, url), isNaming, hear),
      end: async () => void (await Promise.all([versions.close(), pool.end()])),
    },
  })
  return Object.assign(dialect, { dataVersion: versions.read })
}

function typeParser(oid: number, format?: string): unknown {
  if (oid === INT8) return Number
  return pg.types.getTypeParser(oid, format as 'text')
}

/** Throws a DatabaseUnreachableError that names the place, and never the password. */
async function acquireClient(pool: pg.Pool, url: URL): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (cause) {
    const place = `${url.host}${url.pathname}`
    throw new DatabaseUnreachableError(
      `The PostgreSQL at ${place} cannot be reached: ${describeError(cause)}. Check DATABASE_URL, and that it runs.`,
      { cause },
    )
  }
}

type WithTimeout = <T>(answer: Promise<T>) => Promise<T>

function toPoolClient(client: pg.PoolClient, isNaming: boolean, hear: WithTimeout): PostgresPoolClient {
  let lost: DatabaseUnreachableError | null = null

  async function query(sql: string, values: readonly unknown[] = []) {
    // Whoever still has it in hand, as the end of a transaction, would wait behind what has no answer.
    if (lost !== null) throw lost
    const stored = toSqlParameters(values)
    const name = isNaming && values.length > 0 ? { name: statementNameOf(sql) } : {}
    try {
      return await hear(client.query({ text: sql, values: stored, ...name }))
    } catch (cause) {
      if (!isConnectionError(cause)) throw cause
      const sentence = `The connection to PostgreSQL was lost: ${describeError(cause)}`
      lost = new DatabaseUnreachableError(sentence, { cause })
      throw lost
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(lost !== null),
  }
}

/** Whether the connection failed rather than the statement: PostgreSQL says so, or says nothing any more. */
function isConnectionError(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(?:08|57P0)/.test(error.code ?? '')
  return !(error instanceof TypeError)
}

function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join(', ')
  return error instanceof Error ? error.message : String(error)
}

const statementNames = new Map<string, string>()

/** PostgreSQL cuts names at 63 bytes, so a statement is named by its hash. */
function statementNameOf(sql: string): string {
  const known = statementNames.get(sql)
  if (known !== undefined) return known
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32)
  if (statementNames.size < 2000) statementNames.set(sql, name)
  return name
}
