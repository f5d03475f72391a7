/** Starts reads early, so that the provider responds while earlier data is being stored. */
export function prefetcher<Result>() {
  const pending = new Map<string, Promise<Result>>()

  function prefetch(key: string, read: () => Promise<Result>): Promise<Result> {
    const existingRead = pending.get(key)
    if (existingRead !== undefined) return existingRead
    const newRead = read()
    // The caller of `take` handles a rejection. If `take` is never called, the rejection can be ignored.
    newRead.catch(() => undefined)
    pending.set(key, newRead)
    return newRead
  }

  return {
    prefetch,

    /** Returns the read with this key and forgets it; starts it if it was not prefetched. */
    take(key: string, read: () => Promise<Result>): Promise<Result> {
      const pendingRead = prefetch(key, read)
      pending.delete(key)
      return pendingRead
    },
  }
}
