/** Readings that are begun before their turn, so that the provider answers while another is stored. */
export function prefetcher<Result>() {
  const begun = new Map<string, Promise<Result>>()

  function prefetch(key: string, read: () => Promise<Result>): Promise<Result> {
    const known = begun.get(key)
    if (known !== undefined) return known
    const reading = read()
    // Whoever takes it is told; one that nobody takes any more has failed for nobody.
    reading.catch(() => undefined)
    begun.set(key, reading)
    return reading
  }

  return {
    prefetch,

    /** The reading of that key, begun now where it was not before. */
    take(key: string, read: () => Promise<Result>): Promise<Result> {
      const reading = prefetch(key, read)
      begun.delete(key)
      return reading
    },
  }
}
