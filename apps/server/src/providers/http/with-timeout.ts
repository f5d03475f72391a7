/**
 * Runs `task` with a signal that aborts after `timeoutMs` or when `parentSignal` aborts. The timeout covers
 * everything that `task` does with the signal, including reading a response body.
 */
export async function withTimeout<T>(
  timeoutMs: number,
  parentSignal: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const abortOnTimeout = () =>
    controller.abort(new DOMException(`no response within ${timeoutMs} ms`, 'TimeoutError'))
  const abortWithParent = () => controller.abort(parentSignal?.reason)
  const timer = setTimeout(abortOnTimeout, timeoutMs)
  parentSignal?.addEventListener('abort', abortWithParent, { once: true })
  try {
    parentSignal?.throwIfAborted()
    return await task(controller.signal)
  } finally {
    clearTimeout(timer)
    parentSignal?.removeEventListener('abort', abortWithParent)
  }
}
