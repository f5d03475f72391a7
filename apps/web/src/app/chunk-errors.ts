const chunkErrors = new WeakSet<object>()

/** Remembers which errors mean that a file of the page could not be fetched. */
export function trackChunkErrors(): void {
  addEventListener('vite:preloadError', (event) => {
    chunkErrors.add(event.payload)
  })
}

/** Whether a file of the page was not to be had: it is gone with its version, or there is no network. */
export function isChunkError(error: unknown): boolean {
  return error instanceof Error && chunkErrors.has(error)
}
