import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'identity' | 'br' | 'gzip'

/** Below this size, compression saves no more than its headers add. */
const MIN_BYTES = 1024

/** A good balance between time and size for responses compressed on demand. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const COMPRESSORS = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI_OPTIONS),
  gzip: (body: Buffer) => promisify(gzip)(body),
}

/** The best encoding that `Accept-Encoding` allows. A client that excludes any encoding gets the body uncompressed. */
export function negotiateEncoding(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string' || /;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(accepted)) return 'identity'
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

const compressedBodies = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

/** Encodes the body. The same body is compressed only once, even for concurrent requests. */
export async function encodeBody(
  body: Buffer,
  encoding: Encoding,
): Promise<{ body: Buffer; encoding: Encoding }> {
  if (encoding === 'identity' || body.length < MIN_BYTES) return { body, encoding: 'identity' }
  const variants = compressedBodies.get(body) ?? new Map<Encoding, Promise<Buffer>>()
  compressedBodies.set(body, variants)
  const compressed = variants.get(encoding) ?? COMPRESSORS[encoding](body)
  variants.set(encoding, compressed)
  return { body: await compressed, encoding }
}
