import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rebuildLeagues } from '../../app/commands/refresh.ts'
import { zipWriter } from '../../files/zip.ts'
import { createEspnProvider } from '../../providers/espn/espn-provider.ts'
import { dataTables, readAllRows } from '../../testing/all-rows.ts'
import { IS_NET } from '../../testing/is-net.ts'
import { buildLeagueBody } from '../../testing/league-body-fixture.ts'
import { type FormFile, postFiles, postForm } from '../../testing/multipart-form.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { createZip } from '../../testing/zips.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses are untyped JSON
type Json = any

let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
afterEach(() => testApp.close())

const get = async (path: string, league = 'Harbour') =>
  (await admin.get(`/api/league/${league}/${path}`)).body

const toFile = (content: unknown, name = 'league.json'): FormFile => ({
  name,
  content: typeof content === 'string' ? content : JSON.stringify(content),
})

const upload = (files: FormFile[], league = 'Harbour') =>
  postFiles(admin, `/api/league/${league}/seasons/upload/`, files)
const preview = (...files: FormFile[]) => postFiles(admin, '/api/league/Harbour/seasons/preview/', files)

const team = (id: number, name: string, rest: object = {}) => ({
  id,
  name,
  owners: [`${name} Owner`],
  ...rest,
})
const game = (matchup: number, home: number, points: number, away: number, awayPoints: number) => ({
  matchup,
  home: { team: home, points },
  away: { team: away, points: awayPoints },
})

/** Two teams and three games, the last of which is the final. */
const SEASON = {
  season: 2014,
  platform: 'yahoo',
  regular_season_matchups: 2,
  teams: [team(1, 'Anchors', { final_rank: 1 }), team(2, 'Buoys', { final_rank: 2 })],
  games: [game(1, 1, 101.25, 2, 88.02), game(2, 2, 90, 1, 90), game(3, 1, 120, 2, 119.99)],
}
const fileWith = (...seasons: object[]) => ({ format: 'fieldhouse-league', version: 1, seasons })

async function readStoredRows() {
  const tables = (await dataTables(testApp.db)).filter(({ name }) => name !== 'sessions')
  return (await readAllRows(testApp.db, tables)).map(({ rows }) => rows)
}

async function zipOf(files: Record<string, string>): Promise<FormFile> {
  const zip = zipWriter(new Date('2026-09-01T12:00:00Z'))
  const written = buffer(zip.output)
  async function* bytes(text: string) {
    yield Buffer.from(text)
  }
  for (const [name, text] of Object.entries(files)) await zip.add(name, bytes(text))
  zip.end()
  return { name: 'season.zip', content: new Uint8Array(await written) }
}

