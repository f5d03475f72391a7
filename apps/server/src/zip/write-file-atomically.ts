import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** Writes a file for its owner alone. Under its name stands the whole file or what stood there before. */
export async function writeFileAtomically(
  file: string,
  content: NodeJS.ReadableStream,
  signal?: AbortSignal,
): Promise<void> {
  const draft = `${file}.part`
  try {
    const output = createWriteStream(draft, { mode: 0o600, flush: true })
    await pipeline(content, output, signal === undefined ? {} : { signal })
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}
