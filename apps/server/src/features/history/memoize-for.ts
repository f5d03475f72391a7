/** Caches the result of `load` for `ttlMs` milliseconds. Failures are not cached. */
export function memoizeFor<Value>(
  load: () => Promise<Value>,
  ttlMs: number,
  now: () => Date,
): () => Promise<Value> {
  let cached: { value: Promise<Value>; loadedAt: number } | null = null
  return () => {
    const nowMs = now().getTime()
    if (cached !== null && nowMs >= cached.loadedAt && nowMs - cached.loadedAt < ttlMs) return cached.value
    const value = load()
    cached = { value, loadedAt: nowMs }
    value.catch(() => {
      cached = null
    })
    return value
  }
}
