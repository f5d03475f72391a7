import type { AuditEntry } from '@fieldhouse/contract/admin'
import { parsePicksSheet } from '@fieldhouse/domain/betslip/picks-sheet'
import { describeAuditEntry } from '@fieldhouse/domain/league/audit-log'
import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { Game } from '@fieldhouse/domain/seasons/season'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BETS_URL, type BetslipFixture, CUTOFF, startBetslipFixture } from '../../testing/betslip-fixture.ts'
import { buildGame, buildSeason, buildSide, buildTeam } from '../../testing/season-fixture.ts'
import type { TestClient } from '../../testing/start-app.ts'

let betslip: BetslipFixture
beforeEach(async () => {
  betslip = await startBetslipFixture()
})
afterEach(() => betslip.close())

const side = (teamId: number, points: number) => buildSide({ teamId, points: pointsFromDecimal(points) })

const game = (week: number, home: number, away: number): Game =>
  buildGame({ gameId: week, period: week, home: side(1, home), away: side(2, away) })

const PERIODS = Array.from({ length: 16 }, (_, index) => ({ period: index + 1, weeks: [index + 1] }))
const CALENDAR = { regularSeasonPeriods: 14, periods: PERIODS, playoffTeams: 4 }

/** Stores a season with these games through a refresh. */
async function storeSeason(season: number, games: Game[], overrides: Parameters<typeof buildSeason>[0] = {}) {
  betslip.provider.read = () => buildSeason({ season, calendar: CALENDAR, games, ...overrides })
  await betslip.boss.post('/api/refresh-espn/', { name: 'Harbour', season })
}

const getLowestScorer = async (week: number, season = 2026) =>
  (await betslip.rosa.get(`${BETS_URL}?season=${season}&week=${week}`)).body.lowest_scorer

const getLedger = async (query = '') => (await betslip.rosa.get(`${BETS_URL}ledger/${query}`)).body

