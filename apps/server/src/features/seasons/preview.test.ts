import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rebuildLeagues } from '../../app/commands/refresh.ts'
import { dataTables, readAllRows } from '../../testing/all-rows.ts'
import { buildLeagueBody, buildWeekBody } from '../../testing/league-body-fixture.ts'
import { postForm } from '../../testing/multipart-form.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
afterEach(() => testApp.close())

type Content = string | object
type Answers = { season: number; regular_season_periods?: number; podium?: number[] }[]

async function post(path: 'preview' | 'upload', content: Content, answers?: Answers | string) {
  const form = new FormData()
  if (answers !== undefined)
    form.append('answers', typeof answers === 'string' ? answers : JSON.stringify(answers))
  const [name, text] =
    typeof content === 'string' ? ['2009.csv', content] : ['2012.json', JSON.stringify(content)]
  form.append('files', new Blob([text]), name)
  return postForm(admin, `/api/league/Harbour/seasons/${path}/`, form)
}

const getHistorySeason = async () => (await admin.get('/api/league/Harbour/history/')).body.seasons[0]

async function readStoredRows() {
  const tables = (await dataTables(testApp.db)).filter(({ name }) => name !== 'sessions')
  return (await readAllRows(testApp.db, tables)).map(({ rows }) => rows)
}

type Game = readonly [week: number, home: number, homePoints: number, away: number, awayPoints: number]

/** Two weeks of the regular season, then the final, which the team with the better record loses. */
const GAMES: Game[] = [
  [1, 1, 110, 2, 90],
  [1, 3, 100, 4, 70],
  [2, 1, 100, 3, 80],
  [2, 2, 100, 4, 80],
  [3, 1, 70, 2, 95],
]

/** A captured season without settings and playoff tiers. */
function bodyWithoutSettings(overrides: object = {}): object {
  const { settings: _, status, teams, ...body } = buildLeagueBody()
  return {
    ...body,
    status: { ...(status as object), currentMatchupPeriod: 3, latestScoringPeriod: 4, finalScoringPeriod: 3 },
    teams: (teams as object[]).map((team) => ({ ...team, rankCalculatedFinal: 0 })),
    schedule: GAMES.map(([week, home, homePoints, away, awayPoints], index) => ({
      id: index + 1,
      matchupPeriodId: week,
      winner: homePoints > awayPoints ? 'HOME' : 'AWAY',
      home: { teamId: home, totalPoints: homePoints },
      away: { teamId: away, totalPoints: awayPoints },
    })),
    ...overrides,
  }
}

const NAMES = ['', 'Anchors', 'Buoys', 'Cutters', 'Dories']

/** Weekly scores without a column that marks the playoffs. */
const scoresCsv = (games: readonly Game[]) =>
  [
    'season,week,team,owner,points,opponent',
    ...games.flatMap(([week, home, homePoints, away, awayPoints]) => [
      `2009,${week},${NAMES[home]},${NAMES[home]} Owner,${homePoints},${NAMES[away]}`,
      `2009,${week},${NAMES[away]},${NAMES[away]} Owner,${awayPoints},${NAMES[home]}`,
    ]),
  ].join('\n')

describe('POST seasons/preview', () => {
  it('returns what the upload would store, and stores nothing', async () => {
    const before = await readStoredRows()
    const { status, body } = await post('preview', buildLeagueBody())
    expect(status).toBe(200)
    expect(body.seasons).toEqual([
      {
        season: 2012,
        files: ['2012.json'],
        is_stored: false,
        contents: {
          source: 'upload',
          depth: 'scores',
          games: 4,
          regular_season_periods: 2,
          teams: [1, 2, 3, 4].map((id) => team(id)),
          podium: [1, 2, 3].map((id) => team(id)),
          findings: [],
          questions: [],
        },
      },
    ])
    expect(await readStoredRows()).toEqual(before)
  })

  it('tells that a season is stored, and that files only add to it', async () => {
    await post('upload', buildLeagueBody())
    expect((await post('preview', buildLeagueBody())).body.seasons).toMatchObject([{ is_stored: true }])
    expect((await post('preview', buildWeekBody())).body.seasons).toEqual([
      { season: 2012, files: ['2012.json'], is_stored: true, contents: null },
    ])
  })

  it('rejects what the upload rejects', async () => {
    await post('upload', buildLeagueBody())
    const poorer = buildLeagueBody({ schedule: [] })
    for (const content of [poorer, { id: 1 }, 'season,team\n2009,x']) {
      const [preview, upload] = [await post('preview', content), await post('upload', content)]
      expect(preview.status).toBeGreaterThanOrEqual(400)
      expect([preview.status, preview.body]).toEqual([upload.status, upload.body])
    }
  })

  it.each(['{', '[]x', '[{"season":"x"}]', '[{"season":2009,"podium":[1,2,3,4]}]'])(
    'rejects the answers %s',
    async (answers) => {
      for (const path of ['preview', 'upload'] as const) {
        const response = await post(path, buildLeagueBody(), answers)
        expect([response.status, Object.keys(response.body.fields)]).toEqual([400, ['answers']])
      }
    },
  )
})

