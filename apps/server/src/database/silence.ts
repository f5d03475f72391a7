/**
 * How long a connection may be waited for, how long a statement may be silent before the server is asked
 * whether it is there, and how long that may take.
 */
export type Patience = { connectMs: number; silenceMs: number; pulseMs: number }

export const PATIENCE: Patience = { connectMs: 10_000, silenceMs: 10_000, pulseMs: 5000 }

/** Neither an answer to the statement nor to the question whether anybody is there. */
export class SilenceError extends Error {
  override name = 'SilenceError'
}

/**
 * The answer, however long it takes, as long as somebody is there who works on it: a statement that is
 * only slow goes on. Throws a SilenceError when nobody is; what becomes of the answer is then unknown.
 */
export async function answeredOrSilent<T>(
  answer: Promise<T>,
  isAnybodyThere: () => Promise<boolean>,
  silenceMs: number,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const silence = new Promise<never>((_, reject) => {
    const listen = () => {
      timer = setTimeout(() => void ask(), silenceMs)
    }
    const ask = async () => {
      const isThere = await isAnybodyThere()
      if (isOver) return
      if (isThere) listen()
      else reject(new SilenceError('nothing was heard from it any more'))
    }
    listen()
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}
