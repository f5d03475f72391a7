import { describe, expect, it } from 'vitest'
import { parsePicksSheet, quoteCell } from './picks-sheet.ts'

const read = (...rows: string[][]) => parsePicksSheet(rows, 2026)

const LONG = ['Week', 'Owner', 'Pick', 'Season']

describe('a long sheet', () => {
  it('has its columns in any order and case, below any titles', () => {
    expect(
      read(
        ['Our picks'],
        [],
        ['notes', ' PICKS ', 'season', 'OWNER', 'week'],
        ['x', 'Bears (-110)', '2025', 'Rosa', 'W3'],
      ),
    ).toEqual({
      picks: [{ row: 4, season: 2025, week: 3, owner: 'Rosa', text: 'Bears (-110)' }],
      skipped: [],
    })
  })

  it.each(['7', '07', 'W7', 'w 7', 'Wk 7', 'WEEK 7', 'Wk. 7', ' week  7 '])(
    'writes the week as %j',
    (week) => {
      expect(read(LONG, [week, 'Rosa', 'Bears'])?.picks).toMatchObject([{ week: 7, season: 2026 }])
    },
  )

  it('passes over empty rows and cells without a pick', () => {
    expect(read(LONG, ['', '', '', ''], ['1', 'Rosa', ' ', '2026'], [''])).toEqual({ picks: [], skipped: [] })
  })

  it.each([
    [['', 'Rosa', 'Bears'], 'It has a pick and no week.'],
    [['1', ' ', 'Bears'], 'It has a pick and no owner.'],
    [['18', 'Rosa', 'Bears'], "'18' is no week from 1 to 17."],
    [['0', 'Rosa', 'Bears'], "'0' is no week from 1 to 17."],
    [['final', 'Rosa', 'Bears'], "'final' is no week from 1 to 17."],
    [['1', 'Rosa', 'Bears', 'last'], "'last' is no season."],
    [['1', 'Rosa', 'Bears', '1998'], "'1998' is no season."],
    [['1', 'Rosa', 'x'.repeat(201)], 'The pick has more than 200 characters.'],
    [['1', 'Rosa', 'a\0b'], 'The pick holds a character that cannot be stored.'],
    [['1', 'Rosa', 'a\ud800b'], 'The pick holds a character that cannot be stored.'],
  ])('reports the row %j', (row, reason) => {
    expect(read(LONG, row)).toEqual({ picks: [], skipped: [{ row: 2, reason }] })
  })

  it('keeps lines within a pick, and takes 200 characters', () => {
    expect(read(LONG, ['1', 'Rosa', ' One\r\nTwo ', ''])?.picks).toMatchObject([{ text: 'One\nTwo' }])
    expect(read(LONG, ['1', 'Rosa', 'x'.repeat(200)])?.skipped).toEqual([])
  })
})

describe('a wide sheet', () => {
  it('has a row an owner and a column a week', () => {
    expect(
      read(
        ['2025 parlay picks'],
        ['W2', 'Total', 'owner', 'Week 1', '3'],
        ['Bears', '4', 'Rosa', 'Jets', ''],
      ),
    ).toEqual({
      picks: [
        { row: 3, season: 2026, week: 2, owner: 'Rosa', text: 'Bears' },
        { row: 3, season: 2026, week: 1, owner: 'Rosa', text: 'Jets' },
      ],
      skipped: [],
    })
  })

  it('reports what it cannot read, and columns that are no week of the betslip', () => {
    expect(
      read(['Owner', 'W1', 'W18'], ['', 'Bears', ''], ['', '', ''], ['Rosa', 'x'.repeat(201), 'Jets']),
    ).toEqual({
      picks: [],
      skipped: [
        { row: 1, reason: "The column 'W18' is no week from 1 to 17." },
        { row: 2, reason: 'It has picks and no owner.' },
        { row: 4, reason: 'Week 1: The pick has more than 200 characters.' },
      ],
    })
  })
})

it.each([
  ['nothing', []],
  ['no header', [['1', 'Rosa', 'Bears']]],
  ['owners alone', [['Owner', 'Notes']]],
  ['weeks alone', [['Week', 'Pick']]],
  ['a header far down', [...Array.from({ length: 20 }, () => ['x']), LONG]],
])('a sheet with %s is none', (_, rows) => {
  expect(parsePicksSheet(rows, 2026)).toBe(null)
})

it('cuts what it quotes', () => {
  expect(quoteCell(' a \n b ')).toBe("'a b'")
  expect(quoteCell('x'.repeat(100))).toBe(`'${'x'.repeat(60)}…'`)
})
