const chunkErrors = new WeakSet<object>()

/** Records the errors that Vite reports for chunks that failed to load. */
export function trackChunkErrors(): void {
  addEventListener('vite:preloadError', (event) => {
    chunkErrors.add(event.payload)
  })
}

/** Whether a chunk failed to load, because a newer build replaced it or the network is unavailable. */
export function isChunkError(error: unknown): boolean {
  return error instanceof Error && chunkErrors.has(error)
}
