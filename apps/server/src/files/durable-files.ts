import { closeSync, createWriteStream, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The errors where a folder cannot be flushed: on Windows and some network file systems, and without access to it. */
const UNSUPPORTED = ['EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM', 'EROFS']

/** Flushing the file itself is not enough: after a power failure, it could be without its name. */
export async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    throwUnlessUnsupported(error)
  }
}

export function flushFolderSync(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    throwUnlessUnsupported(error)
  }
}

/** Creates a folder and its missing parents, which a power failure does not remove. Only this user can open them. */
export function makeFolderSync(path: string): void {
  const folder = resolve(path)
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const top = dirname(resolve(first))
  for (let parent = dirname(folder); parent.length >= top.length; parent = dirname(parent)) {
    flushFolderSync(parent)
    if (parent === top) return
  }
}

function throwUnlessUnsupported(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!UNSUPPORTED.includes(code)) throw error
}

/**
 * Writes a file that only its owner can read. On failure, a previous file of that name stays unchanged, also when the
 * power fails.
 */
export async function writeFileAtomically(
  file: string,
  content: NodeJS.ReadableStream,
  signal?: AbortSignal,
): Promise<void> {
  const temporaryFile = `${file}.part`
  try {
    const output = createWriteStream(temporaryFile, { mode: 0o600, flush: true })
    await pipeline(content, output, signal === undefined ? {} : { signal })
    await rename(temporaryFile, file)
    await flushFolder(dirname(file))
  } finally {
    await rm(temporaryFile, { force: true })
  }
}