function team(id: number) {
  const initial = 'ABCD'[id - 1]
  return { team_id: id, name: `Team ${initial}`, owners: [`${initial} Marlow`] }
}

describe('an upload without settings and playoff tiers', () => {
  it('derives the regular season from the final records, and the champion from the final', async () => {
    const { body } = await post('upload', bodyWithoutSettings())
    expect(body.seasons[0].findings.map(({ code }: { code: string }) => code)).toEqual([
      'missing_settings',
      'regular_season_from_records',
    ])
    expect(await getHistorySeason()).toMatchObject({ champion: { name: 'Team B' } })
    const { body: history } = await admin.get('/api/league/Harbour/history/')
    // The final has the lowest winning score but is no regular-season game.
    expect(history.all_time.league_records.lowest_winner.week).toBe(1)
  })

  it('asks for the regular season when the records do not determine it, and stores the answer', async () => {
    const teams = (buildLeagueBody()['teams'] as object[]).map((each) => ({
      ...each,
      rankCalculatedFinal: 0,
      record: undefined,
    }))
    const content = bodyWithoutSettings({ teams })
    const open = (await post('preview', content)).body.seasons[0].contents
    expect(open.questions).toMatchObject([
      { kind: 'regular_season', periods: [{ period: 1 }, { period: 2 }, { period: 3 }] },
      { kind: 'podium' },
    ])
    expect(open.findings.map(({ code }: { code: string }) => code)).toContain('regular_season_unknown')

    const answers = [{ season: 2012, regular_season_periods: 2 }]
    const completed = (await post('preview', content, answers)).body.seasons[0].contents
    expect(completed.questions.map(({ kind }: { kind: string }) => kind)).toEqual(['regular_season'])
    expect(completed.podium[0].name).toBe('Team B')

    await post('upload', content, answers)
    expect(await getHistorySeason()).toMatchObject({ champion: { name: 'Team B' } })
  })

  it('asks for the regular season of a CSV file without marked playoff games', async () => {
    const content = scoresCsv(GAMES)
    expect((await post('preview', content)).body.seasons[0].contents.questions).toMatchObject([
      { kind: 'regular_season', periods: [{ weeks: [1] }, { weeks: [2] }, { weeks: [3] }] },
      { kind: 'podium' },
    ])
    await post('upload', content, [{ season: 2009, regular_season_periods: 2 }])
    const season = await getHistorySeason()
    expect(season.champion).toEqual({ name: 'Buoys', owner: 'Buoys Owner' })
    expect(season.standings[0]).toMatchObject({ name: 'Anchors', wins: 2, losses: 0, pf: 210 })
  })
})

describe('an upload without a final', () => {
  const CONTENT = scoresCsv(GAMES.slice(0, 4))

  it('stores the podium that the admin names, and keeps it in a rebuild', async () => {
    const { contents } = (await post('preview', CONTENT)).body.seasons[0]
    expect(contents.podium).toEqual([])
    expect(contents.findings).toMatchObject([{ code: 'champion_unknown' }])
    const idOf = (name: string) => contents.teams.find((each: { name: string }) => each.name === name).team_id
    const answers = [{ season: 2009, podium: [idOf('Dories'), idOf('Buoys')] }]
    const named = (await post('preview', CONTENT, answers)).body.seasons[0].contents
    expect(named.podium.map((each: { name: string }) => each.name)).toEqual(['Dories', 'Buoys'])
    expect(named.findings).toEqual([])

    const { body } = await post('upload', CONTENT, answers)
    expect(body.seasons).toMatchObject([{ source: 'csv', files: ['2009.csv'], findings: [] }])
    const podium = [
      { rank: 1, name: 'Dories' },
      { rank: 2, name: 'Buoys' },
    ]
    expect(await getHistorySeason()).toMatchObject({ champion: { name: 'Dories' }, podium })
    await rebuildLeagues(testApp.db, null, () => undefined)
    expect(await getHistorySeason()).toMatchObject({ champion: { name: 'Dories' }, podium })
  })

  it('can be stored without the answers', async () => {
    const { body } = await post('upload', CONTENT)
    expect(body.seasons[0].findings).toMatchObject([{ code: 'champion_unknown' }])
    expect(await getHistorySeason()).toMatchObject({ champion: null, podium: [] })
  })
})
