import pg from 'pg'
import { coalesce } from './coalesce.ts'

/** After a failure nothing is asked for so long. */
const RETRY_MS = 5000
const CONNECT_TIMEOUT_MS = 2000
/** Far more than it takes: whoever waits for it is answered from the tables then. */
const QUERY_TIMEOUT_MS = 2000

/**
 * Which transactions are seen at this moment: two texts that are the same see the same data. The start of
 * the server stands in it because a server that was put back to an earlier state counts from there again.
 * A standby does not know which transactions are under way, so that its text is not exact.
 */
const VERSION_QUERY = `select case when not pg_is_in_recovery()
  then extract(epoch from pg_postmaster_start_time())::text || ' ' || pg_current_snapshot()::text end as version`

/** Tells the version of a PostgreSQL's data, on a connection of its own that is opened at the first question. */
export function postgresDataVersion(connectionString: string) {
  let client: pg.Client | null = null
  let connections = 0
  let isNeverTold = false
  let isClosed = false
  let lastFailed = false
  let underWay: Promise<string | null> = Promise.resolve(null)

  /** What is committed when this is called is in it. Never rejects. */
  const read = coalesce(async () => {
    if (isNeverTold || isClosed || lastFailed) return null
    underWay = readVersion()
    try {
      return await underWay
    } catch (error) {
      handleFailure(error)
      return null
    }
  })

  async function readVersion(): Promise<string | null> {
    client ??= await openClient()
    if (client === null) return null
    const version = await queryVersion(client)
    // A server that comes back after a failure may have lost its last transactions.
    return version === null ? null : `${connections} ${version}`
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
      connections += 1
      if (await reflectsCommits(opened)) return opened
      isNeverTold = true
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
    // Its end is not waited for: the server may be gone.
    void lost?.end().catch(() => undefined)
    if (isUnsupportedQuery(cause)) isNeverTold = true
    lastFailed = true
    setTimeout(() => (lastFailed = false), RETRY_MS).unref()
  }

  return {
    read,
    async close(): Promise<void> {
      isClosed = true
      await underWay.catch(() => undefined)
      await client?.end()
    },
  }
}

async function queryVersion(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ version: string | null }>(VERSION_QUERY)
  return rows[0]?.version ?? null
}

/** Engines that only speak PostgreSQL's protocol may have the function and not mean it. */
async function reflectsCommits(client: pg.Client): Promise<boolean> {
  const before = await queryVersion(client)
  await client.query('update kysely_migration_lock set is_locked = is_locked')
  return before !== null && before !== (await queryVersion(client))
}

/** Whether the server refuses the question itself. */
function isUnsupportedQuery(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(?:0A|42)/.test(error.code ?? '')
}
