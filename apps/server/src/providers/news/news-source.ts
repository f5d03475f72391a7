import type { Headline } from '@fieldhouse/domain/news'

/** Whom news is asked about. */
export type NewsSubject = {
  name: string
  /** The provider's number; null where no stored roster has the name. */
  espnId: number | null
  nflTeamId: number | null
}

/** What a source says, without the name as it was asked. */
export type SourceHeadline = Omit<Headline, 'player'>

/** Where headlines about players come from. */
export interface NewsSource {
  name: 'player news' | 'news search'
  /** How long what it says of a player holds. */
  ttlMs: number
  /** How long it is left alone after a failure. */
  retryDelayMs: number
  /** What it knows a player by; null for one whom it cannot be asked about. */
  cacheKeyOf: (subject: NewsSubject) => string | null
  /**
   * Reads about each, and tells it as it comes; none is told nothing of but by a failure, which is a
   * ProviderError, or by the signal.
   */
  read: (
    subjects: readonly NewsSubject[],
    tell: (subject: NewsSubject, headlines: SourceHeadline[]) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>
}
