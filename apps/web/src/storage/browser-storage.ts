export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What `use` returns; the fallback when storage is full or blocked. */
function ifAvailable<Value>(fallback: Value, use: () => Value): Value {
  try {
    return use()
  } catch (error) {
    if (error instanceof DOMException) return fallback
    throw error
  }
}

/** Returns the stored value; null when there is none or storage is blocked. */
export function readStorage(storage: KeyValueStorage, key: string): string | null {
  return ifAvailable(null, () => storage.getItem(key))
}

/** Stores a value; null removes it. Does nothing when storage is full or blocked. */
export function writeStorage(storage: KeyValueStorage, key: string, value: string | null): void {
  ifAvailable(undefined, () => (value === null ? storage.removeItem(key) : storage.setItem(key, value)))
}

/** The value of a stored JSON text; null for none, and for a text that is no JSON. */
export function parseStored(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Returns all stored values whose key starts with a prefix; none when storage is blocked. */
export function readByPrefix(storage: Storage, prefix: string): string[] {
  return ifAvailable([], () => keysWith(storage, prefix).map((key) => storage.getItem(key) ?? ''))
}

function keysWith(storage: Storage, prefix: string): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(prefix))
}

/** The prefix of the keys of stored headlines. They reveal the players on a user's roster. */
export const NEWS_KEY_PREFIX = 'player_news:'

export const RULES_KEY_PREFIX = 'rules_draft:'

/** The prefix of the keys of posts, comments and proposals that the user is writing. */
export const FEED_DRAFT_KEY_PREFIX = 'feed_draft:'

/**
 * The key of what the user is writing in a form of a league.
 * @param form names the form within the league, such as `post` or `comment:7`
 */
export function draftKey(league: string, form: string): string {
  return `${FEED_DRAFT_KEY_PREFIX}${league}:${form}`
}

/** What earlier versions have stored about pinned items, and about the requests of screens. */
const OLD_KEY_PREFIXES = ['feed_pins_read:', 'first_requests']

export const UNSENT_POST_KEY_PREFIX = 'unsent_post:'

const USER_KEY_PREFIXES = [
  NEWS_KEY_PREFIX,
  RULES_KEY_PREFIX,
  FEED_DRAFT_KEY_PREFIX,
  ...OLD_KEY_PREFIXES,
  UNSENT_POST_KEY_PREFIX,
]

/** The name of the IndexedDB database with the files of posts that the server has not accepted yet. */
export const FILES_DATABASE = 'post_files'

/** Removes the data of the signed-in user, so that the next user of the browser cannot read it. */
export function clearUserStorage(storage: Storage): void {
  ifAvailable(undefined, () => {
    for (const key of USER_KEY_PREFIXES.flatMap((prefix) => keysWith(storage, prefix)))
      storage.removeItem(key)
  })
  ifAvailable(undefined, () => void indexedDB.deleteDatabase(FILES_DATABASE))
}

/** Whether the device has something of the user that the server does not know, and that a screen can show. */
export function hasUserStorage(storage: Storage): boolean {
  return USER_KEY_PREFIXES.some((prefix) => readByPrefix(storage, prefix).length > 0)
}