describe('the lowest scorer', () => {
  it("names last week's lowest scorer by the provider's owner until the team is assigned", async () => {
    await storeSeason(2026, [game(1, 101.5, 88.02), game(2, 70, 90)])
    expect(await getLowestScorer(2)).toEqual({
      team: 'Buoys',
      owner: 'Ben Okafor',
      score: 88.02,
      season: 2026,
      week: 1,
      tied_with: [],
    })
    await betslip.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'rosa' })
    expect(await getLowestScorer(3)).toMatchObject({
      team: 'Anchors',
      owner: 'Rosa Field',
      score: 70,
      week: 2,
    })
  })

  it('takes the lowest scorer of Week 13 of the previous season for Week 1', async () => {
    await storeSeason(2025, [game(13, 60, 90), game(14, 90, 50)])
    await storeSeason(2026, [])
    expect(await getLowestScorer(1)).toMatchObject({ team: 'Anchors', season: 2025, week: 13 })
  })

  it('returns no lowest scorer when the scores are unknown or a game is not final', async () => {
    expect(await getLowestScorer(2)).toBe(null)
    await storeSeason(2026, [{ ...game(1, 10, 20), result: 'undecided' }])
    expect([await getLowestScorer(1), await getLowestScorer(2), await getLowestScorer(17)]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('returns the first team by name in a tie and lists the others', async () => {
    await storeSeason(2026, [game(1, 80, 80)])
    expect(await getLowestScorer(2)).toMatchObject({ team: 'Anchors', tied_with: ['Buoys'] })
  })

  it('uses the team name as the owner of a team without one', async () => {
    await storeSeason(2026, [game(1, 80, 90)], {
      teams: [buildTeam({ teamId: 1, name: 'Ghosts' }), buildTeam({ teamId: 2 })],
    })
    expect(await getLowestScorer(2)).toMatchObject({ team: 'Ghosts', owner: 'Ghosts' })
  })

  it('uses the weekly points of a two-week game', async () => {
    const points = (week: number, value: number) => ({ week, points: pointsFromDecimal(value) })
    const twoWeekGame = buildGame({
      gameId: 9,
      period: 15,
      home: buildSide({
        teamId: 1,
        points: pointsFromDecimal(200),
        pointsByWeek: [points(15, 60), points(16, 140)],
      }),
      away: buildSide({
        teamId: 2,
        points: pointsFromDecimal(150),
        pointsByWeek: [points(15, 80), points(16, 70)],
      }),
    })
    const periods = [...PERIODS.slice(0, 14), { period: 15, weeks: [15, 16] }]
    await storeSeason(2026, [twoWeekGame], { calendar: { ...CALENDAR, periods } })
    expect([await getLowestScorer(16), await getLowestScorer(17)]).toMatchObject([
      { team: 'Anchors', score: 60 },
      { team: 'Buoys', score: 70 },
    ])
  })
})

it("raises the bet amount when the league's playoffs start", async () => {
  await storeSeason(2026, [])
  const amounts = [14, 15].map(
    async (week) => (await betslip.rosa.get(`${BETS_URL}?week=${week}`)).body.bet_amount,
  )
  expect(await Promise.all(amounts)).toEqual([10, 50])
})

describe('the ledger', () => {
  it('returns an empty ledger with a notice that no money is handled', async () => {
    expect(await getLedger()).toEqual({
      season: 2026,
      notice: "For record keeping only. Fieldhouse doesn't place bets and never holds or moves money.",
      weeks: [],
      payers: [],
      totals: { staked: '0.00', returned: '0.00', balance: '0.00', open_weeks: [], open_staked: '0.00' },
      members: [],
    })
  })

  it('lists the payers, results, and returns of the locked weeks', async () => {
    await storeSeason(2026, [game(1, 101.5, 88.02), game(2, 70, 90)])
    await betslip.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'rosa' })
    betslip.sheet.rows = [
      ['Owner', 'W1', 'W2', 'W3', 'W4', 'W5'],
      ['rosa', 'Bears (+150)', 'Jets (-110)', 'Lions (-110)', 'Colts (+100)', 'Open (+100)'],
      ['ben', 'Rams (-120)', 'Bills (+110)', '', '', ''],
    ]
    await betslip.boss.post(`${BETS_URL}admin/refresh/`, { locked_weeks: true })
    const settlePick = (week: number, owner: string, result: string) =>
      betslip.boss.post(`${BETS_URL}settle/`, { week, owner, result })
    await settlePick(1, 'rosa', 'won')
    await settlePick(1, 'ben', 'void')
    await settlePick(2, 'ben', 'lost')
    await settlePick(3, 'rosa', 'push')
    const { weeks, payers, totals, members } = await getLedger()
    expect(
      weeks.map(
        (ledgerWeek: {
          week: number
          payer: { owner: string } | null
          slip: { state: string; returned: string }
        }) => [
          ledgerWeek.week,
          ledgerWeek.payer?.owner ?? null,
          ledgerWeek.slip.state,
          ledgerWeek.slip.returned,
        ],
      ),
    ).toEqual([
      [1, null, 'won', '25.00'],
      [2, 'Ben Okafor', 'lost', '0.00'],
      [3, 'Rosa Field', 'returned', '10.00'],
      [4, null, 'open', null],
    ])
    expect(payers).toEqual([
      { owner: 'Ben Okafor', weeks: [2], paid: '10.00', unpaid_weeks: [2] },
      { owner: 'Rosa Field', weeks: [3], paid: '10.00', unpaid_weeks: [3] },
    ])
    expect(totals).toEqual({
      staked: '30.00',
      returned: '35.00',
      balance: '5.00',
      open_weeks: [4],
      open_staked: '10.00',
    })
    expect(members).toMatchObject([
      {
        owner: 'Rosa Field',
        won: 1,
        lost: 0,
        other: 1,
        hit_rate: 1,
        best_hit: { week: 1, text: 'Bears (+150)', odds: 150 },
        streak: { result: 'won', length: 1 },
      },
      { owner: 'ben', won: 0, lost: 1, other: 1, hit_rate: 0, best_hit: null },
    ])
    expect((await getLedger('?season=2025')).weeks).toEqual([])
  })
})

