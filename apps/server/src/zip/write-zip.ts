import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type ZipWriter = ReturnType<typeof zipWriter>

/** Writes a zip as a stream, so that no file is ever completely in memory. */
export function zipWriter(mtime: Date) {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  return {
    output,
    fail,

    /** Adds a file and waits until it is written. Returns its bytes and its hash, in hexadecimal digits. Throws if reading it fails or the output is closed. */
    async add(
      name: string,
      content: AsyncIterable<Uint8Array>,
      { isCompressed = false }: { isCompressed?: boolean } = {},
    ) {
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
      // The consumer may close the output early.
      const destroyStream = () => stream.destroy()
      output.once('close', destroyStream)
      if (output.destroyed) destroyStream()
      zip.addReadStream(stream, name, { mtime, compress: isCompressed })
      try {
        await finished(stream)
      } finally {
        output.off('close', destroyStream)
      }
      return { size, sha256: hash.digest('hex') }
    },

    end: () => zip.end(),
  }
}
