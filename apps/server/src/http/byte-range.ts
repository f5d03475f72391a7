/** Bytes of a file from the first to the last, both included. */
export type ByteRange = { first: number; last: number }

/**
 * The part that a `Range` header asks of a file of `size` bytes; 'none' where the file has no
 * such part, and null for the whole file: without the header, or with one of another form or of
 * several parts, which may be answered so. Source: RFC 9110, 14.2.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'none' : { first: Math.max(0, size - Number(to)), last: size - 1 }
  if (to !== '' && Number(to) < Number(from)) return null
  if (Number(from) >= size) return 'none'
  return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
