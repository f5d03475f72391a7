import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonBudgetError, jsonMeter, parseJson, readJsonRows } from './json.ts'

const SMALL = { maxDepth: 3, maxValues: 5 }

describe('parseJson', () => {
  it.each([
    ['null', null],
    ['"[[[[[[,,,,,,"', '[[[[[[,,,,,,'],
    [String.raw`"\\"`, '\\'],
    [String.raw`["\"[[[[[[",1]`, ['"[[[[[[', 1]],
    ['[[[]]]', [[[]]]],
    ['[1,2,3,4,5]', [1, 2, 3, 4, 5]],
    ['{"a":{"b":[1]}}', { a: { b: [1] } }],
  ])('parses %s within the budget', (text, value) => {
    expect(parseJson(text, SMALL)).toEqual(value)
  })

  it.each([
    '[[[[]]]]',
    '{"a":[{"b":[]}]}',
    '[1,2,3,4,5,6]',
    '[[],[],[],[]]',
    '{"a":1,"b":2,"c":3,"d":[1,2]}',
  ])('rejects %s, which exceeds the budget', (text) => {
    expect(() => parseJson(text, SMALL)).toThrow(JsonBudgetError)
  })

  it.each(['', '[', '{"a"}', '"', '[1]]'])('rejects %j, which is not JSON', (text) => {
    expect(() => parseJson(text, SMALL)).toThrow(SyntaxError)
  })
})

/** The elements of a JSON array that arrives in pieces of a few bytes. */
async function readRows(text: string, pieceLength: number, maxValues = 1000): Promise<unknown[]> {
  const bytes = Buffer.from(text)
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += pieceLength)
      yield bytes.subarray(start, start + pieceLength)
  }
  const rows: unknown[] = []
  for await (const row of readJsonRows(pieces(), jsonMeter({ maxDepth: 8, maxValues }))) rows.push(row)
  return rows
}

describe('readJsonRows', () => {
  it('reads the same elements as JSON.parse, wherever the text is divided', async () => {
    const row = fc.jsonValue({ maxDepth: 4 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(row),
        fc.nat(2),
        fc.integer({ min: 1, max: 50 }),
        async (rows, spaces, length) => {
          const text = ` ${JSON.stringify(rows, null, spaces)} `
          expect(await readRows(text, length)).toEqual(JSON.parse(text))
        },
      ),
    )
  })

  it.each([
    '',
    ' ',
    '{}',
    '7',
    '"[]"',
    '[',
    '[1',
    '[1,',
    '[1,]',
    '[,]',
    '[1}',
    '[1]]',
    '[1] 2',
    '[1][2]',
    '[1],2',
  ])('rejects %j, which is not an array', async (text) => {
    await expect(readRows(text, 3)).rejects.toThrow(SyntaxError)
  })

  it('counts the values of all elements together', async () => {
    await expect(readRows('[[1],[2],[3]]', 100, 6)).resolves.toEqual([[1], [2], [3]])
    await expect(readRows('[[1],[2],[3]]', 100, 5)).rejects.toThrow(JsonBudgetError)
  })
})
