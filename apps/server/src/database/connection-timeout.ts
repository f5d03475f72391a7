/**
 * How long a connection may be waited for, how long a statement may be silent before the server is asked
 * whether it is there, and how long that may take.
 */
export type TimeoutOptions = { connectTimeoutMs: number; probeAfterMs: number; probeTimeoutMs: number }

export const DEFAULT_TIMEOUTS: TimeoutOptions = {
  connectTimeoutMs: 10_000,
  probeAfterMs: 10_000,
  probeTimeoutMs: 5000,
}

/** Neither an answer to the statement nor to the question whether anybody is there. */
export class ConnectionTimeoutError extends Error {
  override name = 'ConnectionTimeoutError'
}

/**
 * The answer, however long it takes, as long as somebody is there who works on it: a statement that is
 * only slow goes on. Throws a SilenceError when nobody is; what becomes of the answer is then unknown.
 */
export async function rejectWhenUnresponsive<T>(
  answer: Promise<T>,
  isAnybodyThere: () => Promise<boolean>,
  silenceMs: number,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const silence = new Promise<never>((_, reject) => {
    const scheduleProbe = () => {
      timer = setTimeout(() => void probe(), silenceMs)
    }
    const probe = async () => {
      const isThere = await isAnybodyThere()
      if (isOver) return
      if (isThere) scheduleProbe()
      else reject(new ConnectionTimeoutError('nothing was heard from it any more'))
    }
    scheduleProbe()
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}
