import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** What a file of a zip holds. */
export type ZippedFileInfo = {
  /** In bytes. */
  size: number
  /** In hexadecimal digits. */
  sha256: string
}

export type ZipWriter = ReturnType<typeof zipWriter>

/** Writes a zip file by file, each as it comes, so that no file is ever in memory whole. */
export function zipWriter(mtime: Date) {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  return {
    output,
    /** Ends the output with an error. */
    fail,

    /** Waits until all of the file is taken. Throws when it cannot be read, and when the output was closed. */
    async add(
      name: string,
      content: AsyncIterable<Uint8Array>,
      { isCompressed = false } = {},
    ): Promise<ZippedFileInfo> {
      const hash = createHash('sha256')
      let size = 0
      async function* measured() {
        for await (const chunk of content) {
          hash.update(chunk)
          size += chunk.length
          yield chunk
        }
      }
      const stream = Readable.from(measured(), { objectMode: false })
      // Whoever reads the zip may go away.
      const stop = () => stream.destroy()
      output.once('close', stop)
      if (output.destroyed) stop()
      zip.addReadStream(stream, name, { mtime, compress: isCompressed })
      try {
        await finished(stream)
      } finally {
        output.off('close', stop)
      }
      return { size, sha256: hash.digest('hex') }
    },

    end: () => zip.end(),
  }
}