describe('a league file', () => {
  it('is imported with records that are counted from the games, and marked in the history', async () => {
    const { status, body } = await upload([toFile(fileWith(SEASON))])
    expect([status, body.seasons]).toEqual([
      200,
      [
        {
          season: 2014,
          source: 'csv',
          provider: null,
          origin: { platform: 'yahoo', files: ['league.json'] },
          depth: 'scores',
          teams: 2,
          games: 3,
          files: ['league.json'],
          findings: [],
        },
      ],
    ])
    const { seasons, all_time } = await get('history/')
    expect(seasons[0]).toMatchObject({
      season: 2014,
      origin: { platform: 'yahoo', files: ['league.json'] },
      champion: { name: 'Anchors', owner: 'Anchors Owner' },
      standings: [
        { name: 'Anchors', wins: 1, losses: 0, ties: 1, pf: 191.25, pa: 178.02 },
        { name: 'Buoys', wins: 0, losses: 1, ties: 1, pf: 178.02, pa: 191.25 },
      ],
    })
    expect(all_time.league_records.highest_team_game).toMatchObject({ value: 101.25, week: 1 })
    expect((await get('seasons/')).seasons[0].origin).toEqual({ platform: 'yahoo', files: ['league.json'] })
  })

  it('is recorded in the audit log with its hash and the version of the format', async () => {
    await upload([toFile(fileWith(SEASON))])
    const entry = await testApp.db
      .selectFrom('audit_log')
      .select(['actor_name', 'detail'])
      .where('action', '=', 'season.upload')
      .executeTakeFirstOrThrow()
    expect([entry.actor_name, JSON.parse(entry.detail)]).toEqual([
      'boss',
      {
        season: 2014,
        source: 'csv',
        files: 'league.json',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        format_version: 1,
      },
    ])
  })

  it('can have games over two weeks, byes, a game against the median, co-owners and unknown values', async () => {
    const season = {
      ...SEASON,
      has_median_game: true,
      playoff_teams: null,
      teams: [
        team(1, 'Anchors', {
          owners: ['Ada', 'Ben'],
          wins: 2,
          losses: 0,
          ties: 0,
          points_for: 100.5,
          points_against: 90,
        }),
        team(2, 'Buoys', { wins: 0, losses: 2, ties: 0, points_for: 90, points_against: 100.5 }),
        team(3, 'Crew', { owners: [], wins: 1, losses: 0, ties: 0, points_for: 0, points_against: 0 }),
      ],
      matchups: [
        { matchup: 1, weeks: [1] },
        { matchup: 2, weeks: [2, 3] },
      ],
      regular_season_matchups: 1,
      games: [
        game(1, 1, 100.5, 2, 90),
        { matchup: 1, home: { team: 3, points: 77 }, away: null },
        {
          matchup: 2,
          bracket: 'winners',
          home: {
            team: 1,
            points: 201.1,
            weeks: [
              { week: 2, points: 100.6 },
              { week: 3, points: 100.5 },
            ],
          },
          away: { team: 2, points: 180 },
        },
      ],
    }
    expect((await upload([toFile(fileWith(season))])).status).toBe(200)
    const [file] = (await get('seasons/export/')).seasons
    expect(file.games).toMatchObject([
      { matchup: 1, bracket: 'regular', result: 'home', home: { points: 100.5 } },
      { matchup: 1, result: 'undecided', home: { team: 3, points: 77 }, away: null },
      {
        matchup: 2,
        result: 'home',
        home: {
          points: 201.1,
          weeks: [
            { week: 2, points: 100.6 },
            { week: 3, points: 100.5 },
          ],
        },
        away: { points: 180, weeks: [] },
      },
    ])
    expect(file.teams.map(({ owners }: Json) => owners.length)).toEqual([2, 1, 0])
    expect((await get('history/')).seasons[0].standings[0]).toMatchObject({ wins: 2, games: 1 })
  })

  it('can have lineups, a draft with keepers and prices, and transactions, of players without IDs', async () => {
    const season = {
      ...SEASON,
      lineups: [
        {
          week: 1,
          teams: [
            {
              team: 1,
              players: [
                { slot: 'RB', player: 'Marcus Vale', position: 'RB', nfl_team: 'KC', points: 81.25 },
                { slot: 'D/ST', player: 'Bears', position: 'D/ST', nfl_team: 'CHI', points: 20 },
                { slot: 'Bench', player: 'Owen Hart', position: 'QB', points: 30 },
              ],
            },
          ],
        },
      ],
      draft: {
        picks: [
          {
            overall: 1,
            round: 1,
            in_round: 1,
            team: 1,
            player: 'Marcus Vale',
            position: 'RB',
            price: 31,
            is_keeper: true,
            pool: 'rookies',
            order: 'linear',
          },
        ],
      },
      transactions: [
        {
          week: 2,
          kind: 'waiver',
          team: 2,
          bid: 7,
          moves: [{ player: 'Theo Lund', position: 'WR', to_team: 2 }],
        },
      ],
    }
    const { body } = await upload([toFile(fileWith(season))])
    expect(body.seasons).toMatchObject([{ depth: 'box scores', findings: [] }])
    const [exported] = (await get('seasons/export/')).seasons
    expect(exported.lineups[0].teams[0]).toMatchObject({
      points: 101.25,
      players: [
        { slot: 'RB', player: 'Marcus Vale', points: 81.25 },
        { slot: 'D/ST', player_id: -16003 },
        { slot: 'Bench', player: 'Owen Hart' },
      ],
    })
    expect(exported.draft.picks[0]).toMatchObject({
      player: 'Marcus Vale',
      price: 31,
      is_keeper: true,
      pool: 'rookies',
      order: 'linear',
    })
    expect(exported.draft.picks[0].player_id).toBe(exported.lineups[0].teams[0].players[0].player_id)
    expect(exported.transactions).toMatchObject([
      { bid: 7, moves: [{ player: 'Theo Lund', from_team: null, to_team: 2 }] },
    ])
    await rebuildLeagues(testApp.db, null, () => undefined)
    expect((await get('seasons/export/')).seasons).toEqual([exported])
  })

  it.each([
    [
      'a newer version',
      { ...fileWith(SEASON), version: 2 },
      'version: the file has version 2, but this server reads versions up to 1. Update Fieldhouse, or export the file in an older version.',
    ],
    [
      'no version',
      { format: 'fieldhouse-league', seasons: [] },
      'version: must be the version of the format, such as 1.',
    ],
    [
      'three decimals',
      fileWith({ ...SEASON, games: [game(1, 1, 1.005, 2, 3)] }),
      'seasons[0].games[0].home.points: must have at most two decimals.',
    ],
    ['an unknown field', fileWith({ ...SEASON, color: 'red' }), "seasons[0]: Unknown field 'color'."],
    ['a season twice', fileWith(SEASON, SEASON), 'seasons[1].season: the season 2014 is in the file twice.'],
    [
      'a team twice',
      fileWith({ ...SEASON, teams: [team(1, 'A'), team(1, 'B')] }),
      '2014 teams[1].id: 1 is already in the list.',
    ],
    [
      'a team against itself',
      fileWith({ ...SEASON, games: [game(1, 1, 2, 1, 3)] }),
      '2014 games[0].away.team: team 1 cannot play itself.',
    ],
    [
      'a player without a name',
      fileWith({ ...SEASON, draft: { picks: [{ overall: 1, round: 1, in_round: 1, team: 1 }] } }),
      'seasons[0].draft.picks[0].player: must name the player, or give its ID.',
    ],
    ['a season to come', fileWith({ ...SEASON, season: 2027 }), "season: 2027 hasn't started yet."],
  ])('with %s is refused with the place and the reason, and nothing changes', async (_, content, message) => {
    const before = await readStoredRows()
    for (const response of [await preview(toFile(content)), await upload([toFile(content)])])
      expect([response.status, response.body.error]).toEqual([400, `league.json: ${message}`])
    expect(await readStoredRows()).toEqual(before)
  })

  it('reports up to 100 problems with their places', async () => {
    const games = Array.from({ length: 250 }, () => game(1, 1, 1.005, 2, 3))
    const { body } = await preview(toFile(fileWith({ ...SEASON, games })))
    expect(body.error).toContain('(over 100 more)')
    expect(Object.keys(body.fields)).toHaveLength(100)
    expect(body.fields['league.json, seasons[0].games[99].home.points']).toBeDefined()
  })

  it('stops at a hundred problems of very many', async () => {
    const players = Array.from({ length: 50 }, () => ({}))
    const teams = Array.from({ length: 100 }, (_, id) => ({ team: id, players }))
    const lineups = Array.from({ length: 26 }, (_, week) => ({ week, teams }))
    const { status, body } = await preview(toFile(fileWith({ ...SEASON, lineups })))
    expect([status, body.error]).toEqual([400, expect.stringContaining('(over 100 more)')])
    expect(Object.keys(body.fields)).toHaveLength(100)
  })

  it('names a few of many unknown fields', async () => {
    const unknown = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`${index} ${'x'.repeat(100)}`, 1]),
    )
    const { status, body } = await preview(toFile(fileWith({ ...SEASON, ...unknown })))
    expect([status, body.error]).toEqual([400, expect.stringMatching(/Unknown fields '0 x.* and 49997 more/)])
    expect(JSON.stringify(body).length).toBeLessThan(5000)
  })

  it('refuses more players in a week than any league has', async () => {
    const players = Array.from({ length: 61 }, (_, index) => ({ slot: 'Bench', player: `Player ${index}` }))
    const teams = Array.from({ length: 50 }, (_, id) => ({ team: id + 1, players }))
    const lineups = [{ week: 3, teams }]
    const seasonTeams = teams.map(({ team }) => ({ id: team, name: `Team ${team}` }))
    const { status, body } = await preview(toFile(fileWith({ ...SEASON, teams: seasonTeams, lineups })))
    expect([status, body.error]).toEqual([
      400,
      'league.json: the lineups of week 3 of 2014 have 3050 players. At most 3000 are read.',
    ])
  })

  it('never replaces data of a provider, more games, or lineups that it lacks', async () => {
    await upload([toFile(buildLeagueBody(), '2012.json')])
    const games = Array.from({ length: 9 }, (_, week) => game(week + 1, 1, 10, 2, 9))
    const espn = await upload([toFile(fileWith({ ...SEASON, season: 2012, games }))])
    expect([espn.status, espn.body.error]).toEqual([
      409,
      'The stored 2012 season came from ESPN and has more data than a league file. Nothing was changed.',
    ])
    const lineups = [
      { week: 1, teams: [{ team: 1, players: [{ slot: 'RB', player: 'Marcus Vale', points: 101.25 }] }] },
    ]
    expect((await upload([toFile(fileWith({ ...SEASON, lineups }))])).status).toBe(200)
    const poorer = await upload([toFile(fileWith(SEASON))])
    expect([poorer.status, poorer.body.error]).toEqual([
      409,
      "The stored 2014 season has lineups for Week 1, but these files don't. Nothing was changed.",
    ])
    const fewer = await upload([toFile(fileWith({ ...SEASON, games: SEASON.games.slice(1), lineups }))])
    expect(fewer.body.code).toBe('poorer_season')
    expect((await upload([toFile(fileWith({ ...SEASON, lineups }))])).status).toBe(200)
  })

  it('is previewed season by season, and only the chosen seasons are stored', async () => {
    await upload([toFile(buildLeagueBody(), '2012.json')])
    const content = fileWith({ ...SEASON, season: 2012 }, SEASON, { ...SEASON, season: 2015 })
    const before = await readStoredRows()
    const { body } = await preview(toFile(content))
    expect(body.seasons).toMatchObject([
      { season: 2012, is_stored: true, rejection: expect.stringContaining('more played games') },
      { season: 2014, is_stored: false, contents: { games: 3 } },
      { season: 2015, is_stored: false },
    ])
    expect(await readStoredRows()).toEqual(before)
    expect((await upload([toFile(content)])).status).toBe(409)
    const form = new FormData()
    form.append('seasons', '[2015]')
    form.append('files', new Blob([JSON.stringify(content)]), 'league.json')
    const chosen = await postForm(admin, '/api/league/Harbour/seasons/upload/', form)
    expect(chosen.body.seasons.map(({ season }: Json) => season)).toEqual([2015])
    expect((await get('seasons/')).seasons.map(({ season }: Json) => season)).toEqual([2015, 2012])
    form.set('seasons', '[2013]')
    const missing = await postForm(admin, '/api/league/Harbour/seasons/upload/', form)
    expect([missing.status, missing.body.fields]).toEqual([
      400,
      { seasons: 'None of the files contains 2013.' },
    ])
    const again = (await preview(toFile(fileWith({ ...SEASON, season: 2015 })))).body.seasons[0]
    expect(again.contents.replaces).toEqual({ depth: 'scores', teams: 2, games: 3 })
  })

  it('has a public JSON Schema, which is the one in the documentation', async () => {
    const { status, body } = await testApp.client().get('/api/league-file-schema/')
    expect([status, body.title, body.properties.format.const]).toEqual([
      200,
      'fieldhouse-league',
      'fieldhouse-league',
    ])
    const documented = new URL('../../../../../docs/league-file.schema.json', import.meta.url)
    expect(JSON.parse(readFileSync(documented, 'utf8'))).toEqual(body)
  })

  it('reads the example of version 1 in the documentation', async () => {
    const example = new URL('../../../../../docs/league-file.example.json', import.meta.url)
    const { status, body } = await upload([toFile(readFileSync(example, 'utf8'))])
    expect([status, body.seasons]).toMatchObject([200, [{ depth: 'box scores', findings: [] }]])
  })
})

