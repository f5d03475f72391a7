import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import pLimit from 'p-limit'

export type Encoding = 'identity' | 'br' | 'gzip'

/** Below this size, compression saves no more than its headers add. */
const MIN_BYTES = 1024

/** Compressing up to this size takes less time than handing it to another thread: about 0.2 ms. */
const MAX_SYNC_BYTES = 16 * 1024

/**
 * A good balance of time, size and memory for responses compressed on demand. The default window of 4 MB takes
 * memory for data that is never there.
 */
const BROTLI_OPTIONS = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
}

const COMPRESSORS = {
  br: {
    now: (body: Buffer) => brotliCompressSync(body, BROTLI_OPTIONS),
    inThread: (body: Buffer) => promisify(brotliCompress)(body, BROTLI_OPTIONS),
  },
  gzip: { now: (body: Buffer) => gzipSync(body), inThread: promisify(gzip) },
}

/** Each compression takes memory until it ends. More at a time than there are cores do not end sooner. */
const limitThreads = pLimit(2)

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
  const compressed = variants.get(encoding) ?? compress(body, encoding)
  variants.set(encoding, compressed)
  return { body: await compressed, encoding }
}

async function compress(body: Buffer, encoding: keyof typeof COMPRESSORS): Promise<Buffer> {
  const { now, inThread } = COMPRESSORS[encoding]
  return body.length <= MAX_SYNC_BYTES ? now(body) : limitThreads(() => inThread(body))
}
