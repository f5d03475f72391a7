import { FILES_DATABASE } from './browser-storage.ts'

/** The most that the files of unsent posts may use on a device, in bytes. */
const MAX_BYTES = 200_000_000

const STORE = 'files'

const ABORTED = new DOMException('The transaction was aborted.', 'AbortError')

/**
 * Stores a file on the device under a key. Resolves to false when the device or the limit has no room, or when storage
 * is blocked.
 * @param maxBytes the most that all stored files may use
 */
export async function storeFile(key: string, file: File, maxBytes = MAX_BYTES): Promise<boolean> {
  const isStored = await withFiles('readwrite', async (files) => {
    // In one transaction, so that files from several tabs cannot pass the limit together.
    const others = (await resultOf(files.getAll())) as File[]
    if (others.reduce((sum, { size }) => sum + size, file.size) > maxBytes) return false
    await resultOf(files.put(file, key))
    return true
  })
  return isStored ?? false
}

export async function readFile(key: string): Promise<File | null> {
  const file: unknown = await withFiles('readonly', (files) => resultOf(files.get(key)))
  return file instanceof File ? file : null
}

/** Does nothing for files that are not on the device. */
export async function deleteFiles(keys: readonly string[]): Promise<void> {
  await withFiles('readwrite', async (files) => {
    for (const key of keys) await resultOf(files.delete(key))
  })
}

/** Deletes the files that are not used any more, because their page was closed before it could delete them. */
export async function deleteOtherFiles(isUsed: (key: string) => boolean): Promise<void> {
  await withFiles('readwrite', async (files) => {
    for (const key of await resultOf(files.getAllKeys()))
      if (typeof key !== 'string' || !isUsed(key)) await resultOf(files.delete(key))
  })
}

/**
 * Runs work in a transaction, and resolves to its result once that is stored; to null when storage is full or blocked.
 * The connection is closed then, so that a sign-out in another tab can delete the database at once.
 */
async function withFiles<Result>(
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore) => Promise<Result>,
): Promise<Result | null> {
  try {
    const request = indexedDB.open(FILES_DATABASE)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
    const database = await resultOf(request)
    try {
      const transaction = database.transaction(STORE, mode)
      const committed = new Promise<void>((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve())
        transaction.addEventListener('abort', () => reject(transaction.error ?? ABORTED))
      })
      const [result] = await Promise.all([work(transaction.objectStore(STORE)), committed])
      return result
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? ABORTED))
  })
}
