/**
 * Runs `work` with a signal that aborts after `timeoutMs` or when the caller's own does. It covers
 * everything that `work` does with the signal, the reading of a body included.
 */
export async function withTimeout<T>(
  timeoutMs: number,
  callersSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const timeOut = () => controller.abort(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError'))
  const followCaller = () => controller.abort(callersSignal?.reason)
  const timer = setTimeout(timeOut, timeoutMs)
  callersSignal?.addEventListener('abort', followCaller, { once: true })
  try {
    callersSignal?.throwIfAborted()
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    callersSignal?.removeEventListener('abort', followCaller)
  }
}
