import type { ProviderName } from '@fieldhouse/domain/league/league-providers'

/** How current the stored data of a season is. */
export type Freshness = {
  /** null if nothing is stored. */
  updatedAt: Date | null
  /** Why the last refresh failed; null if it succeeded. */
  lastError: string | null
  /** Whose data they are; null for a CSV file, and if nothing is stored. Missing for several seasons. */
  provider?: ProviderName | null
}

export function presentFreshness({ updatedAt, lastError, provider }: Freshness) {
  return {
    updated_at: updatedAt?.toISOString() ?? null,
    last_error: lastError,
    ...(provider === undefined ? {} : { provider }),
  }
}
