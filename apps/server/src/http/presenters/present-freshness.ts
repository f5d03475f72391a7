/** How current the stored data of a season is. */
export type Freshness = {
  /** null if nothing is stored. */
  updatedAt: Date | null
  /** Why the last refresh failed; null if it succeeded. */
  lastError: string | null
}

export function presentFreshness({ updatedAt, lastError }: Freshness) {
  return { updated_at: updatedAt?.toISOString() ?? null, last_error: lastError }
}
