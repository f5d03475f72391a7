import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dataTables, readAllRows } from '../../testing/all-rows.ts'
import { CAPTURES_SKIP_REASON, HAS_CAPTURES, readCapture } from '../../testing/captures.ts'
import { buildLeagueBody, buildWeekBody } from '../../testing/league-body-fixture.ts'
import { type FormFile, postFiles } from '../../testing/multipart-form.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const UPLOAD_URL = '/api/league/Harbour/seasons/upload/'

let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
afterEach(() => testApp.close())

const jsonFile = (name: string, body: unknown): FormFile => ({ name, content: JSON.stringify(body) })
const upload = (files: readonly FormFile[], who = admin) => postFiles(who, UPLOAD_URL, files)
const getStandings = async (season: number) =>
  (await admin.get(`/api/league/Harbour/standings/?season=${season}`)).body.standings

/** Everything but when a session was last seen. */
async function readStoredRows() {
  const tables = (await dataTables(testApp.db)).filter(({ name }) => name !== 'sessions')
  return (await readAllRows(testApp.db, tables)).map(({ rows }) => rows)
}

describe('captured JSON', () => {
  it.each([
    ['an object', buildLeagueBody()],
    ['a list of one', [buildLeagueBody()]],
  ])('is stored when it is %s', async (_, body) => {
    const answer = await upload([jsonFile('2012.json', body)])
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        seasons: [
          {
            season: 2012,
            source: 'upload',
            depth: 'scores',
            teams: 4,
            games: 4,
            files: ['2012.json'],
            findings: [],
          },
        ],
      },
    ])
    expect((await getStandings(2012)).map((team: { name: string }) => team.name)).toEqual([
      'Team A',
      'Team B',
      'Team C',
      'Team D',
    ])
  })

  it('of one season is put together, of several is stored season by season', async () => {
    const { teams, members, schedule, ...rest } = buildLeagueBody()
    const answer = await upload([
      jsonFile('games.json', { id: 4711, seasonId: 2012, schedule }),
      jsonFile('2011.json', buildLeagueBody({ seasonId: 2011 })),
      jsonFile('rest.json', rest),
      jsonFile('teams.json', { id: 4711, seasonId: 2012, teams, members }),
    ])
    expect(answer.body.seasons).toMatchObject([
      { season: 2011, games: 4, files: ['2011.json'] },
      { season: 2012, games: 4, files: ['games.json', 'rest.json', 'teams.json'], findings: [] },
    ])
    const told = await testApp.db.selectFrom('league_events').select(['name', 'data']).execute()
    expect(told).toEqual([{ name: 'history', data: JSON.stringify({ change: 'seasons' }) }])
  })

  it('of a week adds its line-ups, whatever the order of the files', async () => {
    const answer = await upload([
      jsonFile('week-1.json', buildWeekBody()),
      jsonFile('2012.json', buildLeagueBody()),
    ])
    expect(answer.body.seasons).toMatchObject([
      { depth: 'box scores', games: 4, files: ['2012.json', 'week-1.json'], findings: [] },
    ])
  })

  it('is kept as it came, two files of one name as well, and written down', async () => {
    const { schedule, ...rest } = buildLeagueBody()
    const files = [jsonFile('a.json', rest), jsonFile('a.json', { id: 4711, seasonId: 2012, schedule })]
    await upload(files)
    const kept = await testApp.db.selectFrom('provider_answers').selectAll().orderBy('position').execute()
    expect(kept.map(({ request, position }) => [request, position])).toEqual([
      ['upload:a.json', 0],
      ['upload:a.json (2)', 1],
    ])
    expect(kept.map(({ body }) => gunzipSync(body).toString())).toEqual(files.map(({ content }) => content))
    const act = await testApp.db
      .selectFrom('audit_log')
      .select(['actor_name', 'detail'])
      .where('action', '=', 'season.upload')
      .executeTakeFirstOrThrow()
    expect([act.actor_name, JSON.parse(act.detail)]).toEqual([
      'boss',
      { season: 2012, source: 'upload', files: 'a.json, a.json (2)' },
    ])
  })

  it('whose books do not balance is stored with what was found', async () => {
    const [first, ...others] = buildLeagueBody()['teams'] as { record: object }[]
    const record = { overall: { wins: 3, losses: 0, ties: 0, pointsFor: 210, pointsAgainst: 170 } }
    const answer = await upload([
      jsonFile('2012.json', buildLeagueBody({ teams: [{ ...first, record }, ...others] })),
    ])
    expect(answer.body.seasons[0].findings).toContainEqual({
      code: 'wins_and_losses',
      detail: 'The table has 5 wins and 4 losses.',
      week: null,
      game_id: null,
    })
  })

  it('keeps the name of its file in any script, without folders', async () => {
    const answer = await upload([jsonFile('C:\\Häfen\\Saison 2012 – 李.json', buildLeagueBody())])
    expect(answer.body.seasons[0].files).toEqual(['Saison 2012 – 李.json'])
  })

  it('may be larger than the body of another call', async () => {
    const answer = await upload([
      jsonFile('2012.json', buildLeagueBody({ padding: 'x'.repeat(5 * 1024 * 1024) })),
    ])
    expect(answer.status).toBe(200)
  })
})

