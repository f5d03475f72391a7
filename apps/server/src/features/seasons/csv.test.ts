import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rebuildLeagues } from '../../app/commands/refresh.ts'
import { dataTables, readAllRows } from '../../testing/all-rows.ts'
import { buildLeagueBody } from '../../testing/league-body-fixture.ts'
import { type FormFile, postFiles, postForm } from '../../testing/multipart-form.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { readCsv } from './season-file.ts'

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

describe('season template', () => {
  it.each([
    ['scores', 'scores', 2],
    ['standings', 'standings', 0],
  ])('downloads a CSV of %s that can be uploaded unchanged', async (kind, depth, games) => {
    const { status, headers, body } = await getTemplate(kind)
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      `attachment; filename="season-${kind}.csv"`,
    ])
    const response = await upload({ name: 'filled.csv', content: body })
    expect(response.body.seasons).toEqual([
      {
        season: 2009,
        source: 'csv',
        provider: null,
        origin: { platform: null, files: ['filled.csv'] },
        depth,
        teams: 2,
        games,
        files: ['filled.csv'],
        findings: [],
      },
    ])
    const standings = await admin.get('/api/league/Harbour/standings/?season=2009')
    expect(
      standings.body.standings.map((team: { name: string; rank: number }) => [team.rank, team.name]),
    ).toEqual([
      [1, 'Anchors'],
      [2, 'Buoys'],
    ])
  })

  it('returns 400 for an unknown kind of template', async () => {
    expect((await getTemplate('photos')).status).toBe(400)
  })
})

describe('CSV upload', () => {
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
  ])('reads CSV that uses %s, with and without a byte order mark', (_, text, delimiter, end) => {
    const whole = `${HEADER.replaceAll(',', delimiter)}\n${text}\n`.replaceAll('\n', end)
    expect(rows(whole)).toEqual(expected)
    expect(rows(`\ufeff${whole}`)).toEqual(expected)
  })

  it('stores several seasons from one file, and the file with each of them', async () => {
    const response = await upload(csvFile(HEADER, ...GAME, ...GAME.map((row) => row.replace('2009', '2010'))))
    expect(response.body.seasons.map(({ season }: { season: number }) => season)).toEqual([2009, 2010])
    const storedFiles = await testApp.db
      .selectFrom('provider_responses')
      .select(['season', 'request'])
      .orderBy('season')
      .execute()
    expect(storedFiles).toEqual([
      { season: 2009, request: 'csv:x.csv' },
      { season: 2010, request: 'csv:x.csv' },
    ])
  })

  it('reads a file of Excel with a title, in the encoding of Windows', async () => {
    const text = [
      'sep=;',
      'Liga, alt, 2009',
      HEADER.replaceAll(',', ';'),
      ...GAME.map((row) => row.replaceAll(',', ';')),
    ]
    const bytes = Buffer.from(text.join('\r\n').replaceAll('Anchors', 'Bö'), 'latin1')
    const { status, body } = await upload({ name: 'x.csv', content: new Uint8Array(bytes) })
    expect([status, body.seasons?.[0]?.games]).toEqual([200, 1])
    const standings = await admin.get('/api/league/Harbour/standings/?season=2009')
    expect(standings.body.standings[0].name).toBe('Bö')
  })

  it('detects CSV by content, not by file name', async () => {
    const response = await upload({ ...csvFile(HEADER, ...GAME), name: 'season.json' })
    expect(response.body.seasons).toMatchObject([{ source: 'csv' }])
  })
})

