const missing = new WeakSet<object>()

/** Remembers which errors mean that a file of the page could not be fetched. */
export function noteMissingParts(): void {
  addEventListener('vite:preloadError', (event) => {
    missing.add(event.payload)
  })
}

/** Whether a file of the page was not to be had: it is gone with its version, or there is no network. */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && missing.has(error)
}
