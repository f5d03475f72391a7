import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dataTables, readAllRows } from '../../testing/all-rows.ts'
import { buildLeagueBody } from '../../testing/league-body-fixture.ts'
import { type FormFile, postFiles } from '../../testing/multipart-form.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { readCsv } from './csv-table.ts'

let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
afterEach(() => testApp.close())

const HEADER = 'season,week,team,owner,points,opponent'
const GAME = ['2009,1,Anchors,Ada,101.5,Buoys', '2009,1,Buoys,Ben,88.02,Anchors']

const csvFile = (...lines: string[]): FormFile => ({ name: 'x.csv', content: lines.join('\r\n') })
const upload = (...files: FormFile[]) => postFiles(admin, '/api/league/Harbour/seasons/upload/', files)
const getTemplate = (kind: string) => admin.get(`/api/league/Harbour/seasons/template/?kind=${kind}`)

async function readStoredRows() {
  const tables = (await dataTables(testApp.db)).filter(({ name }) => name !== 'sessions')
  return (await readAllRows(testApp.db, tables)).map(({ rows }) => rows)
}

describe('a template', () => {
  it.each([
    ['scores', 'scores', 2],
    ['standings', 'standings', 0],
  ])('of %s is a download that is taken as it is', async (kind, depth, games) => {
    const { status, headers, body } = await getTemplate(kind)
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      `attachment; filename="season-${kind}.csv"`,
    ])
    const answer = await upload({ name: 'filled.csv', content: body })
    expect(answer.body.seasons).toEqual([
      { season: 2009, source: 'csv', depth, teams: 2, games, files: ['filled.csv'], findings: [] },
    ])
    const shown = await admin.get('/api/league/Harbour/standings/?season=2009')
    expect(
      shown.body.standings.map((team: { name: string; rank: number }) => [team.rank, team.name]),
    ).toEqual([
      [1, 'Anchors'],
      [2, 'Buoys'],
    ])
  })

  it('of another kind there is not', async () => {
    expect((await getTemplate('photos')).status).toBe(400)
  })
})

describe('CSV', () => {
  const rows = (text: string) => {
    const table = readCsv(text)
    return table.kind === 'scores'
      ? table.rows.map(({ team, owner, points }) => [team, owner, points])
      : table
  }
  const expected = [
    ['Anchors; "A"', 'Zoë', 10150],
    ['Bö, Ltd', '李', 8800],
  ]

  it.each([
    [
      'a comma',
      '2009,1,"Anchors; ""A""",Zoë,101.5,"Bö, Ltd"\n2009,1,"Bö, Ltd",李,88,"Anchors; ""A"""',
      ',',
      '\n',
    ],
    [
      'a semicolon',
      '2009;1;"Anchors; ""A""";Zoë;101,5;Bö, Ltd\n2009;1;Bö, Ltd;李;88;"Anchors; ""A"""',
      ';',
      '\n',
    ],
    [
      'a tab',
      '2009\t1\t"Anchors; ""A"""\tZoë\t101.5\tBö, Ltd\n2009\t1\tBö, Ltd\t李\t88\t"Anchors; ""A"""',
      '\t',
      '\r\n',
    ],
    [
      'a lone CR',
      '2009,1,"Anchors; ""A""",Zoë,101.5,"Bö, Ltd"\n2009,1,"Bö, Ltd",李,88,"Anchors; ""A"""',
      ',',
      '\r',
    ],
  ])('is read with %s, with and without a byte order mark', (_, text, delimiter, end) => {
    const whole = `${HEADER.replaceAll(',', delimiter)}\n${text}\n`.replaceAll('\n', end)
    expect(rows(whole)).toEqual(expected)
    expect(rows(`\ufeff${whole}`)).toEqual(expected)
  })

  it('has several seasons in one file, each of which keeps the file', async () => {
    const answer = await upload(csvFile(HEADER, ...GAME, ...GAME.map((row) => row.replace('2009', '2010'))))
    expect(answer.body.seasons.map(({ season }: { season: number }) => season)).toEqual([2009, 2010])
    const kept = await testApp.db
      .selectFrom('provider_answers')
      .select(['season', 'request'])
      .orderBy('season')
      .execute()
    expect(kept).toEqual([
      { season: 2009, request: 'csv:x.csv' },
      { season: 2010, request: 'csv:x.csv' },
    ])
  })

  it('is told by its content, not by its name', async () => {
    const answer = await upload({ ...csvFile(HEADER, ...GAME), name: 'season.json' })
    expect(answer.body.seasons).toMatchObject([{ source: 'csv' }])
  })
})

