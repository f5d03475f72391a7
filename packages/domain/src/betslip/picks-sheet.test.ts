import { describe, expect, it } from 'vitest'
import { parsePicksSheet, quoteCell } from './picks-sheet.ts'

const parse = (...rows: string[][]) => parsePicksSheet(rows, 2026)

const LONG = ['Week', 'Owner', 'Pick', 'Season']

describe('parsePicksSheet with a long sheet', () => {
  it('accepts columns in any order and case below title rows', () => {
    expect(
      parse(
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

  it.each(['7', '07', 'W7', 'w 7', 'Wk 7', 'WEEK 7', 'Wk. 7', ' week  7 ', '7.0', 'Week #7', 'Week-7'])(
    'accepts the week format %j',
    (week) => {
      expect(parse(LONG, [week, 'Rosa', 'Bears'])?.picks).toMatchObject([{ week: 7, season: 2026 }])
    },
  )

  it('leaves out characters that change the direction of a pick', () => {
    expect(parse(LONG, ['1', 'Rosa', '\u2066Bears\u2069 (-110)'])?.picks).toMatchObject([
      { text: 'Bears (-110)' },
    ])
  })

  it('ignores empty rows and rows without a pick', () => {
    expect(parse(LONG, ['', '', '', ''], ['1', 'Rosa', ' ', '2026'], [''])).toEqual({
      picks: [],
      skipped: [],
    })
  })

  it.each([
    [['', 'Rosa', 'Bears'], 'The pick has no week.'],
    [['1', ' ', 'Bears'], 'The pick has no owner.'],
    [['18', 'Rosa', 'Bears'], "'18' is not a week from 1 to 17."],
    [['0', 'Rosa', 'Bears'], "'0' is not a week from 1 to 17."],
    [['final', 'Rosa', 'Bears'], "'final' is not a week from 1 to 17."],
    [['-7', 'Rosa', 'Bears'], "'-7' is not a week from 1 to 17."],
    [['1', 'Rosa', 'Bears', 'last'], "'last' is not a valid season."],
    [['1', 'Rosa', 'Bears', '1998'], "'1998' is not a valid season."],
    [['1', 'Rosa', 'x'.repeat(201)], 'The pick is longer than 200 characters.'],
    [['1', 'Rosa', 'a\0b'], 'The pick contains an invalid character.'],
    [['1', 'Rosa', 'a\ud800b'], 'The pick contains an invalid character.'],
  ])('reports the row %j', (row, reason) => {
    expect(parse(LONG, row)).toEqual({ picks: [], skipped: [{ row: 2, reason }] })
  })

  it('keeps line breaks in a pick and accepts 200 characters', () => {
    expect(parse(LONG, ['1', 'Rosa', ' One\r\nTwo ', ''])?.picks).toMatchObject([{ text: 'One\nTwo' }])
    expect(parse(LONG, ['1', 'Rosa', 'x'.repeat(200)])?.skipped).toEqual([])
  })
})

describe('parsePicksSheet with a column of odds', () => {
  const HEADER = ['Week', 'Owner', 'Pick', 'Odds']

  it.each([
    ['Bears -3', '−110', 'Bears -3 (-110)'],
    ['Jets +7', 'EVEN', 'Jets +7 (+100)'],
    ['Jets +7', '(+120)', 'Jets +7 (+120)'],
    ['Jets +7', '150', 'Jets +7 (150)'],
    ['Jets +7', '@-105.', 'Jets +7 (-105)'],
    ['Jets +7', '', 'Jets +7'],
    ['Jets +7', 'N/A', 'Jets +7'],
    ['Bears -3 (-110)', '-110', 'Bears -3 (-110)'],
    ['Bears -3 (-110)', '', 'Bears -3 (-110)'],
  ])('reads the pick %j with the odds %j as %j', (pick, odds, text) => {
    expect(parse(HEADER, ['2', 'Rosa', pick, odds])).toEqual({
      picks: [{ row: 2, season: 2026, week: 2, owner: 'Rosa', text }],
      skipped: [],
    })
  })

  it.each([
    ['Bears -3', '1.91', "'1.91' is not American odds, such as -110."],
    ['Bears -3', '-3', "'-3' is not American odds, such as -110."],
    ['Bears -3 (-110)', '-120', "The pick ends with other odds than its column: '-120'."],
    [`Bears -3 ${'x'.repeat(190)}`, '-110', 'The pick is longer than 200 characters.'],
  ])('reports the pick %j with the odds %j', (pick, odds, reason) => {
    expect(parse(HEADER, ['2', 'Rosa', pick, odds])).toEqual({ picks: [], skipped: [{ row: 2, reason }] })
  })

  it('ignores the odds of no pick', () => {
    expect(parse(HEADER, ['2', 'Rosa', '-', '-110'])).toEqual({ picks: [], skipped: [] })
  })

  it('reads the odds of each week of a wide sheet', () => {
    const picks = [
      { row: 2, season: 2026, week: 2, owner: 'Rosa', text: 'Bears (-110)' },
      { row: 2, season: 2026, week: 3, owner: 'Rosa', text: 'Jets (+100)' },
    ]
    const row = ['Rosa', 'Bears', '-110', 'Jets', 'EVEN']
    for (const header of [
      ['Owner', 'Week 2', 'Odds', 'Week 3', 'Odds'],
      ['Owner', 'W2', 'W2 odds', 'W3', 'Odds Week 3'],
    ])
      expect(parse(header, row)).toEqual({ picks, skipped: [] })
    expect(parse(['Odds', 'Owner', 'W2'], ['-110', 'Rosa', 'Bears'])).toEqual({
      picks: picks.slice(0, 1),
      skipped: [],
    })
  })

  it('names the columns of odds that it skips', () => {
    expect(parse(['Owner', 'W2', 'W3', 'Odds', 'W4 odds'], ['Rosa', 'Bears', 'Jets', '-110', ''])).toEqual({
      picks: [
        { row: 2, season: 2026, week: 2, owner: 'Rosa', text: 'Bears' },
        { row: 2, season: 2026, week: 3, owner: 'Rosa', text: 'Jets' },
      ],
      skipped: [
        { row: 1, reason: "Column 'Odds' was skipped. Name it after its week, such as 'W2 odds'." },
        { row: 1, reason: "Column 'W4 odds' was skipped. Name it after its week, such as 'W2 odds'." },
      ],
    })
    expect(parse([...HEADER, 'Decimal odds'], ['2', 'Rosa', 'Bears', '-110', '1.91'])?.skipped).toEqual([
      { row: 1, reason: "Column 'Decimal odds' was skipped. Only one column can have the odds." },
    ])
  })
})

describe('a cell without a pick', () => {
  it.each(['-', '—', '–', '−', '--', 'N/A', 'n/a', 'NA', '#N/A', 'none', 'None.', 'no pick', ' - '])(
    'is %j',
    (cell) => {
      expect(parse(LONG, ['1', 'Rosa', cell])).toEqual({ picks: [], skipped: [] })
      expect(parse(['Owner', 'Week 2', 'Week 3'], ['Rosa', cell, 'Jets +3 (+100)'])).toEqual({
        picks: [{ row: 2, season: 2026, week: 3, owner: 'Rosa', text: 'Jets +3 (+100)' }],
        skipped: [],
      })
    },
  )

  it.each(['None of them', '-3', 'Nada'])('is not %j', (cell) => {
    expect(parse(LONG, ['1', 'Rosa', cell])?.picks).toMatchObject([{ text: cell }])
  })
})

describe('parsePicksSheet with a wide sheet', () => {
  it('reads one row per owner and one column per week', () => {
    expect(
      parse(
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

  it('reports invalid picks and columns outside the betslip weeks', () => {
    expect(
      parse(['Owner', 'W1', 'W18'], ['', 'Bears', ''], ['', '', ''], ['Rosa', 'x'.repeat(201), 'Jets']),
    ).toEqual({
      picks: [],
      skipped: [
        { row: 1, reason: "Column 'W18' is not a week from 1 to 17." },
        { row: 2, reason: 'The picks have no owner.' },
        { row: 4, reason: 'Week 1: The pick is longer than 200 characters.' },
      ],
    })
  })
})

it.each([
  ['nothing', []],
  ['no header', [['1', 'Rosa', 'Bears']]],
  ['only an owner column', [['Owner', 'Notes']]],
  ['only week and pick columns', [['Week', 'Pick']]],
  ['a header below row 20', [...Array.from({ length: 20 }, () => ['x']), LONG]],
])('returns null for a sheet with %s', (_, rows) => {
  expect(parsePicksSheet(rows, 2026)).toBe(null)
})

it('truncates a quoted cell', () => {
  expect(quoteCell(' a \n b ')).toBe("'a b'")
  expect(quoteCell('x'.repeat(100))).toBe(`'${'x'.repeat(60)}…'`)
})
