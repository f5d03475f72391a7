import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { archiveReader } from '../../database/archive-reader.ts'
import { type FormFile, postFiles } from '../../testing/a-form.ts'
import { aDraftBody, aLeagueBody, aTransactionsBody, aWeekBody } from '../../testing/a-league-body.ts'
import { aSeason } from '../../testing/a-season.ts'
import { allRows, dataTables } from '../../testing/all-rows.ts'
import { ADMIN_CODE, startApp, type TestApp, type Visitor } from '../../testing/start-app.ts'

let world: TestApp
let admin: Visitor
let league: number
beforeEach(async () => {
  world = await startApp()
  admin = await world.member('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  league = (await world.db.selectFrom('leagues').select('id').executeTakeFirstOrThrow()).id
})
afterEach(() => world.close())

const json = (name: string, body: unknown): FormFile => ({ name, content: JSON.stringify(body) })
const upload = (...files: FormFile[]) => postFiles(admin, '/api/league/Harbour/seasons/upload/', files)
const SEASON = json('2012.json', aLeagueBody())

/** Everything but when a session was last seen. */
async function everything() {
  const tables = (await dataTables(world.db)).filter(({ name }) => name !== 'sessions')
  return (await allRows(world.db, tables)).map(({ rows }) => rows)
}

async function archive() {
  const reader = archiveReader(world.db)
  return {
    players: (await reader.lineupsOf(league, 2012, 1)).map(({ entries }) => entries.map(({ name }) => name)),
    picks: (await reader.draftOf(league, 2012))?.picks.length,
    moves: (await reader.transactionsOf(league, 2012)).map(({ id, week }) => `${id} in week ${week}`),
  }
}

const FULL = { players: [['Quentin Back']], picks: 2, moves: ['add-0 in week 2', 'add-1 in week 2'] }

describe('captured line-ups, drafts and transactions', () => {
  it('are stored with the season that they are sent with', async () => {
    const files = [
      json('w.json', aWeekBody()),
      json('t.json', aTransactionsBody()),
      json('d.json', aDraftBody()),
    ]
    const answer = await upload(...files, SEASON)
    expect(answer.body.seasons).toMatchObject([{ season: 2012, depth: 'box scores', findings: [] }])
    expect(await archive()).toEqual(FULL)
  })

  it('are stored out of one file that has them all', async () => {
    const { draftDetail } = aDraftBody()
    await upload(
      json('all.json', aLeagueBody({ draftDetail, transactions: aTransactionsBody()['transactions'] })),
    )
    expect(await archive()).toMatchObject({ picks: 2, moves: ['add-0 in week 17', 'add-1 in week 17'] })
  })

  it('add to a stored season, whatever it came from, and leave it as it is', async () => {
    world.provider.read = () => aSeason({ season: 2012 })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2012 })
    const teams = () => world.db.selectFrom('season_teams').selectAll().execute()
    const before = await teams()
    const answer = await upload(
      json('d.json', aDraftBody()),
      json('w.json', aWeekBody({ teams: [{ id: 1 }] })),
    )
    expect(answer.body.seasons).toMatchObject([
      { season: 2012, source: 'espn', depth: 'box scores', teams: 2, games: 1, files: ['d.json', 'w.json'] },
    ])
    expect(await teams()).toEqual(before)
    expect(await archive()).toEqual({ ...FULL, moves: [] })
  })

  it('stay when the season is read again', async () => {
    await upload(SEASON, json('w.json', aWeekBody()), json('d.json', aDraftBody()))
    await upload(SEASON)
    expect(await archive()).toEqual({ ...FULL, moves: [] })
    expect((await world.db.selectFrom('seasons').select('depth').execute())[0]?.depth).toBe('box scores')
  })

  it('count for nothing before a draft', async () => {
    const body = { ...aDraftBody(), draftDetail: { drafted: false, picks: [{ playerId: -1 }] } }
    const places = { overallPickNumber: 1, roundId: 1, roundPickNumber: 1, teamId: 1, playerId: -1 }
    body.draftDetail.picks = [places]
    const answer = await upload(
      json('2012.json', aLeagueBody(body)),
      json('d.json', { ...aWeekBody(), ...body }),
    )
    expect(answer.body.seasons).toMatchObject([{ depth: 'scores' }])
    expect(await archive()).toEqual({ players: [], picks: undefined, moves: [] })
  })

  it('that do not explain a score are found, and no more once they do', async () => {
    const answer = await upload(SEASON, json('w.json', aWeekBody({}, 100.5)))
    const finding = {
      code: 'lineup_score',
      detail: 'Team A scored 110.00 in week 1, and its starters add up to 100.50.',
      week: 1,
      game_id: null,
    }
    expect(answer.body.seasons[0].findings).toEqual([finding])
    expect((await upload(json('w.json', aWeekBody()))).body.seasons[0].findings).toEqual([])
  })

  it('whose starters do not add up to what the provider says are found with the season', async () => {
    const week = JSON.parse(JSON.stringify(aWeekBody()))
    week.schedule[0].home.rosterForCurrentScoringPeriod.appliedStatTotal = 99
    const answer = await upload(SEASON, json('w.json', week))
    expect(answer.body.seasons[0].findings).toMatchObject([{ code: 'lineup_total', week: 1 }])
  })
})

