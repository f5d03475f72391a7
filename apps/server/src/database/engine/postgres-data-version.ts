import pg from 'pg'
import { coalesce } from './coalesce.ts'
import { databaseFailureOf } from './database-errors.ts'
import type { VersionRow } from './league-versions.ts'

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
