// Only types: a module that the page and the worker share would become a chunk, which the worker cannot import.

export type PageMessage =
  /** A user signed in, who may differ from the previous one. */
  | 'signed in'
  | 'signed out'
  /** The page was loaded before there was a worker. */
  | 'first visit'
  /** The user accepted the update: the waiting worker activates and replaces the old one. */
  | 'take over'

/** The header of cached responses with the time when the response was received, as an ISO instant. */
export type CachedAtHeader = 'x-from-cache-at'
