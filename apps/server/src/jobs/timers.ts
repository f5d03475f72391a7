/** Waits until the work is done, or until the time is over. */
export async function waitAtMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, over])
  clearTimeout(timer)
}

/** Waits for a time, or until a function that it adds to `wakers` is called. */
export async function interruptibleSleep(ms: number, wakers: Set<() => void>): Promise<void> {
  await new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      wakers.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    wakers.add(wake)
  })
}
