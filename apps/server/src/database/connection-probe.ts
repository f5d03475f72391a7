import pg from 'pg'

/**
 * Asks a PostgreSQL for a connection and tells whether it answered in time; a refusal is an answer. Those
 * who ask while a question is under way share it. Never rejects.
 */
export function connectionProbe(connectionString: string, withinMs: number): () => Promise<boolean> {
  let underWay: Promise<boolean> | null = null

  async function probe(): Promise<boolean> {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: withinMs })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return true
    } catch (error) {
      return error instanceof pg.DatabaseError
    } finally {
      // Its end is not waited for: nobody may be there.
      void client.end().catch(() => undefined)
      underWay = null
    }
  }

  return () => (underWay ??= probe())
}
