import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { flushFolder } from './flush-folder.ts'

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
