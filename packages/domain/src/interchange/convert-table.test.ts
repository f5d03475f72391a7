import { describe, expect, it } from 'vitest'
import { parseSeasonTable } from '../seasons/season-csv.ts'
import { type DecimalMark, numberFormOf, readNumber } from './cell-text.ts'
import { convertTable, formatTable } from './convert-table.ts'
import {
  decodeText,
  parseRecord,
  parseResult,
  readPastedTable,
  suggestRoles,
  weekOfName,
} from './pasted-table.ts'
import { seasonFromTables } from './season-from-tables.ts'

const read = (text: string) => readPastedTable(text.split('\n').map((line) => line.split('\t')))
const convert = (
  text: string,
  options: { regularSeasonWeeks?: number; decimalMark?: DecimalMark | null } = {},
) => {
  const table = read(text)
  return convertTable(table, {
    roles: suggestRoles(table),
    season: 2011,
    regularSeasonWeeks: null,
    decimalMark: null,
    ...options,
  })
}

/** The season that the tables become. */
function importTables(...texts: string[]) {
  const tables = texts.flatMap((text) => convert(text).tables)
  const named = tables.map((table) => {
    const cells = formatTable(table)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
    const parsed = parseSeasonTable(cells)
    if (parsed.kind === 'invalid') throw new Error(JSON.stringify(parsed.problems))
    return { file: `${table.kind}.csv`, table: parsed }
  })
  return seasonFromTables(named, 2011)
}

const YAHOO_STANDINGS = [
  'Final standings',
  '\t\t\tPoints',
  'Rank\tTeam\tManager\tW-L-T\tPts For\tPts Against\tStreak',
  '1st\tAnchors\tAda Marlow\t1-0-1\t1,191.25\t178.02\tW-1',
  '2\tBuoys\tBen Okafor\t0-1-1\t178.02\t1,191.25\tL-1',
  '',
  '* clinched the playoffs',
].join('\n')

const YAHOO_WEEKS = [
  'Week\tTeam\tResult\tOpponent',
  '1\tAnchors\tW 1,101.25-88.02\tBuoys',
  '1\tBuoys\tL 88.02-1,101.25\tAnchors',
  '2\tAnchors\tT 90.00-90.00\tvs. Buoys',
].join('\n')

