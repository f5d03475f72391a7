import type { FileHandle } from 'node:fs/promises'

export type EditedFile = {
  /** In bytes. */
  size: number
  /** Fewer bytes at the end of the file. */
  read: (offset: number, length: number) => Promise<Buffer>
  write: (offset: number, bytes: Uint8Array) => Promise<void>
  /** Overwrites with zeros up to the offset `end`. */
  erase: (start: number, end: number) => Promise<void>
}

const ERASE_CHUNK = Buffer.alloc(64 * 1024)

export async function editedFile(handle: FileHandle): Promise<EditedFile> {
  const { size } = await handle.stat()
  return {
    size,

    async read(offset, length) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    },

    write: async (offset, bytes) => void (await handle.write(bytes, 0, bytes.length, offset)),

    async erase(start, end) {
      for (let offset = start; offset < Math.min(end, size); offset += ERASE_CHUNK.length) {
        const length = Math.min(ERASE_CHUNK.length, Math.min(end, size) - offset)
        await handle.write(ERASE_CHUNK, 0, length, offset)
      }
    },
  }
}
