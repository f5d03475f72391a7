import pg from 'pg'

export type TimeoutOptions = {
  /** The longest wait for a connection. */
  connectTimeoutMs: number
  /** How long a statement may run before the server is probed. */
  probeAfterMs: number
  /** The longest wait for the probe. */
  probeTimeoutMs: number
}

export const DEFAULT_TIMEOUTS: TimeoutOptions = {
  connectTimeoutMs: 10_000,
  probeAfterMs: 10_000,
  probeTimeoutMs: 5000,
}

/** The server responds neither to the statement nor to a probe. */
export class ConnectionTimeoutError extends Error {
  override name = 'ConnectionTimeoutError'
}

/**
 * Waits for `result` and probes the server every `probeAfterMs`. A slow statement may take any time while the
 * server responds to the probes. Throws a ConnectionTimeoutError when it does not; the outcome of the statement
 * is then unknown.
 */
export async function rejectWhenUnresponsive<T>(
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
