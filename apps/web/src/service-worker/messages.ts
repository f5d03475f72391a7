/** A message from a page to the service worker. */
export type PageMessage =
  /** A user signed in, who may differ from the previous one. */
  | 'signed in'
  | 'signed out'
  /** The user accepted the update: the waiting worker activates and replaces the old one. */
  | 'take over'
