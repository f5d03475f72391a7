import { removeByPrefix } from './browser-storage.ts'

/** Begins the keys of headlines, which tell who is on somebody's roster. */
export const NEWS_KEY_PREFIX = 'player_news:'

const USER_KEY_PREFIXES = [NEWS_KEY_PREFIX]

/** Forgets what was kept for whoever is signed in, and is no business of who uses the browser next. */
export function clearUserStorage(storage: Storage): void {
  for (const prefix of USER_KEY_PREFIXES) removeByPrefix(storage, prefix)
}
