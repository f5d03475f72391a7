import type { Headline } from '@fieldhouse/domain/news'

/** Whom news is asked about. */
export type NewsSubject = {
  name: string
  /** The provider's number; null where no stored roster has the name. */
  espnId: number | null
  nflTeamId: number | null
}

/** What a source says, without the name as it was asked. */
export type SourcedHeadline = Omit<Headline, 'player'>

/** Where headlines about players come from. */
export interface NewsSource {
  name: 'player news' | 'news search'
  /** How long what it says of a player holds. */
  freshMs: number
  /** How long it is left alone after a failure. */
  waitMs: number
  /** What it knows a player by; null for one whom it cannot be asked about. */
  keyOf: (subject: NewsSubject) => string | null
  /**
   * Reads about each, and tells it as it comes; none is told nothing of but by a failure, which is a
   * ProviderError, or by the signal.
   */
  read: (
    subjects: readonly NewsSubject[],
    tell: (subject: NewsSubject, headlines: SourcedHeadline[]) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>
}
