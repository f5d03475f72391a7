import { type JsonBudget, JsonBudgetError, type JsonMeter, parseJson } from './parse-json.ts'

/** Of one row. The rows of our own tables are far smaller. */
const ROW_BUDGET: JsonBudget = { maxDepth: 8, maxValues: 10_000 }
const MAX_ROW_LENGTH = 16 * 1024 * 1024

/**
 * Reads the elements of a JSON array one after the other while its text arrives, so that neither the text nor
 * the parsing of a large array holds up the server. The meter may have read other texts of the same budget.
 * Throws a SyntaxError for anything but an array, and for text that is not UTF-8 a TypeError.
 */
export async function* readJsonRows(content: AsyncIterable<Uint8Array>, meter: JsonMeter): AsyncGenerator {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let pending = ''
  let isStarted = false
  let isEnded = false
  let isFirstRow = true

  function* rowsOf(piece: string): Generator {
    const delimiters: number[] = []
    meter.read(piece, (position) => delimiters.push(position))
    let start = 0
    for (const position of delimiters) {
      const row = pending + piece.slice(start, position)
      const isClosing = piece[position] !== ','
      if (isEnded || (isClosing && piece[position] !== ']')) throw new SyntaxError('not a JSON array')
      // Only an empty array has a blank row.
      if (!(isClosing && isFirstRow && row.trim() === '')) yield parseJson(row, ROW_BUDGET)
      isFirstRow = false
      isEnded = isClosing
      pending = ''
      start = position + 1
    }
    pending += piece.slice(start)
    if (pending.length > MAX_ROW_LENGTH) throw new JsonBudgetError('a row of a JSON array is too long')
  }

  function* read(text: string): Generator {
    const rest = isStarted ? text : text.trimStart()
    if (isStarted) yield* rowsOf(rest)
    else if (rest.startsWith('[')) {
      isStarted = true
      meter.read('[')
      yield* rowsOf(rest.slice(1))
    } else if (rest !== '') throw new SyntaxError('not a JSON array')
  }

  for await (const chunk of content) yield* read(decoder.decode(chunk, { stream: true }))
  yield* read(decoder.decode())
  if (!isEnded || pending.trim() !== '') throw new SyntaxError('an incomplete JSON array')
}