describe('exported seasons', () => {
  it('return 404 for a league without seasons, and for a season that is not stored', async () => {
    const empty = await admin.get('/api/league/Harbour/seasons/export/')
    expect([empty.status, empty.body.code]).toEqual([404, 'season_not_found'])
    await upload([toFile(fileWith(SEASON))])
    expect((await admin.get('/api/league/Harbour/seasons/export/?season=2015')).status).toBe(404)
    expect((await get('seasons/export/?season=2014')).seasons).toHaveLength(1)
  })

  it.runIf(IS_NET)('are the same after any season of the generator is exported and imported', async () => {
    const points = fc.integer({ min: -500, max: 30_000 }).map((hundredths) => hundredths / 100)
    const name = fc
      .string({ minLength: 1, maxLength: 20 })
      .filter((text) => /[\p{L}\p{N}]/u.test(text.trim()) && !/\p{Cc}/u.test(text))
    const season = fc.record({
      names: fc.uniqueArray(name, {
        minLength: 4,
        maxLength: 4,
        selector: (text) => text.trim().toLowerCase(),
      }),
      scores: fc.array(fc.tuple(points, points, points, points), { minLength: 1, maxLength: 6 }),
      isMedian: fc.option(fc.boolean()),
      playoffs: fc.nat(2),
    })
    await fc.assert(
      fc.asyncProperty(season, async ({ names, scores, isMedian, playoffs }) => {
        const file = fileWith({
          season: 2013,
          has_median_game: isMedian,
          regular_season_matchups: Math.max(1, scores.length - playoffs),
          teams: names.map((each, index) => team(index + 1, each)),
          games: scores.flatMap(([a, b, c, d], index) => [
            game(index + 1, 1, a, 2, b),
            { ...game(index + 1, 3, c, 4, d), away: index === 1 ? null : { team: 4, points: d } },
          ]),
        })
        await testApp.db.deleteFrom('seasons').execute()
        const first = await upload([toFile(file)])
        expect([first.status, first.body.error]).toEqual([200, undefined])
        const exported = await get('seasons/export/')
        const history = await get('history/')
        await testApp.db.deleteFrom('seasons').execute()
        expect((await upload([toFile(exported)])).status).toBe(200)
        expect((await get('seasons/export/')).seasons).toEqual(exported.seasons)
        expect((await get('history/')).seasons).toEqual(history.seasons)
      }),
      { numRuns: 15 },
    )
  })

  it.runIf(IS_NET)(
    'keep the insights of a simulated league with lineups, drafts and transactions, as a file and as tables',
    async () => {
      const simulated = await startSimulatedProvider({ seed: 7, now: () => SUNDAY, pastSeasons: 2 })
      const provider = createEspnProvider({
        baseUrl: simulated.url,
        userAgent: 'Tests/1.0 (+https://tests.example)',
      })
      const site = await startApp({}, { provider })
      try {
        const boss = await site.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
        await boss.post('/api/create-league/', { name: 'Sim', espn_league_id: simulated.leagueId })
        const years = { start: 2024, end: 2025, scrape: true, password: 'boss-has-a-secret' }
        await boss.post('/api/league/Sim/history/backfill-admin/', years)
        const read = async (league: string, path: string) =>
          (await boss.get(`/api/league/${league}/${path}`)).body
        const paths = [
          'insights/luck/?season=2025',
          'insights/lineups/?season=2025',
          'insights/draft/?season=2025',
          'standings/?season=2025',
          'bracket/?season=2025',
        ]
        const file = await read('Sim', 'seasons/export/')
        expect(file.seasons[1]).toMatchObject({ season: 2025, lineups: { length: expect.any(Number) } })
        await boss.post('/api/create-league/', { name: 'Copy', espn_league_id: 99 })
        const form = JSON.stringify(file)
        const stored = await postFiles(boss, '/api/league/Copy/seasons/upload/', [toFile(form)])
        expect([stored.status, stored.body.error]).toEqual([200, undefined])
        for (const path of paths) {
          const [copy, original] = [await read('Copy', path), await read('Sim', path)]
          expect([path, { ...copy, updated_at: null }]).toEqual([path, { ...original, updated_at: null }])
        }
        const { rawPayload } = await site.app.inject({
          url: '/api/league/Sim/seasons/export/?format=csv',
          cookies: Object.fromEntries(boss.cookies),
        })
        await boss.post('/api/create-league/', { name: 'Tables', espn_league_id: 98 })
        const tables = { name: 'sim.zip', content: new Uint8Array(rawPayload) }
        const imported = await postFiles(boss, '/api/league/Tables/seasons/upload/', [tables])
        expect([imported.status, imported.body.error]).toEqual([200, undefined])
        expect(imported.body.seasons).toMatchObject([{ depth: 'box scores' }, { depth: 'box scores' }])
        const totalsOf = ({ all_time }: Json) => all_time.by_owner_enhanced
        expect(totalsOf(await read('Tables', 'history/'))).toEqual(totalsOf(await read('Sim', 'history/')))
      } finally {
        await site.close()
        await simulated.close()
      }
    },
  )
})

