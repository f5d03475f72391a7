import { open } from 'node:fs/promises'

type FileKind = { kind: 'image' | 'video'; contentType: string }

/** The accepted types, by the MIME type that the `file-type` package reports. Source: decisions, 8. */
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

/** The formats can be detected from this many bytes at the start of a file. */
const HEADER_BYTES = 4100

/** Detects the kind of a file by its content, regardless of its name. null for a type that is not accepted. */
export async function detectFileKind(file: string): Promise<FileKind | null> {
  return detectBufferKind(await readHeader(file))
}

export async function detectBufferKind(bytes: Uint8Array): Promise<FileKind | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(bytes.subarray(0, HEADER_BYTES)).catch(() => {
    // Detection can throw for a damaged header, which means that the file is not an accepted type.
    return undefined
  })
  return (type === undefined ? undefined : ACCEPTED_TYPES[type.mime]) ?? null
}

async function readHeader(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(HEADER_BYTES), 0, HEADER_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

export class ImageError extends Error {
  override name = 'ImageError'
}

export class NotAnImageError extends ImageError {
  override name = 'NotAnImageError'
}

/** The file is not a valid image: it is damaged or truncated, or only its header looks like an image. */
export class UnreadableImageError extends ImageError {
  override name = 'UnreadableImageError'
}

export class ImageTooLargeError extends ImageError {
  override name = 'ImageTooLargeError'
}