const leagueBodyList = (part: string) => buildLeagueBody()[part] as unknown[]

describe('a wrong file changes nothing and is named', () => {
  it.each([
    [
      'another league',
      jsonFile('x.json', buildLeagueBody({ id: 12 })),
      'x.json: id: it is of league 12, and this league is 4711.',
    ],
    ['no league', jsonFile('x.json', { players: [] }), 'x.json: id: this is no answer about a league.'],
    ['no part', jsonFile('x.json', { id: 4711, seasonId: 2012 }), 'x.json: the body: it has none of teams,'],
    [
      'a list of two',
      jsonFile('x.json', [buildLeagueBody(), buildLeagueBody()]),
      'x.json: the body: this is no answer',
    ],
    ['a web page', { name: 'x.json', content: '<!doctype html>' }, 'x.json: this is a web page'],
    ['cut JSON', { name: 'x.json', content: '{"id":4711,' }, 'x.json: this is no JSON, or it breaks off.'],
    ['nothing', { name: 'x.json', content: ' \n' }, 'x.json: the file is empty.'],
    [
      'no UTF-8',
      { name: 'x.json', content: Uint8Array.of(0x7b, 0xff, 0xfe) },
      'x.json: this is no text in UTF-8.',
    ],
    ['no teams', jsonFile('x.json', buildLeagueBody({ teams: [] })), 'x.json: teams: there are none.'],
    [
      'a week alone',
      jsonFile('x.json', buildWeekBody()),
      'x.json: season 2012 is not stored yet. Send the file with',
    ],
    ['a team without id', jsonFile('x.json', buildLeagueBody({ teams: [{}] })), 'x.json: teams.0.id: '],
    [
      'a team twice',
      jsonFile(
        'x.json',
        buildLeagueBody({ teams: [...leagueBodyList('teams'), leagueBodyList('teams')[1]] }),
      ),
      'x.json: teams.4.id: team 2 is there twice.',
    ],
    [
      'a game twice',
      jsonFile(
        'x.json',
        buildLeagueBody({ schedule: [leagueBodyList('schedule')[2], ...leagueBodyList('schedule')] }),
      ),
      'x.json: schedule.3.id: game 3 is there twice.',
    ],
    [
      'a wrong score',
      jsonFile(
        'x.json',
        buildLeagueBody({ schedule: [{ id: 1, matchupPeriodId: 1, home: { totalPoints: 'ten' } }] }),
      ),
      'x.json: schedule.0.home.totalPoints: ',
    ],
    [
      'another field',
      { ...jsonFile('x.json', buildLeagueBody()), field: 'file' },
      "x.json: send it as the field 'files'.",
    ],
  ])('(%s)', async (_, file, sentence) => {
    const before = await readStoredRows()
    const answer = await upload([jsonFile('2011.json', buildLeagueBody({ seasonId: 2011 })), file])
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    expect(answer.body.error.slice(0, sentence.length)).toBe(sentence)
    expect(answer.body.fields).toEqual({ 'x.json': answer.body.error })
    expect(await readStoredRows()).toEqual(before)
  })
})

