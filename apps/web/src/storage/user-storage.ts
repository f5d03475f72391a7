import { removeByPrefix } from './browser-storage.ts'

/** The prefix of the keys of stored headlines. They reveal the players on a user's roster. */
export const NEWS_KEY_PREFIX = 'player_news:'

const USER_KEY_PREFIXES = [NEWS_KEY_PREFIX]

/** Removes the data of the signed-in user, so that the next user of the browser cannot read it. */
export function clearUserStorage(storage: Storage): void {
  for (const prefix of USER_KEY_PREFIXES) removeByPrefix(storage, prefix)
}
