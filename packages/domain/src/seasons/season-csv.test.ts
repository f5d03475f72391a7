import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointsFromDecimal, pointsToDecimal } from '../points.ts'
import type { LeagueSeason } from './season.ts'
import { checkConsistency } from './season-check.ts'
import { CSV_COLUMNS, parseSeasonTable } from './season-csv.ts'
import { fileMemberId, seasonsFromCsv } from './season-from-csv.ts'
import { NO_TABLE_ANSWERS } from './table-row.ts'

const [SCORES, STANDINGS] = [[...CSV_COLUMNS.scores], [...CSV_COLUMNS.standings]]

const importCsv = (...cells: string[][]) => seasonsFromCsv(parseSeasonTable(cells), '4711')
const toCells = (text: string) => text.split('|')
const scores = (...rows: string[]) => importCsv(SCORES, ...rows.map(toCells))
const standings = (...rows: string[]) => importCsv(STANDINGS, ...rows.map(toCells))

describe('a table of scores', () => {
  const { seasons, problems } = scores(
    '2009|1|Anchors|Ada Marlow|101.5|Buoys|no|1',
    '2009|1|Buoys|Ben Okafor & Cora Li|88,02|anchors||2',
    '',
    '2009|2|Buoys|Ben Okafor & Cora Li|90|Anchors|yes|',
    '2009|2|Anchors|Ada Marlow|90|Buoys|yes|',
    '2009|3|Anchors|Ada Marlow|70|||',
    '2008|1|Buoys|Ada  Marlow|10|Crew||',
    '2008|1|Crew||-2|Buoys||',
  )
  const [first, second] = seasons

  it('becomes one season per year, oldest first', () => {
    expect(problems).toEqual([])
    expect(seasons.map(({ season, size }) => [season, size])).toEqual([
      [2008, 2],
      [2009, 2],
    ])
  })

  it('contains each game once, with week, bracket and result', () => {
    expect(
      second?.games.map(({ gameId, period, home, away, result, bracket }) => [
        gameId,
        period,
        home.points,
        away?.points ?? null,
        result,
        bracket,
      ]),
    ).toEqual([
      [1, 1, 10150, 8802, 'home', 'regular'],
      [2, 2, 9000, 9000, 'tie', 'playoffs'],
      [3, 3, 7000, null, 'undecided', 'regular'],
    ])
    expect(second?.calendar.periods).toEqual([1, 2, 3].map((week) => ({ period: week, weeks: [week] })))
  })

  it('produces consistent regular-season records', () => {
    expect(
      second?.teams.map(({ record, pointsFor, pointsAgainst, finalRank }) => [
        record,
        pointsFor,
        pointsAgainst,
        finalRank,
      ]),
    ).toEqual([
      [{ wins: 1, losses: 0, ties: 0 }, 10150, 8802, 1],
      [{ wins: 0, losses: 1, ties: 0 }, 8802, 10150, 2],
    ])
    expect(seasons.flatMap(checkConsistency)).toEqual([])
  })

  it('uses the same ID for an owner in every season, and supports co-owners and teams without an owner', () => {
    expect(second?.teams.map((team) => team.ownerIds)).toEqual([
      ['csv:ada-marlow'],
      ['csv:ben-okafor', 'csv:cora-li'],
    ])
    expect(first?.teams.map((team) => team.ownerIds)).toEqual([['csv:ada-marlow'], []])
    expect(fileMemberId('🦀')).toBe('csv:🦀')
  })
})

describe('a table of final standings', () => {
  it('becomes a season without games', () => {
    const { seasons } = standings(
      '2005|Anchors|Ada|9|4|1|1402.5|1300|1',
      '2005|Buoys|Ben|4|9|1|1300|1402.5|2',
    )
    expect(seasons[0]?.games).toEqual([])
    expect(seasons[0]?.teams[0]).toMatchObject({
      name: 'Anchors',
      abbrev: 'ANCH',
      record: { wins: 9, losses: 4, ties: 1 },
      pointsFor: 140250,
      finalRank: 1,
    })
  })

  it('has unknown records and points where the cells are empty', () => {
    const { seasons } = standings('2005|Anchors|Ada||||||1', '2005|Buoys|Ben|4|9|1|1300||2')
    expect(
      seasons[0]?.teams.map(({ record, pointsFor, pointsAgainst }) => [record, pointsFor, pointsAgainst]),
    ).toEqual([
      [null, null, null],
      [{ wins: 4, losses: 9, ties: 1 }, 130_000, null],
    ])
  })
})

