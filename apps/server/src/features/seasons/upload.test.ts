import { gunzipSync } from 'node:zlib'
import { CAPTURES_SKIP_REASON, HAS_CAPTURES, readCapture } from '@fieldhouse/simulator/testing/captures'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dataTables, readAllRows } from '../../testing/all-rows.ts'
import { IS_NET } from '../../testing/is-net.ts'
import { buildLeagueBody, buildWeekBody } from '../../testing/league-body-fixture.ts'
import { buildRunningJob } from '../../testing/league-job-fixture.ts'
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

/** Returns all rows except sessions, whose last-seen time changes with every request. */
async function readStoredRows() {
  const tables = (await dataTables(testApp.db)).filter(({ name }) => name !== 'sessions')
  return (await readAllRows(testApp.db, tables)).map(({ rows }) => rows)
}

describe('captured JSON upload', () => {
  it.each([
    ['an object', buildLeagueBody()],
    ['a list of one', [buildLeagueBody()]],
  ])('stores captured JSON that is %s', async (_, body) => {
    const response = await upload([jsonFile('2012.json', body)])
    expect([response.status, response.body]).toEqual([
      200,
      {
        seasons: [
          {
            season: 2012,
            source: 'upload',
            provider: 'espn',
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

  it('has no findings for a league that scores in thousandths, except for real differences', async () => {
    const side = (teamId: number, totalPoints: number) => ({ teamId, totalPoints })
    const schedule = [1, 2].flatMap((week) => [
      { id: week, matchupPeriodId: week, winner: 'HOME', home: side(1, 100.124), away: side(2, 90.004) },
      { id: week + 2, matchupPeriodId: week, winner: 'HOME', home: side(3, 80.124), away: side(4, 70.006) },
    ])
    const points = [200.248, 180.008, 160.248, 140.012]
    const { teams } = buildLeagueBody() as { teams: object[] }
    const teamsWith = (change: number) =>
      teams.map((team, index) => {
        const [pointsFor = 0, pointsAgainst] = [
          points[index],
          points[index % 2 === 0 ? index + 1 : index - 1],
        ]
        const [wins, losses] = index % 2 === 0 ? [2, 0] : [0, 2]
        const isChanged = index === 0
        const overall = {
          wins,
          losses,
          ties: 0,
          pointsFor: pointsFor + (isChanged ? change : 0),
          pointsAgainst,
        }
        return { ...team, record: { overall } }
      })
    const fine = await upload([jsonFile('2012.json', buildLeagueBody({ teams: teamsWith(0), schedule }))])
    expect(fine.body.seasons[0].findings).toEqual([])
    const wrong = await upload([jsonFile('2012.json', buildLeagueBody({ teams: teamsWith(0.1), schedule }))])
    expect(wrong.body.seasons[0].findings.map(({ code }: { code: string }) => code)).toEqual([
      'points_for_and_against',
      'points_for',
    ])
  })

  it('combines files of the same season and stores different seasons separately', async () => {
    const { teams, members, schedule, ...rest } = buildLeagueBody()
    const response = await upload([
      jsonFile('games.json', { id: 4711, seasonId: 2012, schedule }),
      jsonFile('2011.json', buildLeagueBody({ seasonId: 2011 })),
      jsonFile('rest.json', rest),
      jsonFile('teams.json', { id: 4711, seasonId: 2012, teams, members }),
    ])
    expect(response.body.seasons).toMatchObject([
      { season: 2011, games: 4, files: ['2011.json'] },
      { season: 2012, games: 4, files: ['games.json', 'rest.json', 'teams.json'], findings: [] },
    ])
    const events = await testApp.db.selectFrom('league_events').select(['name', 'data']).execute()
    expect(events).toEqual([{ name: 'history', data: JSON.stringify({ change: 'seasons' }) }])
  })

  it('stores the lineups of a week regardless of the order of the files', async () => {
    const response = await upload([
      jsonFile('week-1.json', buildWeekBody()),
      jsonFile('2012.json', buildLeagueBody()),
    ])
    expect(response.body.seasons).toMatchObject([
      { depth: 'box scores', games: 4, files: ['2012.json', 'week-1.json'], findings: [] },
    ])
  })

  it('stores the raw files, even two with the same name, and records an audit entry', async () => {
    const { schedule, ...rest } = buildLeagueBody()
    const files = [jsonFile('a.json', rest), jsonFile('a.json', { id: 4711, seasonId: 2012, schedule })]
    await upload(files)
    const storedFiles = await testApp.db
      .selectFrom('provider_responses')
      .selectAll()
      .orderBy('position')
      .execute()
    expect(storedFiles.map(({ request, position }) => [request, position])).toEqual([
      ['upload:a.json', 0],
      ['upload:a.json (2)', 1],
    ])
    expect(storedFiles.map(({ body }) => gunzipSync(body).toString())).toEqual(
      files.map(({ content }) => content),
    )
    const auditEntry = await testApp.db
      .selectFrom('audit_log')
      .select(['actor_name', 'detail'])
      .where('action', '=', 'season.upload')
      .executeTakeFirstOrThrow()
    expect([auditEntry.actor_name, JSON.parse(auditEntry.detail)]).toEqual([
      'boss',
      { season: 2012, source: 'upload', files: 'a.json, a.json (2)' },
    ])
  })

  it('stores an inconsistent season with its findings', async () => {
    const [first, ...others] = buildLeagueBody()['teams'] as { record: object }[]
    const record = { overall: { wins: 3, losses: 0, ties: 0, pointsFor: 210, pointsAgainst: 170 } }
    const response = await upload([
      jsonFile('2012.json', buildLeagueBody({ teams: [{ ...first, record }, ...others] })),
    ])
    expect(response.body.seasons[0].findings).toContainEqual({
      code: 'wins_and_losses',
      detail: 'The total wins (5) do not equal the total losses (4).',
      week: null,
      game_id: null,
    })
  })

  it('preserves file names in any script, without folders', async () => {
    const response = await upload([jsonFile('C:\\Häfen\\Saison 2012 – 李.json', buildLeagueBody())])
    expect(response.body.seasons[0].files).toEqual(['Saison 2012 – 李.json'])
  })

  it('accepts bodies larger than the limit of other requests', async () => {
    const response = await upload([
      jsonFile('2012.json', buildLeagueBody({ padding: 'x'.repeat(5 * 1024 * 1024) })),
    ])
    expect(response.status).toBe(200)
  })
})

const leagueBodyList = (part: string) => buildLeagueBody()[part] as unknown[]

describe('invalid upload', () => {
  it.each([
    [
      'another league',
      jsonFile('x.json', buildLeagueBody({ id: 12 })),
      'x.json: id: the file is from ESPN league 12, but this is league 4711.',
    ],
    ['no league', jsonFile('x.json', { players: [] }), 'x.json: id: this is not an ESPN league response'],
    [
      'no part',
      jsonFile('x.json', { id: 4711, seasonId: 2012 }),
      'x.json: body: expected at least one of teams,',
    ],
    [
      'a list of two',
      jsonFile('x.json', [buildLeagueBody(), buildLeagueBody()]),
      'x.json: body: this is not an ESPN league response',
    ],
    ['a web page', { name: 'x.json', content: '<!doctype html>' }, 'x.json: this is a web page'],
    [
      'cut JSON',
      { name: 'x.json', content: '{"id":4711,' },
      'x.json: the file is not valid JSON or is incomplete.',
    ],
    ['nothing', { name: 'x.json', content: ' \n' }, 'x.json: the file is empty.'],
    [
      'no UTF-8',
      { name: 'x.json', content: Uint8Array.of(0x7b, 0xff, 0xfe) },
      'x.json: the file is not UTF-8 text.',
    ],
    ['no teams', jsonFile('x.json', buildLeagueBody({ teams: [] })), 'x.json: teams: no teams found.'],
    [
      'a week alone',
      jsonFile('x.json', buildWeekBody()),
      "x.json: season 2012 isn't stored yet. Also upload the file with",
    ],
    ['a team without id', jsonFile('x.json', buildLeagueBody({ teams: [{}] })), 'x.json: teams.0.id: '],
    [
      'a team twice',
      jsonFile(
        'x.json',
        buildLeagueBody({ teams: [...leagueBodyList('teams'), leagueBodyList('teams')[1]] }),
      ),
      'x.json: teams.4.id: duplicate team 2.',
    ],
    [
      'a game twice',
      jsonFile(
        'x.json',
        buildLeagueBody({ schedule: [leagueBodyList('schedule')[2], ...leagueBodyList('schedule')] }),
      ),
      'x.json: schedule.3.id: duplicate game 3.',
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
      "x.json: send it in the 'files' field.",
    ],
  ])(
    'rejects the upload with the name of the invalid file and changes nothing: %s',
    async (_, file, message) => {
      const before = await readStoredRows()
      const response = await upload([jsonFile('2011.json', buildLeagueBody({ seasonId: 2011 })), file])
      expect([response.status, response.body.code]).toEqual([400, 'invalid_input'])
      expect(response.body.error.slice(0, message.length)).toBe(message)
      expect(response.body.fields).toEqual({ 'x.json': response.body.error })
      expect(await readStoredRows()).toEqual(before)
    },
  )
})

describe('upload form', () => {
  it('accepts 1 to 60 files', async () => {
    expect((await upload([])).body).toMatchObject({
      code: 'invalid_input',
      error: 'Choose at least one file.',
    })
    const files = Array.from({ length: 61 }, (_, index) => jsonFile(`${index}.json`, buildLeagueBody()))
    expect((await upload(files)).body).toMatchObject({
      code: 'too_large',
      error: 'Upload at most 60 files at a time.',
    })
  })

  it.runIf(IS_NET)('accepts files of at most 20 MB', async () => {
    const response = await upload([{ name: 'big.json', content: 'x'.repeat(20 * 1024 * 1024 + 1) }])
    expect([response.status, response.body.error]).toEqual([413, 'big.json: files can be up to 20 MB.'])
  })

  it.each([
    ['JSON instead', '{}', 'application/json', 415],
    ['no boundary', 'x', 'multipart/form-data', 400],
    [
      'an incomplete body',
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nx',
      'multipart/form-data; boundary=b',
      400,
    ],
  ])('rejects an invalid form: %s', async (_, body, type, status) => {
    const response = await admin.post(UPLOAD_URL, body, { 'content-type': type })
    expect([response.status, typeof response.body.error]).toEqual([status, 'string'])
  })
})

describe('stored season', () => {
  it('rejects a less complete season, and stores no other season of the same form', async () => {
    testApp.provider.read = () => buildSeason({ season: 2012 })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2012 })
    const before = await readStoredRows()
    const response = await upload([
      jsonFile('2011.json', buildLeagueBody({ seasonId: 2011 })),
      jsonFile('2012.json', buildLeagueBody({ schedule: [] })),
    ])
    expect([response.status, response.body]).toEqual([
      409,
      {
        code: 'poorer_season',
        error: 'The stored 2012 season has games, but these files only have standings. Nothing was changed.',
      },
    ])
    expect(await readStoredRows()).toEqual(before)
  })

  it('replaces a stored season with a more complete one and updates its source and depth', async () => {
    testApp.provider.read = () => buildSeason({ season: 2012, games: [] })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2012 })
    const origin = () => testApp.db.selectFrom('seasons').select(['source', 'depth']).execute()
    expect(await origin()).toEqual([{ source: 'espn', depth: 'standings' }])
    expect((await upload([jsonFile('2012.json', buildLeagueBody())])).status).toBe(200)
    expect(await origin()).toEqual([{ source: 'upload', depth: 'scores' }])
  })

  it('does not replace an uploaded season with a less complete refresh', async () => {
    await upload([jsonFile('2012.json', buildLeagueBody())])
    testApp.provider.read = () => buildSeason({ season: 2012 })
    const response = await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2012 })
    expect(response.body).toMatchObject({ ok: false, error: expect.stringContaining('only part') })
    expect(await getStandings(2012)).toHaveLength(4)
  })

  it('rejects an upload while a refresh is running', async () => {
    let continueRefresh = () => {}
    const readReleased = new Promise<void>((resolve) => {
      continueRefresh = resolve
    })
    let reportReadStarted = () => {}
    const readStarted = new Promise<void>((resolve) => {
      reportReadStarted = resolve
    })
    testApp.provider.read = async () => {
      reportReadStarted()
      await readReleased
      return buildSeason({ season: 2012 })
    }
    const refresh = admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2012 })
    await readStarted
    const response = await upload([jsonFile('2012.json', buildLeagueBody())])
    expect([response.status, response.body.code]).toEqual([409, 'job_running'])
    expect(response.body.error).toBe(
      'This league is being refreshed (started less than a minute ago, 0 of 3 steps done). That usually takes less than a minute. Try again when it has finished.',
    )
    continueRefresh()
    expect((await refresh).body.ok).toBe(true)
    expect(await getStandings(2012)).toHaveLength(2)
  })

  it('says how far the import of past seasons is that an upload has to wait for', async () => {
    await testApp.db
      .insertInto('jobs')
      .values(
        buildRunningJob({
          league_id: await testApp.findLeagueId(),
          kind: 'backfill',
          done: 4,
          total: 15,
          started_at: SUNDAY.getTime() - 150_000,
        }),
      )
      .execute()
    const { body } = await upload([jsonFile('2012.json', buildLeagueBody())])
    expect(body.error).toBe(
      'Past seasons of this league are being imported (started 2 minutes ago, 4 of 15 steps done). That can take several minutes. Try again when it has finished.',
    )
  })

  it('ignores the result of a refresh whose lease has expired', async () => {
    let uploaded: Promise<void> = Promise.resolve()
    testApp.provider.read = async () => {
      testApp.provider.read = () => null
      const expireLeaseAndUpload = async () => {
        await testApp.db
          .updateTable('jobs')
          .set({ lease_until: SUNDAY.getTime() - 1 })
          .where('ended_at', 'is', null)
          .execute()
        return (await upload([jsonFile('2012.json', buildLeagueBody())])).status
      }
      // Another run may claim the job before the upload arrives; then the attempt is repeated.
      uploaded = vi.waitFor(async () => expect(await expireLeaseAndUpload()).toBe(200), { timeout: 20_000 })
      await uploaded
      return buildSeason({
        season: 2012,
        games: Array.from({ length: 9 }, (_, id) => ({ ...buildSeason().games[0], gameId: id }) as never),
      })
    }
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2012 })
    // Another run that claimed the job may have completed it before the upload succeeds.
    await uploaded
    expect(await getStandings(2012)).toHaveLength(4)
  })
})

