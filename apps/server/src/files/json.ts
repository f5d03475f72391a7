/** How much a JSON text from outside may contain. Its bytes are limited while it is received. */
export type JsonBudget = {
  maxDepth: number
  /** Objects, arrays and their elements and fields together. */
  maxValues: number
}

/** For a document of a provider: five times as much as the largest known response has. */
export const DOCUMENT_BUDGET: JsonBudget = { maxDepth: 64, maxValues: 500_000 }

/** A JSON text is nested too deeply or has too many values. Like other syntax errors, it has no cure but another text. */
export class JsonBudgetError extends SyntaxError {
  override name = 'JsonBudgetError'
}

/**
 * Parses a JSON text from outside. Counts its values and its depth first, because `JSON.parse` has no limits:
 * a few megabytes of brackets take it seconds and hundreds of megabytes of memory. Throws a JsonBudgetError or
 * another SyntaxError.
 */
export function parseJson(text: string, budget: JsonBudget = DOCUMENT_BUDGET): unknown {
  jsonMeter(budget).read(text)
  return JSON.parse(text)
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

type JsonMeter = ReturnType<typeof jsonMeter>

export function jsonMeter({ maxDepth, maxValues }: JsonBudget) {
  let depth = 0
  let values = 0
  let isInString = false
  let isEscaped = false

  function count(levels: number): void {
    depth += levels
    values += 1
    if (depth > maxDepth) throw new JsonBudgetError(`JSON is nested more than ${maxDepth} levels deep`)
    if (values > maxValues) throw new JsonBudgetError(`JSON has more than ${maxValues} values`)
  }

  return {
    /**
     * Counts the next piece of a text, without checking its syntax. Throws a JsonBudgetError once the text exceeds
     * the budget. `onDelimiter` is called with the position of each comma between the elements of the outermost
     * array or object, and of its closing bracket.
     */
    read(text: string, onDelimiter?: (position: number) => void): void {
      for (let position = 0; position < text.length; position += 1) {
        const character = text.charCodeAt(position)
        if (isEscaped) isEscaped = false
        else if (isInString) {
          if (character === BACKSLASH) isEscaped = true
          else if (character === QUOTE) isInString = false
        } else if (character === QUOTE) isInString = true
        else if (character === COMMA) {
          count(0)
          if (depth === 1) onDelimiter?.(position)
        } else if (character === OPEN_ARRAY || character === OPEN_OBJECT) count(1)
        else if (character === CLOSE_ARRAY || character === CLOSE_OBJECT) {
          depth -= 1
          if (depth === 0) onDelimiter?.(position)
        }
      }
    },
  }
}

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