describe('a poorer part changes nothing', () => {
  it.each([
    [
      'line-ups',
      {
        ...aWeekBody(),
        schedule: JSON.parse(
          JSON.stringify(aWeekBody()['schedule']).replace(/"stats":\[.*?\]/, '"stats":[]'),
        ),
      },
      'The stored line-ups of week 1 of 2012 have more players with a score than these files.',
    ],
    ['draft', aDraftBody(1), 'The stored draft of 2012 has more picks than these files.'],
    [
      'transactions',
      aTransactionsBody(1),
      'The stored transactions of week 2 of 2012 are more than these files.',
    ],
  ])('(%s)', async (_, body, sentence) => {
    await upload(
      SEASON,
      ...[aWeekBody(), aDraftBody(), aTransactionsBody()].map((each, i) => json(`${i}.json`, each)),
    )
    const before = await everything()
    const answer = await upload(json('2011.json', aLeagueBody({ seasonId: 2011 })), json('x.json', body))
    expect([answer.status, answer.body]).toEqual([
      409,
      { code: 'poorer_season', error: `${sentence} Nothing was changed.` },
    ])
    expect(await everything()).toEqual(before)
  })
})

describe('a part that cannot be read changes nothing and is named', () => {
  it.each([
    [
      'draft',
      { ...aDraftBody(), draftDetail: { drafted: true, picks: [{ teamId: 1 }] } },
      'draftDetail.picks.0',
    ],
    ['transactions', { ...aTransactionsBody(), transactions: [{ id: 7 }] }, 'transactions.0.id'],
    ['team of a line-up', aWeekBodyWith({ teamId: 3_000_000_000 }), 'schedule.0.home.teamId'],
    ['score of a line-up', aWeekBody({}, 1e300), 'schedule.0.home.rosterForCurrentScoringPeriod'],
    ['game', aWeekBodyWith({ totalPoints: 1e12 }), 'schedule.0.home.totalPoints'],
  ])('(%s)', async (_, body, path) => {
    await upload(SEASON)
    const before = await everything()
    const answer = await upload(json('x.json', body))
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    expect(answer.body.error).toContain(`x.json: ${path}`)
    expect(await everything()).toEqual(before)
  })

  it('unless only what nobody needs is odd', async () => {
    const player = { fullName: 'X'.repeat(10_000), proTeamId: 1e15, injuryStatus: 7, stats: null }
    const entry = { playerId: -9e15, lineupSlotId: 9e15, playerPoolEntry: { player } }
    const rosterForCurrentScoringPeriod = { entries: [entry, entry] }
    const body = { ...(aWeekBodyWith({ rosterForCurrentScoringPeriod }) as object), scoringPeriodId: 1 }
    expect((await upload(SEASON, json('x.json', body))).status).toBe(200)
    const stored = await archiveReader(world.db).lineupOf(league, 2012, 1, 1)
    expect(stored?.entries[0]).toMatchObject({ playerId: -9e15, slotId: 9e15, nflTeamId: null, points: null })
  })
})

function aWeekBodyWith(home: object): unknown {
  const body = JSON.parse(JSON.stringify(aWeekBody()))
  Object.assign(body.schedule[0].home, home)
  return body
}
