import { type FileHandle, open } from 'node:fs/promises'

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
const METADATA_ELEMENTS = [0x1254c367, 0x1941a469]
const VOID = 0xec

/** More elements than a real file has. A file with more is edited up to there. */
const MAX_ELEMENTS = 500_000

async function removeWebmMetadata(file: EditedFile): Promise<void> {
  let offset = 0
  for (let count = 0; count < MAX_ELEMENTS; count += 1) {
    const element = await readElement(file, offset)
    if (element === null) return
    const { id, contentStart, end } = element
    if (METADATA_ELEMENTS.includes(id)) await eraseElement(file, offset, end ?? file.size)
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

// The boxes of ISO 14496-12, which QuickTime calls atoms: a 32-bit size, a type of four characters, and the content.

type Box = { type: string; start: number; contentStart: number; end: number }

/** Boxes whose children are boxes, and in which metadata may be. */
const CONTAINERS = ['moov', 'trak', 'moof', 'traf']
/** `udta` has `©xyz` and `loci`, `meta` has `com.apple.quicktime.location.ISO6709`, `uuid` has XMP. */
const METADATA_BOXES = ['udta', 'meta', 'uuid']
/** Editors turn the boxes that they delete into these. */
const UNUSED = ['free', 'skip', 'wide']
/** Handlers of tracks that are played. Others have timed metadata, such as the position for each second. */
const PLAYED_HANDLERS = ['vide', 'soun', 'sbtl', 'subt', 'text', 'clcp', 'tmcd', 'auxv', 'pict', 'hint']

/** More boxes than a real file has in the containers. A file with more is edited up to there. */
const MAX_BOXES = 100_000
/** The limit for a table of samples, which is read into memory. */
const MAX_TABLE_BYTES = 32 * 1024 * 1024

async function removeMp4Metadata(file: EditedFile): Promise<void> {
  let boxCount = 0
  await editBoxes(0, file.size)

  async function editBoxes(start: number, end: number): Promise<void> {
    for await (const box of listBoxes(file, start, end)) {
      boxCount += 1
      if (boxCount > MAX_BOXES) return
      if (METADATA_BOXES.includes(box.type) || UNUSED.includes(box.type)) await eraseBox(file, box)
      else if (box.type === 'trak' && !(await isPlayed(file, box))) await eraseTrack(file, box)
      else if (CONTAINERS.includes(box.type)) await editBoxes(box.contentStart, box.end)
    }
  }
}

/** Ends at the first box that is not valid. */
async function* listBoxes(file: EditedFile, start: number, end: number): AsyncGenerator<Box> {
  for (let offset = start; offset + 8 <= end; ) {
    const header = await file.read(offset, 16)
    if (header.length < 8) return
    const shortSize = header.readUInt32BE(0)
    const isLong = shortSize === 1
    if (isLong && header.length < 16) return
    // A size of 0 means up to the end of the file.
    const size = isLong ? Number(header.readBigUInt64BE(8)) : shortSize === 0 ? end - offset : shortSize
    const headerSize = isLong ? 16 : 8
    if (size < headerSize) return
    const boxEnd = Math.min(offset + size, end)
    yield {
      type: header.toString('latin1', 4, 8),
      start: offset,
      contentStart: offset + headerSize,
      end: boxEnd,
    }
    offset = boxEnd
  }
}

async function findBox(
  file: EditedFile,
  parent: Box,
  [type, ...path]: readonly string[],
): Promise<Box | null> {
  for await (const box of listBoxes(file, parent.contentStart, parent.end))
    if (box.type === type) return path.length === 0 ? box : findBox(file, box, path)
  return null
}

/** The box stays as unused space, so that the position of no other box changes. */
async function eraseBox(file: EditedFile, { start, contentStart, end }: Box): Promise<void> {
  await file.write(start + 4, Buffer.from('free'))
  await file.erase(contentStart, end)
}

/** Whether a track has no handler that is known to be metadata. */
async function isPlayed(file: EditedFile, track: Box): Promise<boolean> {
  const handler = await findBox(file, track, ['mdia', 'hdlr'])
  if (handler === null) return true
  const type = (await file.read(handler.contentStart + 8, 4)).toString('latin1')
  return PLAYED_HANDLERS.includes(type)
}

async function eraseTrack(file: EditedFile, track: Box): Promise<void> {
  const table = await findBox(file, track, ['mdia', 'minf', 'stbl'])
  if (table !== null) for await (const { start, end } of listChunks(file, table)) await file.erase(start, end)
  await eraseBox(file, track)
}

async function* listChunks(file: EditedFile, table: Box): AsyncGenerator<{ start: number; end: number }> {
  const sizes = await readSampleSizes(file, table)
  const chunks = await readChunkOffsets(file, table)
  const samplesPerChunk = await readEntries(file, table, 'stsc', 12)
  let sample = 0
  let run = -1
  for (const [index, start] of chunks.entries()) {
    while ((samplesPerChunk[run + 1]?.readUInt32BE(0) ?? Number.POSITIVE_INFINITY) <= index + 1) run += 1
    const count = samplesPerChunk[run]?.readUInt32BE(4) ?? 0
    let size = 0
    for (const last = Math.min(sample + count, sizes.count); sample < last; sample += 1)
      size += sizes.of(sample)
    yield { start, end: Math.min(start + size, file.size) }
  }
}

async function readSampleSizes(file: EditedFile, table: Box) {
  const box = await findBox(file, table, ['stsz'])
  if (box === null) return { count: 0, of: () => 0 }
  const header = await file.read(box.contentStart, 12)
  if (header.length < 12) return { count: 0, of: () => 0 }
  const [fixedSize, count] = [header.readUInt32BE(4), header.readUInt32BE(8)]
  if (fixedSize !== 0) return { count: Math.min(count, MAX_TABLE_BYTES), of: () => fixedSize }
  const bytes = await file.read(box.contentStart + 12, Math.min(box.end - box.contentStart, MAX_TABLE_BYTES))
  const stored = Math.min(count, Math.floor(bytes.length / 4))
  return { count: stored, of: (index: number) => bytes.readUInt32BE(index * 4) }
}

async function readChunkOffsets(file: EditedFile, table: Box): Promise<number[]> {
  const short = await readEntries(file, table, 'stco', 4)
  if (short.length > 0) return short.map((entry) => entry.readUInt32BE(0))
  return (await readEntries(file, table, 'co64', 8)).map((entry) => Number(entry.readBigUInt64BE(0)))
}

async function readEntries(file: EditedFile, parent: Box, type: string, size: number): Promise<Buffer[]> {
  const box = await findBox(file, parent, [type])
  if (box === null) return []
  const bytes = await file.read(box.contentStart, Math.min(box.end - box.contentStart, MAX_TABLE_BYTES))
  if (bytes.length < 8) return []
  const count = Math.min(bytes.readUInt32BE(4), Math.floor((bytes.length - 8) / size))
  return Array.from({ length: count }, (_, index) => bytes.subarray(8 + index * size, 8 + (index + 1) * size))
}

type EditedFile = {
  /** In bytes. */
  size: number
  /** Fewer bytes at the end of the file. */
  read: (offset: number, length: number) => Promise<Buffer>
  write: (offset: number, bytes: Uint8Array) => Promise<void>
  /** Overwrites with zeros up to the offset `end`. */
  erase: (start: number, end: number) => Promise<void>
}

const ERASE_CHUNK = Buffer.alloc(64 * 1024)

async function editedFile(handle: FileHandle): Promise<EditedFile> {
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
