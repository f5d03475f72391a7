/** What a page tells the worker. */
export type PageMessage =
  /** Somebody is signed in now, perhaps somebody else. */
  | 'signed in'
  | 'signed out'
  /** The person wants the new version: the worker that waits takes the place of the old one. */
  | 'take over'
