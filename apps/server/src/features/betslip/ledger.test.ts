import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { Game } from '@fieldhouse/domain/seasons/season'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BETS_URL, type BetslipFixture, startBetslipFixture } from '../../testing/betslip-fixture.ts'
import { buildGame, buildSeason, buildSide, buildTeam } from '../../testing/season-fixture.ts'

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
      { owner: 'Ben Okafor', weeks: [2], paid: '10.00' },
      { owner: 'Rosa Field', weeks: [3], paid: '10.00' },
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