describe('upload over a real connection', () => {
  it.runIf(IS_NET)(
    'sends the error response when a form is rejected before it is received completely',
    async () => {
      const address = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
      const form = new FormData()
      for (let count = 0; count < 3; count += 1)
        form.append('files', new Blob(['x'.repeat(21 * 1024 * 1024)]), `${count}.json`)
      const response = await fetch(`${address}${UPLOAD_URL}`, {
        method: 'POST',
        body: form,
        headers: {
          cookie: [...admin.cookies].map((pair) => pair.join('=')).join('; '),
          'x-csrftoken': admin.cookies.get('csrftoken') ?? '',
        },
      })
      expect([response.status, await response.json()]).toEqual([
        413,
        { code: 'too_large', error: '0.json: files can be up to 20 MB.' },
      ])
    },
  )
})

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => undefined)

describe.runIf(HAS_CAPTURES)('recorded provider responses', () => {
  beforeEach(async () => {
    for (const id of [368876, 18254195, 899513])
      await admin.post('/api/create-league/', { name: `League ${id}`, espn_league_id: id })
  })

  it.each([
    ['league-368876/2015', ['mTeam', 'mMatchupScore', 'mSettings', 'mDraftDetail'], 'scores'],
    ['league-368876/2018', ['mDraftDetail', 'mMatchupScore', 'no-view', 'mSettings', 'mTeam'], 'scores'],
    ['league-18254195/2024', ['week-02', 'combined', 'week-01', 'transactions-period-10'], 'box scores'],
    ['league-899513/2020', ['mTeam', 'week-01-boxscore', 'mSettings'], 'box scores'],
  ])('stores the recorded responses of %s as one season', async (folder, views, depth) => {
    const files = views.map((view) => jsonFile(`${view}.json`, readCapture(`${folder}/${view}.json`)))
    const league = /league-(\d+)/.exec(folder)?.[1]
    const response = await postFiles(admin, `/api/league/League%20${league}/seasons/upload/`, files)
    expect([response.status, response.body.error]).toEqual([200, undefined])
    expect(response.body.seasons).toMatchObject([{ season: Number(folder.slice(-4)), depth }])
  })

  it('rejects recorded responses that contain no league', async () => {
    const file = jsonFile('players.json', readCapture('league-899513/2020/kona_player_info.json'))
    const response = await postFiles(admin, '/api/league/League%20899513/seasons/upload/', [file])
    expect([response.status, response.body.code]).toEqual([400, 'invalid_input'])
  })
})

