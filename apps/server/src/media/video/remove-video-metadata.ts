import { open } from 'node:fs/promises'
import { type EditedFile, editedFile } from './edited-file.ts'
import { removeMp4Metadata } from './mp4-metadata.ts'

/**
 * Removes what a camera or an editor says about a video, such as where and with what it was recorded: it is overwritten
 * in place, so the size and the streams stay the same. MP4 and QuickTime: the boxes `udta`, `meta` and `uuid`, unused
 * space, and tracks of timed metadata. WebM: tags and attachments. A file that ends early or contains something unknown
 * is edited up to there.
 */
export async function removeVideoMetadata(path: string, contentType: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    const file = await editedFile(handle)
    await (contentType === 'video/webm' ? removeWebmMetadata(file) : removeMp4Metadata(file))
  } finally {
    await handle.close()
  }
}

// The elements of RFC 8794: an ID and a size of variable length, and the content.

const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
/** Tags such as `LOCATION`, and attached files. */
const METADATA = [0x1254c367, 0x1941a469]
const VOID = 0xec

/** More elements than a real file has. A file with more is edited up to there. */
const MAX_ELEMENTS = 500_000

async function removeWebmMetadata(file: EditedFile): Promise<void> {
  let offset = 0
  for (let count = 0; count < MAX_ELEMENTS; count += 1) {
    const element = await readElement(file, offset)
    if (element === null) return
    const { id, contentStart, end } = element
    if (METADATA.includes(id)) await eraseElement(file, offset, end ?? file.size)
    // The elements in a segment follow one another, and so do those in a cluster whose size is unknown.
    offset = id === SEGMENT || (id === CLUSTER && end === null) ? contentStart : (end ?? file.size)
  }
}

/** `end` is null if the size is unknown. The result is null at the end of the file and for invalid bytes. */
async function readElement(file: EditedFile, offset: number) {
  const header = await file.read(offset, 12)
  const idLength = vintLength(header[0], 4)
  const sizeLength = idLength === null ? null : vintLength(header[idLength], 8)
  if (idLength === null || sizeLength === null || header.length < idLength + sizeLength) return null
  const id = header.readUIntBE(0, idLength)
  const sizeBits = header.subarray(idLength, idLength + sizeLength)
  const marker = 1n << BigInt(7 * sizeLength)
  const size = BigInt(`0x${sizeBits.toString('hex')}`) - marker
  const contentStart = offset + idLength + sizeLength
  const isUnknown = size === marker - 1n
  return { id, contentStart, end: isUnknown ? null : Math.min(contentStart + Number(size), file.size) }
}

/** The length of an ID or a size, from its first byte. null if it is missing or longer than allowed. */
function vintLength(firstByte: number | undefined, maxLength: number): number | null {
  if (firstByte === undefined || firstByte === 0) return null
  const length = Math.clz32(firstByte) - 23
  return length <= maxLength ? length : null
}

/** The element becomes unused space of the same length. */
async function eraseElement(file: EditedFile, start: number, end: number): Promise<void> {
  const sizeLength = end - start >= 9 ? 8 : 1
  const header = Buffer.alloc(1 + sizeLength)
  header[0] = VOID
  header.writeUIntBE(end - start - header.length, sizeLength === 8 ? 3 : 1, sizeLength === 8 ? 6 : 1)
  header[1] = (header[1] ?? 0) | (sizeLength === 8 ? 0x01 : 0x80)
  await file.write(start, header)
  await file.erase(start + header.length, end)
}
