/** Readings that are begun before their turn, so that the provider answers while another is stored. */
export function readAhead<Result>() {
  const begun = new Map<string, Promise<Result>>()

  function begin(key: string, read: () => Promise<Result>): Promise<Result> {
    const known = begun.get(key)
    if (known !== undefined) return known
    const reading = read()
    // Whoever takes it is told; one that nobody takes any more has failed for nobody.
    reading.catch(() => undefined)
    begun.set(key, reading)
    return reading
  }

  return {
    begin,

    /** The reading of that key, begun now where it was not before. */
    take(key: string, read: () => Promise<Result>): Promise<Result> {
      const reading = begin(key, read)
      begun.delete(key)
      return reading
    },
  }
}