describe('invalid CSV upload', () => {
  it.each([
    [
      'a field',
      [HEADER, ...GAME, '2009,2,Crew,Cy,many,'],
      "x.csv: Row 4, points: 'many' must be a score such as 101.25.",
    ],
    [
      'two fields',
      [HEADER, '2009,99,Crew,Cy,many,'],
      "x.csv: Row 2, week: '99' must be a whole number from 1 to 18. (1 more)",
    ],
    ['no table at all', ['7'], 'x.csv: Row 1, header: no known columns; see the template.'],
    [
      'a quotation mark',
      [HEADER, ...GAME, '2009,2,"Crew,Cy,1,'],
      'x.csv: Row 4, row: a quotation mark is missing or misplaced.',
    ],
    [
      'a season to come',
      [HEADER, ...GAME.map((row) => row.replace('2009', '2027'))],
      "x.csv: season: 2027 hasn't started yet.",
    ],
    [
      'rows',
      [HEADER, ...Array.from({ length: 5001 }, () => '2009,1,Crew,Cy,1,')],
      'x.csv: Row 5002, season: at most 5000 rows are allowed.',
    ],
  ])('reports the invalid row and changes nothing: %s', async (_, lines, message) => {
    const before = await readStoredRows()
    const good = { name: 'good.json', content: JSON.stringify(buildLeagueBody()) }
    const response = await upload(good, csvFile(...lines))
    expect([response.status, response.body.code, response.body.error]).toEqual([
      400,
      'invalid_input',
      message,
    ])
    expect(await readStoredRows()).toEqual(before)
  })

  it('reports every invalid field', async () => {
    const response = await upload(csvFile(HEADER, '2009,99,Crew,Cy,many,'))
    expect(Object.keys(response.body.fields)).toEqual(['x.csv, row 2, week', 'x.csv, row 2, points'])
  })

  it('rejects a file larger than 1 MB', async () => {
    const response = await upload(csvFile(HEADER, 'x'.repeat(1024 * 1024)))
    expect([response.status, response.body.error]).toEqual([413, 'x.csv: CSV files can be up to 1 MB.'])
  })

  it('takes the weeks of a season from several files, and names the file of a problem', async () => {
    const second = GAME.map((row) => row.replace('2009,1', '2009,2'))
    const broken = await upload(csvFile(HEADER, ...GAME), csvFile(HEADER, ...second.slice(0, 1)))
    expect([broken.status, String(broken.body.error).split(':')[0]]).toEqual([400, 'x.csv (2)'])
    const response = await upload(csvFile(HEADER, ...GAME), csvFile(HEADER, ...second))
    expect([response.status, response.body.seasons?.map(({ season }: { season: number }) => season)]).toEqual(
      [200, [2009]],
    )
    const { body } = await admin.get('/api/league/Harbour/scoreboard/?season=2009')
    expect(body.weeks).toEqual([1, 2])
  })

  it('rejects a season that is in two files', async () => {
    const response = await upload(csvFile(HEADER, ...GAME), csvFile(HEADER, ...GAME))
    expect(response.body.error).toBe(
      'x.csv, x.csv (2): season 2009 is in more than one file. Upload only one of them.',
    )
  })
})

describe('a CSV file that can be read in two ways', () => {
  const file = {
    name: 'old.csv',
    content: [
      'season;team;owner;wins;losses;ties;points_for;points_against;final_rank',
      '2012;Anchors;Ada Quill;9;4;0;1.402;1.311;1',
      '2012;Buoys;Ben Stone;4;9;0;1.311;1.402;2',
    ].join('\n'),
  }
  const post = (path: 'preview' | 'upload', decimal_mark?: string) => {
    const form = new FormData()
    if (decimal_mark !== undefined) form.append('answers', JSON.stringify([{ season: 2012, decimal_mark }]))
    form.append('files', new Blob([file.content]), file.name)
    return postForm(admin, `/api/league/Harbour/seasons/${path}/`, form)
  }

  it('is stored with the answer only, which a rebuild keeps', async () => {
    const [{ contents }] = (await post('preview')).body.seasons
    expect(contents.questions).toEqual([{ kind: 'decimal_mark', example: '1.402', is_answered: false }])
    const before = await readStoredRows()
    const refused = await post('upload')
    const text =
      'Season 2012: 1.402 in the points can be read in two ways. Say which mark is before the decimals.'
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        code: 'questions_open',
        error: `${text} Nothing was changed.`,
        fields: { '2012, decimal_mark': text },
      },
    ])
    expect(await readStoredRows()).toEqual(before)

    const pointsOf = async () =>
      (await admin.get('/api/league/Harbour/standings/?season=2012')).body.standings.map(
        ({ points_for }: { points_for: number }) => points_for,
      )
    expect((await post('preview', 'comma')).body.seasons[0].contents.questions).toMatchObject([
      { is_answered: true },
    ])
    expect((await post('upload', 'comma')).status).toBe(200)
    expect(await pointsOf()).toEqual([1402, 1311])
    await rebuildLeagues(testApp.db, null, () => undefined)
    expect(await pointsOf()).toEqual([1402, 1311])
  })
})

describe('season from a CSV file', () => {
  it('rejects a CSV season when the stored season came from the provider', async () => {
    await upload({ name: '2012.json', content: JSON.stringify(buildLeagueBody()) })
    const rows = Array.from({ length: 4 }, (_, week) =>
      GAME.map((row) => row.replace('2009,1', `2012,${week + 1}`)),
    ).flat()
    const response = await upload(csvFile(HEADER, ...rows))
    expect([response.status, response.body.error]).toEqual([
      409,
      'The stored 2012 season came from ESPN and has more data than a CSV file. Nothing was changed.',
    ])
  })

  it('replaces a CSV season with data from the provider', async () => {
    await upload(csvFile(HEADER, ...GAME.map((row) => row.replace('2009', '2012'))))
    const response = await upload({ name: '2012.json', content: JSON.stringify(buildLeagueBody()) })
    expect(response.body.seasons).toMatchObject([{ source: 'upload', games: 4 }])
  })
})