describe('points with a mark before three digits', () => {
  const read = (points: readonly string[], decimalMark: 'point' | 'comma' | null = null) => {
    const rows = points.map((text, index) => `2005|Team ${index}|Cy ${index}|1|1|0|${text}|9|`.split('|'))
    const table = parseSeasonTable([STANDINGS, ...rows], { ...NO_TABLE_ANSWERS, decimalMark })
    if (table.kind !== 'standings') throw new Error(JSON.stringify(table))
    return { points: table.rows.map(({ pointsFor }) => pointsFor), questions: table.questions }
  }
  const question = (example: string, isAnswered = false) => [
    { season: 2005, kind: 'decimal_mark', example, isAnswered },
  ]

  it.each([
    [
      ['1.402', '1311,5'],
      [140200, 131150],
    ],
    [
      ['1,402', '88.02'],
      [140200, 8802],
    ],
    [
      ['1.402,55', '1.311'],
      [140255, 131100],
    ],
    [
      ['1,402.55', '1,311'],
      [140255, 131100],
    ],
    [
      ["1'402.5", '1 311,5', '1\u00a0402'],
      [140250, 131150, 140200],
    ],
    [
      ['1.402.311', '1.402'],
      [140231100, 140200],
    ],
    [
      ['1311.255', '101.125'],
      [131126, 10113],
    ],
  ])('are read as the other rows write them: %j', (texts, points) => {
    expect(read(texts)).toEqual({ points, questions: [] })
  })

  it.each([
    [['1.402', '1.311']],
    [['1,402']],
    [['1.402', '88.5']],
    [['88,5', '1,402']],
    [['1,402', '88,5', '9.1']],
  ])('are asked about when the other rows do not tell: %j', (texts) => {
    const example = texts.find((text) => /402/.test(text)) ?? ''
    const mark = example.includes('.') ? 'point' : 'comma'
    const index = texts.indexOf(example)
    expect(read(texts).questions).toEqual(question(example))
    expect(read(texts, mark).points[index]).toBe(140)
    const other = read(texts, mark === 'point' ? 'comma' : 'point')
    expect([other.points[index], other.questions]).toEqual([140200, question(example, true)])
  })
})

describe('a table as Excel writes it', () => {
  it('may have a line for Excel and titles above its header', () => {
    const { seasons, problems } = importCsv(
      ['sep=;'],
      ['Harbor League', ''],
      [],
      STANDINGS,
      toCells('2005|Anchors|Ada|9|4|1|1402.5|1300|1'),
    )
    expect([seasons.length, problems]).toEqual([1, []])
    expect(importCsv(['Harbor League'], STANDINGS, toCells('2005|Anchors|Ada|x|4|1|1|1|1')).problems).toEqual(
      [{ row: 3, field: 'wins', detail: "'x' must be a whole number from 0 to 99" }],
    )
  })

  it.each(['3', 'Week 3', 'W3', 'wk. 3', 'Week #3', '3.0', '3,0', '03'])('may have the week %j', (week) => {
    const { seasons, problems } = scores(
      `2009.0|${week}|Anchors|Ada|10|Buoys|x|1.0`,
      `2009.0|${week}|Buoys|Ben|8|Anchors|X|2.0`,
    )
    expect(problems).toEqual([])
    expect(seasons[0]?.games).toMatchObject([{ period: 3, bracket: 'playoffs' }])
  })

  it.each(['BYE', 'bye', '--BYE--', 'Bye week', '-', '—', 'N/A'])(
    'may have %j as the opponent of a bye',
    (bye) => {
      const { seasons, problems } = scores(`2009|1|Anchors|Ada|10|${bye}||`)
      expect(problems).toEqual([])
      expect(seasons[0]?.games).toMatchObject([{ away: null, result: 'undecided' }])
    },
  )

  it('may have a team that is called BYE', () => {
    const { seasons } = scores('2009|1|Anchors|Ada|10|BYE||', '2009|1|Bye|Ben|8|Anchors||')
    expect(seasons[0]?.games).toMatchObject([{ result: 'home' }])
  })

  const HEADER = ['season', 'week', 'kind', 'player', 'from_team', 'to_team', 'date']
  const readDates = (dates: string[], dateOrder: 'month_first' | 'day_first' | null = null) => {
    const rows = dates.map((date) => ['2014', '4', 'waiver', 'Theo Lund', '', 'Anchors', date])
    const table = parseSeasonTable([HEADER, ...rows], { ...NO_TABLE_ANSWERS, dateOrder })
    if (table.kind !== 'transactions') throw new Error(JSON.stringify(table))
    return {
      dates: table.rows.map(({ date }) => date?.toISOString().slice(0, 10)),
      questions: table.questions,
    }
  }

  it.each([
    '2014-09-28',
    '2014-09-28T10:05:00Z',
    '2014-09-28 10:05:00',
    '2014/9/28',
    '9/28/2014',
    '9/28/14 10:05 PM',
    '28/09/2014',
    '28.09.2014',
    '28.9.14',
    '28-Sep-14',
    'Sep 28, 2014',
    'September 28, 2014',
    'Sunday, September 28, 2014',
    '41910',
    '41910.4201',
    '40448',
  ])('may have the date %j', (date) => {
    expect(readDates([date])).toEqual({ dates: ['2014-09-28'], questions: [] })
  })

  it('reads a date with two meanings like the others, and asks if they do not tell', () => {
    expect(readDates(['10/9/2014', '9/28/2014'])).toEqual({
      dates: ['2014-10-09', '2014-09-28'],
      questions: [],
    })
    expect(readDates(['10/9/2014', '28/9/2014']).dates).toEqual(['2014-09-10', '2014-09-28'])
    expect(readDates(['9/9/2014'])).toEqual({ dates: ['2014-09-09'], questions: [] })
    const question = { season: 2014, kind: 'date_order', example: '10/9/2014' }
    expect(readDates(['10/9/2014']).questions).toEqual([{ ...question, isAnswered: false }])
    expect(readDates(['10/9/2014'], 'day_first')).toEqual({
      dates: ['2014-09-10'],
      questions: [{ ...question, isAnswered: true }],
    })
    expect(readDates(['10/9/2014'], 'month_first').dates).toEqual(['2014-10-09'])
  })

  it.each(['2014-02-30', '13/13/2014', '31.11.2014', '12345', 'last week'])('reports the date %j', (date) => {
    const table = parseSeasonTable([HEADER, ['2014', '4', 'waiver', 'Theo Lund', '', 'Anchors', date]])
    expect(table).toMatchObject({
      kind: 'invalid',
      problems: [{ field: 'date', detail: `'${date}' must be a day such as 2014-09-28` }],
    })
  })
})

