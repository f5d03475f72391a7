/** Runs tasks in the order in which they are handed in, at most `most` of them at a time. */
export function limitConcurrency(most: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  const begin = () => {
    const next = running < most ? waiting.shift() : undefined
    if (next === undefined) return
    running += 1
    next()
  }
  return async (task) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      begin()
    })
    try {
      return await task()
    } finally {
      running -= 1
      begin()
    }
  }
}
