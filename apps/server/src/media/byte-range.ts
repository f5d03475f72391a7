/** A range of bytes, both ends inclusive. */
export type ByteRange = { first: number; last: number }

/**
 * The range that a `Range` header requests from a file of `size` bytes; 'none' if the range is outside the
 * file. null means the whole file: there is no header, or it has another unit or several ranges, which a
 * server may ignore. Source: RFC 9110, 14.2.
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