describe('CSV problems', () => {
  const VALID_ROWS = ['2009|1|Anchors|Ada|10|Buoys||1', '2009|1|Buoys|Ben|8|Anchors||2']
  it.each([
    ['1998|1|Crew|Cy|1|||', 'season', "'1998' must be a whole number from 1999 to 2100"],
    ['2009|19|Crew|Cy|1|||', 'week', "'19' must be a whole number from 1 to 18"],
    ['2009|week x|Crew|Cy|1|||', 'week', "'week x' must be a whole number from 1 to 18"],
    ['2009|1.5|Crew|Cy|1|||', 'week', "'1.5' must be a whole number from 1 to 18"],
    ['2009|1||Cy|1|||', 'team', 'must not be empty'],
    ['2009|1|Crew|Cy|ten|||', 'points', "'ten' must be a score such as 101.25"],
    ['2009|1|Crew|Cy|1,23,4.5|||', 'points', "'1,23,4.5' must be a score such as 101.25"],
    ['2009|1|Crew|Cy|1||perhaps|', 'playoff', "'perhaps' must be yes or no"],
    ['2009|1|Crew|Cy|1|||0', 'final_rank', "'0' must be a whole number from 1 to 99"],
    [`2009|1|${'x'.repeat(101)}|Cy|1|||`, 'team', 'must have at most 100 characters'],
    ['2009|1|C\0|Cy|1|||', 'team', 'contains an invalid character'],
    ['2009|1|Crew|Cy|1||||more', 'final_rank', 'the row has 9 cells but the header has 8'],
    ['2009|1|Anchors|Ada|9|||', 'week', 'Anchors already has a score for Week 1 in row 2'],
    ['2009|2|Anchors|Zoe|9|||', 'owner', 'Anchors belongs to Ada in row 2'],
    ['2009|2|Anchors|Ada|9|||3', 'final_rank', 'Anchors has final rank 1 in row 2'],
    ['2009|2|Anchors|Ada|9|ANCHORS||', 'opponent', 'Anchors cannot play itself'],
    ['2009|2|Anchors|Ada|9|Buoys||', 'opponent', 'Buoys has no row for Week 2 of 2009'],
    ['2009|1|Crew|Cy|9|Buoys||', 'opponent', 'Buoys plays Anchors that week in row 3'],
  ])('reports a problem in the row %j', (row, field, detail) => {
    expect(scores(...VALID_ROWS, row)).toEqual({ seasons: [], problems: [{ row: 4, field, detail }] })
  })

  it('reports both rows of a game that contradict each other', () => {
    const { problems } = scores('2009|1|Anchors|Ada|10|Buoys|yes|', '2009|1|Buoys|Ben|8|Anchors||')
    expect(problems.map(({ row, field }) => [row, field])).toEqual([
      [2, 'playoff'],
      [3, 'playoff'],
    ])
  })

  it('reports a team that appears twice in final standings', () => {
    const { problems } = standings('2005|Crew|Cy|1|0|0|1|1|', '2005|CREW|Cy|1|0|0|1|1|')
    expect(problems).toEqual([{ row: 3, field: 'team', detail: 'CREW is already in row 2' }])
  })

  it('reports a season with too many teams', () => {
    const rows = Array.from({ length: 41 }, (_, index) => `2005|Team ${index}|Cy|1|1|0|1|1|`)
    expect(standings(...rows).problems).toEqual([
      { row: 2, field: 'team', detail: 'the season has 41 teams; at most 40 are allowed' },
    ])
  })

  it.each([
    [[], { row: 1, field: 'header', detail: 'no known columns; see the template' }],
    [[['a', 'b']], { row: 1, field: 'header', detail: 'no known columns; see the template' }],
    [[STANDINGS.toSpliced(5, 1)], { row: 1, field: 'ties', detail: 'missing column' }],
    [[[...SCORES, 'color']], { row: 1, field: 'color', detail: 'unknown column' }],
    [[[...SCORES, 'Week ']], { row: 1, field: 'week', detail: 'duplicate column' }],
    [[SCORES, ['', ' ']], { row: 2, field: 'season', detail: 'no rows below the header' }],
  ])('reports the header problem of %j', (cells, expected) => {
    expect(importCsv(...cells).problems[0]).toEqual(expected)
  })
})