describe('a wrong table changes nothing', () => {
  it.each([
    [
      'a field',
      [HEADER, ...GAME, '2009,2,Crew,Cy,many,'],
      "x.csv: Row 4, points: 'many' is no score such as 101.25.",
    ],
    [
      'two fields',
      [HEADER, '2009,99,Crew,Cy,many,'],
      "x.csv: Row 2, week: '99' is no whole number from 1 to 18. (1 more)",
    ],
    [
      'no table at all',
      ['7'],
      'x.csv: Row 1, the header: none of its columns is known; the template shows them.',
    ],
    [
      'a quotation mark',
      [HEADER, ...GAME, '2009,2,"Crew,Cy,1,'],
      'x.csv: Row 4, the row: a quotation mark is missing or stands where none may.',
    ],
    [
      'a season to come',
      [HEADER, ...GAME.map((row) => row.replace('2009', '2027'))],
      'x.csv: season: 2027 has not begun yet.',
    ],
    [
      'rows',
      [HEADER, ...Array.from({ length: 5001 }, () => '2009,1,Crew,Cy,1,')],
      'x.csv: Row 5002, season: at most 5000 rows are taken.',
    ],
  ])('and names its row: %s', async (_, lines, sentence) => {
    const before = await readStoredRows()
    const good = { name: 'good.json', content: JSON.stringify(buildLeagueBody()) }
    const answer = await upload(good, csvFile(...lines))
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([400, 'invalid_input', sentence])
    expect(await readStoredRows()).toEqual(before)
  })

  it('and names each of its fields', async () => {
    const answer = await upload(csvFile(HEADER, '2009,99,Crew,Cy,many,'))
    expect(Object.keys(answer.body.fields)).toEqual(['x.csv, row 2, week', 'x.csv, row 2, points'])
  })

  it('nor does one of more than 1 MB', async () => {
    const answer = await upload(csvFile(HEADER, 'x'.repeat(1024 * 1024)))
    expect([answer.status, answer.body.error]).toEqual([413, 'x.csv: a CSV file may have 1 MB.'])
  })

  it('nor does a season that is in two files', async () => {
    const answer = await upload(csvFile(HEADER, ...GAME), csvFile(HEADER, ...GAME))
    expect(answer.body.error).toBe(
      'x.csv, x.csv (2): season 2009 is in more than one file. Send one of them.',
    )
  })
})

describe('a season from a table', () => {
  it('never takes the place of one that came from the provider', async () => {
    await upload({ name: '2012.json', content: JSON.stringify(buildLeagueBody()) })
    const rows = Array.from({ length: 4 }, (_, week) =>
      GAME.map((row) => row.replace('2009,1', `2012,${week + 1}`)),
    ).flat()
    const answer = await upload(csvFile(HEADER, ...rows))
    expect([answer.status, answer.body.error]).toEqual([
      409,
      'The stored season 2012 came from ESPN and holds more than a CSV can. Nothing was changed.',
    ])
  })

  it('gives way to what the provider has of it', async () => {
    await upload(csvFile(HEADER, ...GAME.map((row) => row.replace('2009', '2012'))))
    const answer = await upload({ name: '2012.json', content: JSON.stringify(buildLeagueBody()) })
    expect(answer.body.seasons).toMatchObject([{ source: 'upload', games: 4 }])
  })
})
