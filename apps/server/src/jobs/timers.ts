/** Resolves when the work is done or the time is up, whichever is first. */
export async function waitWithTimeout(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, timeout])
  clearTimeout(timer)
}

/** Sleeps, or returns earlier when the function that it adds to `wakers` is called, or the signal aborts. */
export async function interruptibleSleep(
  ms: number,
  wakers: Set<() => void>,
  signal?: AbortSignal,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      wakers.delete(wake)
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    wakers.add(wake)
    signal?.addEventListener('abort', wake)
  })
}
