import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** How a body is sent: as it is, or compressed in a way that the caller takes. */
export type Encoding = 'identity' | 'br' | 'gzip'

/** Below this the headers weigh as much as what is saved. */
const MIN_BYTES = 1024

/** A good deal between time and size for what is made while somebody waits. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const COMPRESSORS = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI_OPTIONS),
  gzip: (body: Buffer) => promisify(gzip)(body),
}

/** The best that a caller takes, by its `Accept-Encoding`. Whoever rules a form out gets the body as it is. */
export function negotiateEncoding(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string' || /;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(accepted)) return 'identity'
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

const compressedBodies = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

/** The body in that form; the same body is compressed once, however many readers it is for. */
export async function encodeBody(
  body: Buffer,
  encoding: Encoding,
): Promise<{ body: Buffer; encoding: Encoding }> {
  if (encoding === 'identity' || body.length < MIN_BYTES) return { body, encoding: 'identity' }
  const forms = compressedBodies.get(body) ?? new Map<Encoding, Promise<Buffer>>()
  compressedBodies.set(body, forms)
  const form = forms.get(encoding) ?? COMPRESSORS[encoding](body)
  forms.set(encoding, form)
  return { body: await form, encoding }
}