describe('a random season', () => {
  const name = fc
    .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
    .map((text) => text.replace(/[\s&]+/gu, ' ').trim())
    .filter((text) => text !== '' && !/\p{Cc}/u.test(text) && text.length < 90)
    // In a cell, the apostrophe is the one that protects from formulas.
    .filter((text) => !/^'+[=+\-@]/.test(text))
  const score = fc.integer({ min: -999, max: 30_000 }).map((hundredths) => hundredths / 100)
  const season = fc
    .record({
      names: fc.uniqueArray(name, {
        minLength: 2,
        maxLength: 12,
        selector: (text) => text.normalize('NFKC').toLowerCase(),
      }),
      weeks: fc.integer({ min: 1, max: 16 }),
    })
    .filter(({ names }) => names.every((each) => each.normalize('NFKC').trim() !== ''))
    .chain(({ names, weeks }) =>
      fc.record({
        names: fc.constant(names),
        orders: fc.array(fc.shuffledSubarray(names, { minLength: names.length }), {
          minLength: weeks,
          maxLength: weeks,
        }),
        scores: fc.array(score, { minLength: weeks * names.length, maxLength: weeks * names.length }),
      }),
    )

  it('round-trips through a CSV table', () => {
    fc.assert(
      fc.property(season, ({ names, orders, scores: randomScores }) => {
        const rows = orders.flatMap((order, week) =>
          order.map((team, index) => {
            const opponent = order[index % 2 === 0 ? index + 1 : index - 1] ?? ''
            const points = randomScores[week * names.length + index] ?? 0
            return ['2010', `${week + 1}`, team, `Owner of ${team}`, `${points}`, opponent, 'no', '']
          }),
        )
        const { seasons, problems } = importCsv(SCORES, ...rows)
        expect(problems).toEqual([])
        expect(seasons).toHaveLength(1)
        const imported = seasons[0] as LeagueSeason
        expect(asRows(imported).sort()).toEqual(rows.map((row) => row.slice(1, 6).join('|')).sort())
        expect(checkConsistency(imported)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  function asRows({ games, teams, members }: LeagueSeason): string[] {
    const teamOf = (id: number | undefined) => teams.find((team) => team.teamId === id)
    return games.flatMap(({ period, home, away }) =>
      [[home, away] as const, ...(away === null ? [] : [[away, home] as const])].map(([own, other]) => {
        const team = teamOf(own.teamId)
        const owners = members.filter(({ memberId }) => team?.ownerIds.includes(memberId))
        expect(owners).toHaveLength(1)
        const points = pointsToDecimal(pointsFromDecimal(pointsToDecimal(own.points)))
        return [period, team?.name, `Owner of ${team?.name}`, points, teamOf(other?.teamId)?.name ?? ''].join(
          '|',
        )
      }),
    )
  }
})
