/** A promise that a test resolves with `release`. */
export function createBarrier(): { released: Promise<void>; release: () => void } {
  let resolveReleased: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    resolveReleased = resolve
  })
  return { released, release: () => resolveReleased() }
}