describe('a form', () => {
  it('has one to ten files', async () => {
    expect((await upload([])).body).toMatchObject({
      code: 'invalid_input',
      error: 'Choose at least one file.',
    })
    const files = Array.from({ length: 11 }, (_, index) => jsonFile(`${index}.json`, buildLeagueBody()))
    expect((await upload(files)).body).toMatchObject({
      code: 'too_large',
      error: 'Send at most 10 files at once.',
    })
  })

  it('has files of at most 20 MB', async () => {
    const answer = await upload([{ name: 'big.json', content: 'x'.repeat(20 * 1024 * 1024 + 1) }])
    expect([answer.status, answer.body.error]).toEqual([413, 'big.json: a file may have 20 MB.'])
  })

  it.each([
    ['JSON instead', '{}', 'application/json', 415],
    ['no boundary', 'x', 'multipart/form-data', 400],
    [
      'a body that breaks off',
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nx',
      'multipart/form-data; boundary=b',
      400,
    ],
  ])('that is none is refused: %s', async (_, body, type, status) => {
    const answer = await admin.post(UPLOAD_URL, body, { 'content-type': type })
    expect([answer.status, typeof answer.body.error]).toEqual([status, 'string'])
  })
})

describe('a stored season', () => {
  it('is never replaced by a poorer one, nor is any other of the same form', async () => {
    testApp.provider.read = () => buildSeason({ season: 2012 })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2012 })
    const before = await readStoredRows()
    const answer = await upload([
      jsonFile('2011.json', buildLeagueBody({ seasonId: 2011 })),
      jsonFile('2012.json', buildLeagueBody({ schedule: [] })),
    ])
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        code: 'poorer_season',
        error: 'The stored season 2012 has its games, these files have only the table. Nothing was changed.',
      },
    ])
    expect(await readStoredRows()).toEqual(before)
  })

  it('is replaced by a richer one, and knows its source and depth', async () => {
    testApp.provider.read = () => buildSeason({ season: 2012, games: [] })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2012 })
    const origin = () => testApp.db.selectFrom('seasons').select(['source', 'depth']).execute()
    expect(await origin()).toEqual([{ source: 'espn', depth: 'standings' }])
    expect((await upload([jsonFile('2012.json', buildLeagueBody())])).status).toBe(200)
    expect(await origin()).toEqual([{ source: 'upload', depth: 'scores' }])
  })

  it('is not replaced by a refresh that knows less than the upload', async () => {
    await upload([jsonFile('2012.json', buildLeagueBody())])
    testApp.provider.read = () => buildSeason({ season: 2012 })
    const answer = await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2012 })
    expect(answer.body).toMatchObject({ ok: false, error: expect.stringContaining('only a part') })
    expect(await getStandings(2012)).toHaveLength(4)
  })

  it('waits for no refresh: while one runs, the upload is told so', async () => {
    let goOn = () => {}
    const answered = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let isAsked = () => {}
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    testApp.provider.read = async () => {
      isAsked()
      await answered
      return buildSeason({ season: 2012 })
    }
    const refresh = admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2012 })
    await asked
    const answer = await upload([jsonFile('2012.json', buildLeagueBody())])
    expect([answer.status, answer.body.code]).toEqual([409, 'job_running'])
    goOn()
    expect((await refresh).body.ok).toBe(true)
    expect(await getStandings(2012)).toHaveLength(2)
  })

  it('is not touched by a refresh that outlived its lease', async () => {
    let overtaken: Promise<void> = Promise.resolve()
    testApp.provider.read = async () => {
      testApp.provider.read = () => null
      const overtake = async () => {
        await testApp.db
          .updateTable('league_jobs')
          .set({ lease_until: SUNDAY.getTime() - 1 })
          .where('ended_at', 'is', null)
          .execute()
        return (await upload([jsonFile('2012.json', buildLeagueBody())])).status
      }
      // The job may be taken again before the files are there; then once more.
      overtaken = vi.waitFor(async () => expect(await overtake()).toBe(200))
      await overtaken
      return buildSeason({
        season: 2012,
        games: Array.from({ length: 9 }, (_, id) => ({ ...buildSeason().games[0], gameId: id }) as never),
      })
    }
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2012 })
    // Whoever has taken the job again may be done with it before.
    await overtaken
    expect(await getStandings(2012)).toHaveLength(4)
  })
})