describe('exported tables', () => {
  it('keep who owns which team, whatever the names are', async () => {
    const owners = ['Bryce Twin', 'Bryce Twin', 'Kim Oak', 'KIM OAK', 'Ann & Bob'].map((name, index) => ({
      id: `{${index}}`,
      name,
    }))
    const names = ['Anchors', 'Buoys', 'Cables', 'Docks', 'Eels']
    const season = {
      ...SEASON,
      season: 2013,
      owners,
      teams: names.map((name, index) => team(index + 1, name, { owners: [`{${index}}`] })),
      games: [game(1, 1, 100, 2, 90), game(1, 3, 80, 4, 70), game(2, 5, 60, 1, 50), game(3, 1, 9, 2, 8)],
    }
    await upload([toFile(fileWith(season))])
    const before = (await get('seasons/export/')).seasons[0]
    const zip = await testApp.app.inject({
      url: '/api/league/Harbour/seasons/export/?format=csv',
      cookies: Object.fromEntries(admin.cookies),
    })
    await admin.post('/api/create-league/', { name: 'Copy', espn_league_id: 99 })
    const stored = await upload([{ name: 'copy.zip', content: new Uint8Array(zip.rawPayload) }], 'Copy')
    expect([stored.status, stored.body.error]).toEqual([200, undefined])
    const after = (await get('seasons/export/', 'Copy')).seasons[0]
    expect(after.owners).toEqual(before.owners)
    expect(after.teams.map(({ name, owners: ids }: Json) => [name, ids])).toEqual(
      before.teams.map(({ name, owners: ids }: Json) => [name, ids]),
    )
    const { owners: people } = await get('history/', 'Copy')
    expect(people).toHaveLength(5)
  })

  it('of two owners with one name are stored after the answer only', async () => {
    const content = [
      'season,team,owner,wins,losses,ties,points_for,points_against',
      '2011,Anchors,Bryce Twin,1,0,0,10,9',
      '2011,Buoys,Bryce Twin,0,1,0,9,10',
    ].join('\n')
    const before = await readStoredRows()
    const refused = await upload([toFile(content, 'standings.csv')])
    expect([refused.status, refused.body.code, Object.keys(refused.body.fields)]).toEqual([
      409,
      'questions_open',
      ['2011, owner_teams Bryce Twin'],
    ])
    expect(await readStoredRows()).toEqual(before)
    const form = new FormData()
    const answers = [{ season: 2011, owners: [{ owner: 'Bryce Twin', meaning: 'different_people' }] }]
    form.append('answers', JSON.stringify(answers))
    form.append('files', new Blob([content]), 'standings.csv')
    expect((await postForm(admin, '/api/league/Harbour/seasons/upload/', form)).status).toBe(200)
    expect((await get('history/')).owners).toHaveLength(2)
  })
})

