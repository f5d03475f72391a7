import type { Headline } from '@fieldhouse/domain/nfl/news'

export type NewsSubject = {
  name: string
  /** The ESPN player ID; null when no stored roster contains the name. */
  espnId: number | null
  nflTeamId: number | null
}

export type SourceHeadline = Omit<Headline, 'player'>

export interface NewsSource {
  name: 'player news' | 'news search'
  ttlMs: number
  retryDelayMs: number
  /** Identifies a player in this source; null when the source cannot look the player up. */
  cacheKeyOf: (subject: NewsSubject) => string | null
  /**
   * Reads the headlines of each subject that the source can look up and calls `onHeadlines` as they arrive,
   * with an empty list when there are none. Throws a ProviderError, or the signal's reason when aborted. After an
   * error, `onHeadlines` may not have been called for every subject.
   */
  read: (
    subjects: readonly NewsSubject[],
    onHeadlines: (subject: NewsSubject, headlines: SourceHeadline[]) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>
}