describe('the champion of an uploaded season', () => {
  const SCORES_HEADER = 'season,week,team,owner,points,opponent,playoff,final_rank'
  /** Two rows for each game: week, teams with points, and whether it is a playoff game. */
  const csv = (games: readonly (readonly [number, string, number, string, number, 'yes' | 'no'])[]) => ({
    name: '2009.csv',
    content: [
      SCORES_HEADER,
      ...games.flatMap(([week, a, aPoints, b, bPoints, playoff]) => [
        `2009,${week},${a},${a} Owner,${aPoints},${b},${playoff},`,
        `2009,${week},${b},${b} Owner,${bPoints},${a},${playoff},`,
      ]),
    ].join('\n'),
  })
  const getHistorySeason = async () => (await admin.get('/api/league/Harbour/history/')).body.seasons[0]

  it('is the winner of the stored final, not the best record', async () => {
    const response = await upload([
      csv([
        [1, 'Anchors', 100, 'Buoys', 90, 'no'],
        [2, 'Anchors', 100, 'Cutters', 90, 'no'],
        [3, 'Anchors', 80, 'Buoys', 110, 'yes'],
      ]),
    ])
    expect(response.body.seasons[0].findings).toEqual([])
    expect(await getHistorySeason()).toMatchObject({
      champion: { name: 'Buoys', owner: 'Buoys Owner' },
      podium: [
        { rank: 1, name: 'Buoys' },
        { rank: 2, name: 'Anchors' },
      ],
    })
  })

  it('is unknown without final ranks and a final, and reported as a finding', async () => {
    const response = await upload([
      csv([
        [1, 'Anchors', 100, 'Buoys', 90, 'no'],
        [2, 'Anchors', 100, 'Cutters', 90, 'no'],
      ]),
    ])
    expect(response.body.seasons[0].findings).toEqual([
      {
        code: 'champion_unknown',
        detail: 'Champion unknown: no team has a final rank of 1, and there are no playoff games.',
        week: null,
        game_id: null,
      },
    ])
    expect(await getHistorySeason()).toMatchObject({ is_finished: true, champion: null, podium: [] })
    const { body } = await admin.get('/api/league/Harbour/history/')
    expect(body.all_time.by_owner.map((owner: { titles: number }) => owner.titles)).toEqual([0, 0, 0])
  })
})
