/**
 * The text of a file from a spreadsheet, without a byte order mark: UTF-8, UTF-16 with a byte order mark, or Windows-1252,
 * which is tried last because it has a character for nearly every byte. null for bytes that are no text.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: 'unicode' | 'windows-1252' } | null {
  const [first, second] = bytes
  const isLittleEndian = first === 0xff && second === 0xfe
  if (isLittleEndian || (first === 0xfe && second === 0xff)) {
    const text = decode(bytes, isLittleEndian ? 'utf-16le' : 'utf-16be')
    return text === null ? null : { text, encoding: 'unicode' }
  }
  const unicode = decode(bytes, 'utf-8')
  if (unicode !== null) return { text: unicode, encoding: 'unicode' }
  const text = new TextDecoder('windows-1252').decode(bytes)
  // The bytes without a character become control characters.
  return /[\0\u0080-\u009f]/.test(text) ? null : { text, encoding: 'windows-1252' }
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