describe('tables of a season', () => {
  const SCORES = [
    'season,week,team,owner,points,opponent,matchup',
    '2011,1,Anchors,,101.5,Buoys,',
    '2011,1,Buoys,,88.02,Anchors,',
    '2011,2,Anchors,,90,Buoys,2',
    '2011,2,Buoys,,80.5,Anchors,2',
    '2011,3,Anchors,,70.25,Buoys,2',
    '2011,3,Buoys,,60,Anchors,2',
  ].join('\n')
  const STANDINGS = [
    'season,team,owner,wins,losses,ties,points_for,points_against,final_rank,seed,division',
    '2011,Anchors,Ada & Ben,1,0,0,101.5,88.02,1,1,East',
    '2011,buoys,Cy,0,1,0,88.02,101.5,2,2,West',
  ].join('\n')
  const INFO = 'season,platform,regular_season_weeks,playoff_teams\n2011,yahoo,1,2'
  const OWNERS = 'season,owner,commissioner\n2011,Ada,yes\n2011,Cy,no'
  const DRAFT = 'season,overall,round,team,player,position,price\n2011,1,1,Anchors,Marcus Vale,RB,$31'
  const FILES = {
    'scores.csv': SCORES,
    'standings.csv': STANDINGS,
    'seasons.csv': INFO,
    'owners.csv': OWNERS,
    'draft.csv': DRAFT,
  }
  const asFiles = (files: Record<string, string>) =>
    Object.entries(files).map(([name, text]) => toFile(text, name))

  it('complete each other, as files and in a zip', async () => {
    const single = await upload(asFiles(FILES))
    expect([single.status, single.body.error]).toEqual([200, undefined])
    const [season] = (await get('seasons/export/')).seasons
    expect(season).toMatchObject({
      platform: 'yahoo',
      regular_season_matchups: 1,
      divisions: [
        { id: 0, name: 'East' },
        { id: 1, name: 'West' },
      ],
      matchups: [
        { matchup: 1, weeks: [1] },
        { matchup: 2, weeks: [2, 3] },
      ],
      draft: { picks: [{ player: 'Marcus Vale', price: 31, in_round: 1 }] },
    })
    expect(season.teams.map(({ wins, seed, owners }: Json) => [wins, seed, owners.length])).toEqual([
      [1, 1, 2],
      [0, 2, 1],
    ])
    expect(season.games).toHaveLength(2)
    expect(season.games[1]).toMatchObject({
      bracket: 'playoffs',
      home: { points: 160.25 },
      away: { points: 140.5 },
    })
    expect((await get('history/')).all_time.commissioner).toBe('Ada')
    await rebuildLeagues(testApp.db, null, () => undefined)
    expect((await get('seasons/export/')).seasons).toEqual([season])

    await testApp.db.deleteFrom('seasons').execute()
    const zip = await zipOf({ ...FILES, '__MACOSX/._scores.csv': 'x', 'notes.pdf': 'x' })
    expect((await upload([zip])).body.seasons).toMatchObject([
      {
        season: 2011,
        games: 2,
        files: ['scores.csv', 'standings.csv', 'seasons.csv', 'owners.csv', 'draft.csv'],
      },
    ])
    expect((await get('seasons/export/')).seasons).toEqual([season])
  })

  it('have best lineups by the positions of the players, or none', async () => {
    const lineups = (position: string) =>
      [
        'season,week,team,slot,player,position,points',
        `2011,1,Anchors,RB,Marcus Vale,${position},10`,
        `2011,1,Anchors,FLEX,Theo Lund,${position},9`,
        `2011,1,Anchors,Bench,Owen Hart,${position},30`,
        `2011,1,Buoys,RB,Ira Moss,${position},12`,
      ].join('\n')
    const read = async (position: string) => {
      await testApp.db.deleteFrom('seasons').execute()
      const files = { ...FILES, 'lineups.csv': lineups(position) }
      expect((await upload(asFiles(files))).status).toBe(200)
      return get('insights/lineups/?season=2011&week=1')
    }
    const known = await read('RB')
    expect(known.teams.map(({ lineup }: Json) => [lineup.optimal, lineup.efficiency])).toEqual([
      [40, 19 / 40],
      [12, 1],
    ])
    expect(await read('')).toMatchObject({ unavailable: 'no_eligibility', teams: [] })
  })

  it.each([
    [
      'a team with another spelling',
      { ...FILES, 'standings.csv': STANDINGS.replace('buoys', 'Bouys') },
      'scores.csv: Row 3, team: Buoys is not in standings.csv. Use the same spelling in both files.',
    ],
    [
      'a draft of an unknown team',
      { ...FILES, 'draft.csv': DRAFT.replace('Anchors', 'Crew') },
      'draft.csv: Row 2, team: Crew is not a team of 2011. Use the spelling of the other tables.',
    ],
    [
      'a draft alone',
      { 'draft.csv': DRAFT },
      'draft.csv: Row 2, season: there are no scores and no standings for 2011. Add one of these tables.',
    ],
    [
      'problems in two files',
      { 'scores.csv': SCORES.replace('101.5', 'many'), 'draft.csv': DRAFT.replace('$31', 'much') },
      "scores.csv: Row 2, points: 'many' must be a score such as 101.25. (1 more)",
    ],
  ])('with %s are refused with the file and the row', async (_, files, message) => {
    const { status, body } = await upload(asFiles(files))
    expect([status, body.error]).toEqual([400, message])
  })

  it('in a damaged zip, or one without tables, are refused', async () => {
    const damaged = { name: 'x.zip', content: new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]) }
    expect((await upload([damaged])).body.error).toBe('x.zip: the zip file is damaged.')
    const other = await zipOf({ 'notes.pdf': 'x' })
    expect((await upload([other])).body.error).toBe('season.zip: the zip file contains no JSON or CSV files.')
  })

  it.each([
    [
      'too many files',
      Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${index}.csv`, SCORES])),
    ],
    ['files that unpack to too much', { 'scores.csv': ' '.repeat(61 * 1024 * 1024) }],
  ])('in a zip with %s are refused', async (_, files) => {
    const zip = await createZip(
      new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
    )
    const { status, body } = await upload([{ name: 'season.zip', content: new Uint8Array(zip) }])
    const limits = 'season.zip: a zip file can contain up to 200 files and 60 MB.'
    expect([status, body.error]).toEqual([413, limits])
  })

  it('keep text that looks like a formula as text', async () => {
    const name = '=HYPERLINK("x")'
    const season = { ...SEASON, teams: [team(1, name), team(2, "'-Buoys")] }
    await upload([toFile(fileWith(season))])
    const { rawPayload } = await testApp.app.inject({
      url: '/api/league/Harbour/seasons/export/?format=csv',
      cookies: Object.fromEntries(admin.cookies),
    })
    await testApp.db.deleteFrom('seasons').execute()
    const zip = { name: 'x.zip', content: new Uint8Array(rawPayload) }
    expect((await upload([zip])).status).toBe(200)
    const [exported] = (await get('seasons/export/')).seasons
    expect(exported.teams.map((each: Json) => each.name).sort()).toEqual(["'-Buoys", name])
  })
})
