import { constants, inflateRawSync } from 'node:zlib'

/** A text that may stand nowhere but where it was put, and what it is called when it is found. */
export type Secret = { name: string; value: string }

const GZIP = Buffer.from([0x1f, 0x8b, 0x08])
const ZIP_ENTRY = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** Archives in archives in archives. */
const MAX_DEPTH = 3
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024

/**
 * The names of the secrets that stand in some bytes, each once: as they are, escaped for JSON or an
 * address, as base64 wherever that began, as hex, as UTF-16, and in all of these in whatever is packed
 * there by gzip or zip.
 */
export function findSecrets(secrets: readonly Secret[], bytes: Uint8Array | string): string[] {
  const all = [...unpack(Buffer.from(bytes as string), MAX_DEPTH)]
  return secrets
    .filter(({ value }) => {
      const forms = encodingsOf(value)
      return all.some((content) => forms.some((form) => content.includes(form)))
    })
    .map(({ name }) => name)
}

function encodingsOf(value: string): (string | Buffer)[] {
  const bytes = Buffer.from(value)
  const base64 = [0, 1, 2].map((before) => base64AtOffset(bytes, before))
  const hex = bytes.toString('hex')
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    encodeURI(value),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    hex,
    hex.toUpperCase(),
    Buffer.from(value, 'utf16le'),
  ]
}

/** Base64 of the bytes where others stand before them, without the characters that depend on neighbours. */
function base64AtOffset(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  return text.slice(before === 0 ? 0 : before + 1, bytes.length % 3 === (3 - before) % 3 ? undefined : -1)
}

function* unpack(bytes: Buffer, depth: number): Generator<Buffer> {
  yield bytes
  if (depth === 0) return
  for (const packed of findPackedContent(bytes)) yield* unpack(packed, depth - 1)
}

function* findPackedContent(bytes: Buffer): Generator<Buffer> {
  const starts = [
    ...indexesOf(GZIP, bytes).map((at) => gzipContentStart(bytes, at)),
    ...indexesOf(ZIP_ENTRY, bytes).map((at) => zipEntryContentStart(bytes, at)),
  ]
  for (const start of starts) {
    const content = start === null ? null : tryInflate(bytes.subarray(start))
    if (content !== null) yield content
  }
}

/** Where the packed content begins, behind the name and the comment that the head may have. */
function gzipContentStart(bytes: Buffer, at: number): number | null {
  const flags = bytes[at + 3] ?? 0
  if ((flags & 0b0000_0110) !== 0) return null
  let start = at + 10
  for (const flag of [0b0000_1000, 0b0001_0000]) if ((flags & flag) !== 0) start = bytes.indexOf(0, start) + 1
  return start
}

/** Where a packed entry begins; null for one that is stored as it is, and is found as it is. */
function zipEntryContentStart(bytes: Buffer, at: number): number | null {
  if (at + 30 > bytes.length || bytes.readUInt16LE(at + 8) !== 8) return null
  return at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
}

function indexesOf(mark: Buffer, bytes: Buffer): number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) places.push(at)
  return places
}

/** null where the bytes looked like packed ones by chance. What stands after their end is left alone. */
function tryInflate(bytes: Buffer): Buffer | null {
  try {
    return inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_UNPACKED_BYTES })
  } catch {
    return null
  }
}
