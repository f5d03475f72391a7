import type { ProviderName } from '@fieldhouse/domain/league/league-providers'

export type Freshness = {
  updatedAt: Date | null
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
