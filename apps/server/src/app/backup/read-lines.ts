import { BackupError, DAMAGED_BACKUP_MESSAGE } from './backup-error.ts'

const NEWLINE = 0x0a
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Of a line without end this much is in memory at most. */
const MAX_LINE_BYTES = 400 * 1024 * 1024

/** The lines of a text without their ends. Throws a BackupError for a line that is not UTF-8, or without end. */
export async function* readLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let begun: Uint8Array[] = []
  let length = 0
  for await (const chunk of content) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      yield decodeLine([...begun, chunk.subarray(from, end)])
      begun = []
      length = 0
      from = end + 1
    }
    begun.push(chunk.subarray(from))
    length += chunk.length - from
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