describe('who covers a slip', () => {
  const PAYMENT_URL = `${BETS_URL}payment/`
  const getPayment = async (client = betslip.rosa) =>
    (await client.get(`${BETS_URL}?season=2026&week=3`)).body.payment
  const note = async (client: TestClient, body: object) =>
    (await client.post(PAYMENT_URL, { season: 2026, week: 3, ...body })).body

  beforeEach(async () => {
    await storeSeason(2026, [game(1, 101.5, 88.02), game(2, 70, 90)])
    await betslip.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'rosa' })
    betslip.sheet.rows = [
      ['Owner', 'W2', 'W3'],
      ['ben', 'Bills (+110)', 'Lions (-110)'],
    ]
    await betslip.boss.post(`${BETS_URL}admin/refresh/`, { locked_weeks: true })
  })

  it('is the lowest scorer, who may note that it is paid, and undo it', async () => {
    expect(await getPayment()).toEqual({ covered_by: null, paid: false, can_note: true })
    expect(await getPayment(betslip.ben)).toEqual({ covered_by: null, paid: false, can_note: false })
    expect(await note(betslip.rosa, { paid: true })).toEqual({
      message: 'Saved.',
      payment: { covered_by: null, paid: true },
    })
    expect(await getPayment(betslip.ben)).toMatchObject({ paid: true })
    await note(betslip.rosa, { paid: false })
    expect(await getPayment()).toMatchObject({ paid: false })
  })

  it('is whom an admin names instead, in the slip and in the ledger', async () => {
    await note(betslip.boss, { covered_by: 'ben', paid: true })
    expect(await getPayment(betslip.ben)).toEqual({ covered_by: 'ben', paid: true, can_note: true })
    expect(await getPayment()).toMatchObject({ can_note: false })
    const { payers, weeks } = await getLedger()
    expect(weeks.map((each: { week: number; payment: object }) => [each.week, each.payment])).toEqual([
      [2, { covered_by: null, paid: false }],
      [3, { covered_by: 'ben', paid: true }],
    ])
    expect(payers).toEqual([
      { owner: 'ben', weeks: [3], paid: '10.00', unpaid_weeks: [] },
      { owner: 'Ben Okafor', weeks: [2], paid: '10.00', unpaid_weeks: [2] },
    ])
    await note(betslip.boss, { covered_by: null })
    expect(await getPayment()).toEqual({ covered_by: null, paid: true, can_note: true })
  })

  it('is noted by nobody else', async () => {
    expect((await note(betslip.ben, { paid: true })).code).toBe('not_allowed')
    expect((await note(betslip.rosa, { covered_by: 'ben' })).code).toBe('not_allowed')
    expect((await note(betslip.boss, { covered_by: 'nobody' })).code).toBe('owner_not_found')
    await note(betslip.boss, { covered_by: 'ben' })
    expect((await note(betslip.rosa, { paid: true })).code).toBe('not_allowed')
    expect(await getPayment()).toMatchObject({ covered_by: 'ben', paid: false })
  })

  it('is in the audit log with what was noted before, once for each change', async () => {
    await note(betslip.boss, { covered_by: 'ben', paid: true })
    await note(betslip.boss, { covered_by: 'ben', paid: true })
    await note(betslip.ben, { paid: false })
    const { acts } = (await betslip.boss.get('/api/audit/?league=Harbour&action=bets.payment')).body
    expect(
      acts.map(({ actor, action, detail }: AuditEntry) => `${actor} ${describeAuditEntry(action, detail)}`),
    ).toEqual([
      'ben noted that the slip of Week 3 of 2026 is not paid',
      'boss noted that ben covers the slip of Week 3 of 2026, and noted that the slip of Week 3 of 2026 is paid',
    ])
  })

  it('reaches open pages', async () => {
    await note(betslip.rosa, { paid: true })
    const { data } = await betslip.db
      .selectFrom('league_events')
      .select('data')
      .where('name', '=', 'bets')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(data)).toEqual({ season: 2026, week: 3 })
  })
})

describe('the export of picks', () => {
  const exportPicks = async (query: string, client = betslip.rosa) =>
    client.get(`${BETS_URL}export/?season=2026${query}`)

  beforeEach(async () => {
    betslip.sheet.rows = [
      ['Owner', 'W2', 'W3'],
      ['rosa', 'Jets, "alternate" +3 (-110)', 'Lions (-110)'],
      ['ben', '=Bills (+110)', ''],
    ]
    await betslip.boss.post(`${BETS_URL}admin/refresh/`, { locked_weeks: true })
    await betslip.boss.post(`${BETS_URL}settle/`, { week: 3, owner: 'rosa', result: 'won' })
  })

  it('contains the picks of a season by week and owner, as a table that the import reads', async () => {
    const { body, headers } = await exportPicks('')
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="harbour-picks-2026.csv"',
    ])
    const lines = [
      'season,week,owner,pick,odds,result,settled_by',
      "2026,2,ben,'=Bills (+110),110,,",
      '2026,2,Rosa Field,"Jets, ""alternate"" +3 (-110)",-110,,',
      '2026,3,Rosa Field,Lions (-110),-110,won,admin',
    ]
    expect(body).toBe(`\ufeff${lines.map((line) => `${line}\r\n`).join('')}`)
    expect(
      parsePicksSheet(
        lines.slice(0, 2).map((line) => line.split(',')),
        2026,
      ),
    ).toMatchObject({
      picks: [{ season: 2026, week: 2, owner: 'ben' }],
      skipped: [],
    })
  })

  it('contains one week if asked, also without picks', async () => {
    expect((await exportPicks('&week=3')).body.split('\r\n')).toHaveLength(3)
    const { body, headers } = await exportPicks('&week=9')
    expect(body.trim().split('\r\n')).toHaveLength(1)
    expect(headers['content-disposition']).toContain('harbour-picks-2026-week-9.csv')
  })

  it('leaves out the picks of others that are hidden until the cutoff', async () => {
    await betslip.db.updateTable('leagues').set({ hides_picks: 1 }).execute()
    await betslip.rosa.post(`${BETS_URL}save/`, { owner: 'Rosa Field', week: 5, text: 'Colts (-110)' })
    expect((await exportPicks('&week=5')).body).toContain('Colts')
    expect((await exportPicks('&week=5', betslip.boss)).body).not.toContain('Colts')
    await betslip.setClock(CUTOFF)
    expect((await exportPicks('&week=5', betslip.boss)).body).toContain('Colts')
  })
})
