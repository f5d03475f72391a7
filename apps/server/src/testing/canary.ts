import { constants, inflateRawSync } from 'node:zlib'

/** A text that must not leak, and the name that a finding reports. */
export type Secret = { name: string; value: string }

const GZIP = Buffer.from([0x1f, 0x8b, 0x08])
const ZIP_ENTRY = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** How deep nested archives are unpacked. */
const MAX_DEPTH = 3
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024

/**
 * The names of the secrets that some bytes contain, each once. Finds them as plain text, escaped for
 * JSON or a URL, as base64 at any offset, as hex, as UTF-16, and in all of these forms inside gzip and
 * zip data.
 */
export function findSecrets(secrets: readonly Secret[], bytes: Uint8Array | string): string[] {
  const contents = [...unpack(Buffer.from(bytes as string), MAX_DEPTH)]
  return secrets
    .filter(({ value }) => {
      const encodings = encodingsOf(value)
      return contents.some((content) => encodings.some((encoding) => content.includes(encoding)))
    })
    .map(({ name }) => name)
}

function encodingsOf(value: string): (string | Buffer)[] {
  const bytes = Buffer.from(value)
  const base64 = [0, 1, 2].map((offset) => base64AtOffset(bytes, offset))
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

/** Base64 of bytes at an offset of a longer input, without the characters that depend on adjacent bytes. */
function base64AtOffset(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  return text.slice(offset === 0 ? 0 : offset + 1, bytes.length % 3 === (3 - offset) % 3 ? undefined : -1)
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

/** The start of the compressed content, after the optional name and comment of the header. */
function gzipContentStart(bytes: Buffer, at: number): number | null {
  const flags = bytes[at + 3] ?? 0
  if ((flags & 0b0000_0110) !== 0) return null
  let start = at + 10
  for (const flag of [0b0000_1000, 0b0001_0000]) if ((flags & flag) !== 0) start = bytes.indexOf(0, start) + 1
  return start
}

/** The start of a compressed entry; null for an entry stored without compression. */
function zipEntryContentStart(bytes: Buffer, at: number): number | null {
  if (at + 30 > bytes.length || bytes.readUInt16LE(at + 8) !== 8) return null
  return at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
}

function indexesOf(signature: Buffer, bytes: Buffer): number[] {
  const indexes: number[] = []
  for (let at = bytes.indexOf(signature); at !== -1; at = bytes.indexOf(signature, at + 1)) indexes.push(at)
  return indexes
}

/** null if the bytes only look compressed by chance. Ignores bytes after the end of the compressed data. */
function tryInflate(bytes: Buffer): Buffer | null {
  try {
    return inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_UNPACKED_BYTES })
  } catch {
    return null
  }
}
