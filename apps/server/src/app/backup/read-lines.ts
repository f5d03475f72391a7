import { BackupError, DAMAGED_BACKUP_MESSAGE } from './backup-error.ts'

const NEWLINE = 0x0a
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Limits memory use if the file has no line breaks. */
const MAX_LINE_BYTES = 400 * 1024 * 1024

/**
 * The lines of a text, without line breaks. Throws a BackupError for a line that is not UTF-8, is too long, or does
 * not end with a line break.
 */
export async function* readLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let pending: Uint8Array[] = []
  let length = 0
  for await (const chunk of content) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield decodeLine([...pending, chunk.subarray(start, end)])
      pending = []
      length = 0
      start = end + 1
    }
    pending.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > MAX_LINE_BYTES) throw new BackupError(DAMAGED_BACKUP_MESSAGE)
  }
  if (length > 0) throw new BackupError(DAMAGED_BACKUP_MESSAGE)
}

function decodeLine(parts: readonly Uint8Array[]): string {
  try {
    return UTF8.decode(Buffer.concat(parts))
  } catch (cause) {
    throw new BackupError(DAMAGED_BACKUP_MESSAGE, { cause })
  }
}