describe('decodeText', () => {
  const TEXT = 'team;owner\nBö;Zoë €'
  const utf16 = (isLittleEndian: boolean) => {
    const view = new DataView(new ArrayBuffer(2 + 2 * TEXT.length))
    for (const [index, unit] of [0xfeff, ...Array.from(TEXT, (each) => each.charCodeAt(0))].entries())
      view.setUint16(2 * index, unit, isLittleEndian)
    return new Uint8Array(view.buffer)
  }

  it.each([
    ['UTF-8', new TextEncoder().encode(TEXT)],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${TEXT}`)],
    ['UTF-16, little-endian', utf16(true)],
    ['UTF-16, big-endian', utf16(false)],
    ['Windows-1252', Uint8Array.from(TEXT, (each) => (each === '€' ? 0x80 : each.charCodeAt(0)))],
  ])('reads %s', (_, bytes) => {
    expect(decodeText(bytes)?.text).toBe(TEXT)
  })

  it.each([[[0x61, 0xe9, 0x81]], [[0xff, 0xfe, 0x00]], [[0xe9, 0x00]]])('reads no text from %j', (bytes) => {
    expect(decodeText(Uint8Array.from(bytes))).toBe(null)
  })
})

describe('a pasted table', () => {
  it('is read from its header, without titles, merged cells above it, and notes below it', () => {
    const table = read(YAHOO_STANDINGS)
    expect(table.header).toEqual(['Rank', 'Team', 'Manager', 'W-L-T', 'Pts For', 'Pts Against', 'Streak'])
    expect(table.rows.map(({ line }) => line)).toEqual([4, 5])
    expect(table.skipped).toEqual([{ line: 7, text: '* clinched the playoffs' }])
    expect(suggestRoles(table)).toEqual([
      'rank',
      'team',
      'owner',
      'record',
      'points_for',
      'points_against',
      'ignore',
    ])
  })

  it('without a header has numbered columns, whose cells tell records and results', () => {
    const table = read('Anchors\t10-3-1\tW 1.5-1\nBuoys\t9-5\tL 1-1.5')
    expect(table.header).toEqual(['Column 1', 'Column 2', 'Column 3'])
    expect(suggestRoles(table)).toEqual(['ignore', 'record', 'result'])
  })

  it.each([
    ['101.25', '88.5', 101.25],
    ['1,402.5', '', 1402.5],
    ['1402', '', 1402],
    ['1.402,50', '', 1402.5],
    ['1.402', '88,5', 1402],
    ['1,402', '88.5', 1402],
    ['88,02', '', 88.02],
    ["1'402.5", '', 1402.5],
    ['−3.5', '', -3.5],
    ['12 pts', '', 12],
    ['98.10*', '', 98.1],
    ['many', '', null],
    ['', '', null],
  ])('has the number %j beside %j as %s', (text, other, value) => {
    expect(readNumber(text, numberFormOf([text, other]), null)?.value ?? null).toBe(value)
  })

  it.each([
    ['10-3-1', [10, 3, 1]],
    ['(10-3)', [10, 3, 0]],
    ['10–3–0', [10, 3, 0]],
    ['10', null],
    ['W-1', null],
  ])('has the record %j as %j', (text, record) => {
    expect(parseRecord(text)).toEqual(record)
  })

  it.each([
    ['W 123.45-98.10', [123.45, 98.1]],
    ['L 123.45-98.10', [98.1, 123.45]],
    ['L 98.10 - 123.45', [98.1, 123.45]],
    ['T 90-90', [90, 90]],
    ['T 90-91', null],
    ['123-98', null],
  ])('has the result %j as %j', (text, points) => {
    expect(parseResult(text, numberFormOf([]), null)?.points ?? null).toEqual(points)
  })

  it('asks which mark is the decimal one when its numbers do not tell', () => {
    const text = 'Team\tW\tL\tPF\nA. B, 1.5\t1\t0\t1.402'
    const pointsOf = (decimalMark: DecimalMark | null) =>
      convert(text, { decimalMark }).tables[0]?.rows[0]?.[6]
    expect(convert(text).questions).toEqual([{ kind: 'decimal_mark', example: '1.402', isAnswered: false }])
    expect(convert(text, { decimalMark: 'comma' }).questions).toEqual([
      { kind: 'decimal_mark', example: '1.402', isAnswered: true },
    ])
    expect([pointsOf('comma'), pointsOf('point')]).toEqual([1402, 1.4])
    expect(convert('Week\tTeam\tResult\tOpponent\n1\tA\tW 1,402-98\tB').questions).toMatchObject([
      { example: '1,402' },
    ])
    expect(convert(`${text}\nB\t0\t1\t88,5`).questions).toEqual([])
  })

  it.each([
    ['Week 3', 3],
    ['Wk. 14', 14],
    ['w1', 1],
    ['Week 19', null],
    ['Weeks', null],
  ])('knows the week of a column with the name %j', (name, week) => {
    expect(weekOfName(name)).toBe(week)
  })
})

describe('a converted table', () => {
  it('of standings and one of weekly results make a season', () => {
    const { season, problems } = importTables(
      YAHOO_STANDINGS.replaceAll('1,191.25', '1191.25'),
      YAHOO_WEEKS.replaceAll('1,101.25', '1101.25'),
    )
    expect(problems).toEqual([])
    expect(
      season?.season.teams.map(({ name, record, pointsFor, finalRank }) => [
        name,
        record,
        pointsFor,
        finalRank,
      ]),
    ).toEqual([
      ['Anchors', { wins: 1, losses: 0, ties: 1 }, 119125, 1],
      ['Buoys', { wins: 0, losses: 1, ties: 1 }, 17802, 2],
    ])
    expect(
      season?.season.games.map(({ period, result, home, away }) => [
        period,
        result,
        home.points,
        away?.points,
      ]),
    ).toEqual([
      [1, 'home', 110125, 8802],
      [2, 'tie', 9000, 9000],
    ])
    expect(season?.season.members.map(({ name }) => name)).toEqual(['Ada Marlow', 'Ben Okafor'])
  })

  it('of standings keeps the seeds', () => {
    const { season } = importTables('Team\tRecord\tSeed\nAnchors\t1-0\t#2\nBuoys\t0-1\t1st\nCrew\t0-0\t-')
    expect(season?.season.teams.map(({ playoffSeed }) => playoffSeed)).toEqual([2, 1, null])
  })

  it('with a column for each week has weekly scores, whose matchups stay unknown', () => {
    const { season } = importTables(
      'Team\tW\tL\tPF\tPA\tWeek 1\tWeek 2\nAnchors\t1\t1\t190\t180\t100\t90\nBuoys\t1\t1\t180\t190\t95.5\t-',
    )
    expect(season?.season.games).toEqual([])
    expect(season?.season.weeklyScores).toEqual([
      { teamId: 1, week: 1, points: 10000 },
      { teamId: 2, week: 1, points: 9550 },
      { teamId: 1, week: 2, points: 9000 },
    ])
  })

  it('marks the weeks after the regular season as playoffs, and adds the second row of each game', () => {
    const text =
      'Week\tTeam\tScore\tOpponent\tOpp Score\n1\tAnchors\t10\tBuoys\t9\nWeek 2\tAnchors\t8\tBuoys\t7\n2\tCrew\t5\tBYE\t'
    const [table] = convert(text, { regularSeasonWeeks: 1 }).tables
    expect(table?.rows.map((row) => row.slice(1, 7))).toEqual([
      [1, 'Anchors', '', 10, 'Buoys', 'no'],
      [1, 'Buoys', '', 9, 'Anchors', 'no'],
      [2, 'Anchors', '', 8, 'Buoys', 'yes'],
      [2, 'Buoys', '', 7, 'Anchors', 'yes'],
      [2, 'Crew', '', 5, '', 'yes'],
    ])
  })

  it('of several seasons can have a team in each of them', () => {
    const { tables, problems } = convert(
      'Year\tTeam\tRecord\n2010\tAnchors\t1-0\n2011\tAnchors\t0-1\n2011\tAnchors\t1-0',
    )
    expect(tables[0]?.rows.map(([season]) => season)).toEqual([2010, 2011, 2011])
    expect(problems).toEqual([
      { line: 4, column: 'Team', detail: 'Anchors is already in line 3. Give one of them another name' },
    ])
  })

  it('takes the owner of a second row from the same season', () => {
    const text = [
      'Year\tWeek\tTeam\tOwner\tPts\tOpponent\tOpp Pts',
      '2010\t1\tBuoys\tBen Okafor\t9\tAnchors\t10',
      '2010\t2\tAnchors\tAda Marlow\t9\tBuoys\t10',
      '2011\t1\tBuoys\tCleo Brandt\t9\tAnchors\t10',
    ].join('\n')
    const [table] = convert(text).tables
    expect(table?.rows.map(([season, week, team, owner]) => [season, week, team, owner])).toEqual([
      [2010, 1, 'Buoys', 'Ben Okafor'],
      [2010, 1, 'Anchors', 'Ada Marlow'],
      [2010, 2, 'Anchors', 'Ada Marlow'],
      [2010, 2, 'Buoys', 'Ben Okafor'],
      [2011, 1, 'Buoys', 'Cleo Brandt'],
      [2011, 1, 'Anchors', ''],
    ])
  })

  it.each([
    ['Team\tPF\nAnchors\t1', 'choose the columns with the record, or with the weeks and points', 1],
    ['Rank\tRecord\n1\t1-0', 'choose the column with the teams', 1],
    ['Week\tTeam\n1\tAnchors', 'choose the column with the points or the result', 1],
    ['Team\tRecord\nAnchors\tten', "'ten' is not a record such as 10-3-1", 2],
    ['Team\tW\tL\tPF\nAnchors\t1\t0\tmany', "'many' is not a number", 2],
    [
      'Team\tRecord\nAnchors\t1-0\nANCHORS\t0-1',
      'ANCHORS is already in line 2. Give one of them another name',
      3,
    ],
    [
      'Week\tTeam\tResult\tPoints\tOpponent\n1\tAnchors\tWon big\t\tBuoys',
      "'Won big' is not a result such as W 123.45-98.10",
      2,
    ],
    [
      'Week\tTeam\tResult\tPoints\tOpponent\n1\tAnchors\tW\t-\tBuoys',
      "'W' is not a result such as W 123.45-98.10",
      2,
    ],
    [
      'Week\tTeam\tResult\tOpponent\n1\tAnchors\tW 10:x\tBuoys',
      "'W 10:x' is not a result such as W 123.45-98.10",
      2,
    ],
    ['Week\tTeam\tPts\tOpponent\nlast\tAnchors\t1\tBuoys', "'last' is not a week", 2],
  ])('of %j reports the line and the reason', (text, detail, line) => {
    expect(convert(text).problems[0]).toMatchObject({ line, detail })
  })
})
