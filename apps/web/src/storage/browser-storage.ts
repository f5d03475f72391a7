/** The part of a browser storage that is used. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A value kept by the browser, or null when there is none or storage is blocked. */
export function readStorage(storage: KeyValueStorage, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

/** Keeps a value; null forgets it. A full or blocked storage only means that it is not remembered. */
export function writeStorage(storage: KeyValueStorage, key: string, value: string | null): void {
  try {
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, value)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

/** Forgets all whose key begins so. */
export function removeByPrefix(storage: Storage, prefix: string): void {
  try {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(prefix)) storage.removeItem(key)
    }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