describe('over a real connection', () => {
  it('a form that is refused before its end gets its answer', async () => {
    const address = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
    const form = new FormData()
    for (let count = 0; count < 3; count += 1)
      form.append('files', new Blob(['x'.repeat(21 * 1024 * 1024)]), `${count}.json`)
    const answer = await fetch(`${address}${UPLOAD_URL}`, {
      method: 'POST',
      body: form,
      headers: {
        cookie: [...admin.cookies].map((pair) => pair.join('=')).join('; '),
        'x-csrftoken': admin.cookies.get('csrftoken') ?? '',
      },
    })
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { code: 'too_large', error: '0.json: a file may have 20 MB.' },
    ])
  })
})

describe('whoever uploads', () => {
  it('runs the league, or the site', async () => {
    const [player, captain] = [await testApp.registerUser('player'), await testApp.registerUser('captain')]
    await admin.post('/api/assign-user/', { username: 'player', league: 'Harbour', role: 'player' })
    await admin.post('/api/assign-user/', { username: 'captain', league: 'Harbour', role: 'admin' })
    const stranger = await testApp.registerUser('stranger')
    const answers = []
    for (const who of [testApp.client(), stranger, player, captain, admin])
      answers.push((await upload([jsonFile('2012.json', buildLeagueBody())], who)).body.code ?? 'stored')
    expect(answers).toEqual(['not_signed_in', 'not_member', 'not_league_admin', 'stored', 'stored'])
  })
})

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => undefined)

describe.runIf(HAS_CAPTURES)('recorded answers', () => {
  beforeEach(async () => {
    for (const id of [368876, 18254195, 899513])
      await admin.post('/api/create-league/', { name: `League ${id}`, espn_league_id: id })
  })

  it.each([
    ['league-368876/2015', ['mTeam', 'mMatchupScore', 'mSettings', 'mDraftDetail'], 'scores'],
    ['league-368876/2018', ['mDraftDetail', 'mMatchupScore', 'no-view', 'mSettings', 'mTeam'], 'scores'],
    ['league-18254195/2024', ['week-02', 'combined', 'week-01', 'transactions-period-10'], 'box scores'],
    ['league-899513/2020', ['mTeam', 'week-01-boxscore', 'mSettings'], 'box scores'],
  ])('of %s are one season', async (folder, views, depth) => {
    const files = views.map((view) => jsonFile(`${view}.json`, readCapture(`${folder}/${view}.json`)))
    const league = /league-(\d+)/.exec(folder)?.[1]
    const answer = await postFiles(admin, `/api/league/League%20${league}/seasons/upload/`, files)
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    expect(answer.body.seasons).toMatchObject([{ season: Number(folder.slice(-4)), depth }])
  })

  it('that are of no league are refused', async () => {
    const file = jsonFile('players.json', readCapture('league-899513/2020/kona_player_info.json'))
    const answer = await postFiles(admin, '/api/league/League%20899513/seasons/upload/', [file])
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
  })
})
