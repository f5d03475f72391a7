import { createHash } from 'node:crypto'
import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { storable } from './parameters.ts'

const INT8 = 20

/**
 * One PostgreSQL, through a pool. Statements are named, so that each connection prepares
 * them once; `?statement_cache_size=0` in the address turns that off for poolers that
 * cannot keep them.
 */
export function postgresDialect(address: string): Dialect {
  const url = new URL(address)
  const isNaming = url.searchParams.get('statement_cache_size') !== '0'
  url.searchParams.delete('statement_cache_size')
  const pool = new pg.Pool({
    connectionString: url.toString(),
    max: 10,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: typeParser },
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  return new PostgresDialect({
    pool: {
      connect: async () => preparing(await pool.connect(), isNaming),
      end: () => pool.end(),
    },
  })
}

function typeParser(oid: number, format?: string): unknown {
  if (oid === INT8) return Number
  return pg.types.getTypeParser(oid, format as 'text')
}

function preparing(client: pg.PoolClient, isNaming: boolean): PostgresPoolClient {
  return {
    query: ((sql: string, values: readonly unknown[] = []) =>
      client.query({
        text: sql,
        values: storable(values),
        ...(isNaming && values.length > 0 ? { name: nameOf(sql) } : {}),
      })) as unknown as PostgresPoolClient['query'],
    release: () => client.release(),
  }
}

const names = new Map<string, string>()

/** PostgreSQL cuts names at 63 bytes, so a statement is named by its hash. */
function nameOf(sql: string): string {
  const known = names.get(sql)
  if (known !== undefined) return known
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32)
  if (names.size < 2000) names.set(sql, name)
  return name
}
