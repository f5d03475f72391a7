import pg from 'pg'

/**
 * Returns a function that opens a new connection to check whether the PostgreSQL server responds within
 * `timeoutMs`. An error response counts as a response. Calls during a probe share it. Never rejects.
 */
export function connectionProbe(connectionString: string, timeoutMs: number): () => Promise<boolean> {
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
