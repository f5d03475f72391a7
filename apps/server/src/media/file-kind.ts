import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'

export type FileKind = { kind: 'image' | 'video'; contentType: string }

/** What is taken, by the name that its recogniser has for it. Source: decisions, 8. */
const ACCEPTED_TYPES: Readonly<Record<string, FileKind>> = {
  'image/jpeg': { kind: 'image', contentType: 'image/jpeg' },
  'image/png': { kind: 'image', contentType: 'image/png' },
  'image/apng': { kind: 'image', contentType: 'image/png' },
  'image/gif': { kind: 'image', contentType: 'image/gif' },
  'image/webp': { kind: 'image', contentType: 'image/webp' },
  'image/avif': { kind: 'image', contentType: 'image/avif' },
  'video/mp4': { kind: 'video', contentType: 'video/mp4' },
  'video/x-m4v': { kind: 'video', contentType: 'video/mp4' },
  'video/webm': { kind: 'video', contentType: 'video/webm' },
  'video/quicktime': { kind: 'video', contentType: 'video/quicktime' },
}

/** What these formats are told by stands this near to the file's beginning. */
const HEAD_BYTES = 4100

/** What a file is by its content, whatever it is called; null for everything that is not taken. */
export async function detectFileKind(file: string): Promise<FileKind | null> {
  return detectBufferKind(await readHead(file))
}

/** The same of the bytes themselves. */
export async function detectBufferKind(bytes: Uint8Array): Promise<FileKind | null> {
  const type = await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES)).catch(() => {
    // The recogniser stumbles over a damaged head: then it is the head of nothing that is taken.
    return undefined
  })
  return (type === undefined ? undefined : ACCEPTED_TYPES[type.mime]) ?? null
}

async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
