import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { Game } from '@fieldhouse/domain/season'
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

/** Stores a season with these games, as a refresh does. */
async function storeSeason(season: number, games: Game[], more: Parameters<typeof buildSeason>[0] = {}) {
  betslip.provider.read = () => buildSeason({ season, calendar: CALENDAR, games, ...more })
  await betslip.boss.post('/api/refresh-espn/', { name: 'Harbour', season })
}

const findPayer = async (week: number, season = 2026) =>
  (await betslip.rosa.get(`${BETS_URL}?season=${season}&week=${week}`)).body.lowest_scorer

const ledger = async (query = '') => (await betslip.rosa.get(`${BETS_URL}ledger/${query}`)).body

describe('the lowest scorer', () => {
  it('is of the week before, and named by the provider until the team is assigned', async () => {
    await storeSeason(2026, [game(1, 101.5, 88.02), game(2, 70, 90)])
    expect(await findPayer(2)).toEqual({
      team: 'Buoys',
      owner: 'Ben Okafor',
      score: 88.02,
      season: 2026,
      week: 1,
      tied_with: [],
    })
    await betslip.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'rosa' })
    expect(await findPayer(3)).toMatchObject({ team: 'Anchors', owner: 'Rosa Field', score: 70, week: 2 })
  })

  it('for week 1 is of week 13 of the season before', async () => {
    await storeSeason(2025, [game(13, 60, 90), game(14, 90, 50)])
    await storeSeason(2026, [])
    expect(await findPayer(1)).toMatchObject({ team: 'Anchors', season: 2025, week: 13 })
  })

  it('is unknown where the scores are, and of an open game', async () => {
    expect(await findPayer(2)).toBe(null)
    await storeSeason(2026, [{ ...game(1, 10, 20), result: 'undecided' }])
    expect([await findPayer(1), await findPayer(2), await findPayer(17)]).toEqual([null, null, null])
  })

  it('is the first by name of those who scored the same, and names the others', async () => {
    await storeSeason(2026, [game(1, 80, 80)])
    expect(await findPayer(2)).toMatchObject({ team: 'Anchors', tied_with: ['Buoys'] })
  })

  it('is the team itself where nobody owns it', async () => {
    await storeSeason(2026, [game(1, 80, 90)], {
      teams: [buildTeam({ teamId: 1, name: 'Ghosts' }), buildTeam({ teamId: 2 })],
    })
    expect(await findPayer(2)).toMatchObject({ team: 'Ghosts', owner: 'Ghosts' })
  })

  it('of a game over two weeks is told by the points of the week', async () => {
    const points = (week: number, value: number) => ({ week, points: pointsFromDecimal(value) })
    const long = buildGame({
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
    await storeSeason(2026, [long], { calendar: { ...CALENDAR, periods } })
    expect([await findPayer(16), await findPayer(17)]).toMatchObject([
      { team: 'Anchors', score: 60 },
      { team: 'Buoys', score: 70 },
    ])
  })
})

it('the bet amount rises with the league’s own playoffs', async () => {
  await storeSeason(2026, [])
  const amounts = [14, 15].map(
    async (week) => (await betslip.rosa.get(`${BETS_URL}?week=${week}`)).body.bet_amount,
  )
  expect(await Promise.all(amounts)).toEqual([10, 50])
})

describe('the ledger', () => {
  it('is empty at first, and says that it is a record only', async () => {
    expect(await ledger()).toEqual({
      season: 2026,
      notice: 'This is a record only. Fieldhouse places no bets, and never holds or moves money.',
      weeks: [],
      payers: [],
      totals: { staked: '0.00', returned: '0.00', balance: '0.00', open_weeks: [] },
    })
  })

  it('says who paid for the locked weeks, and what came back', async () => {
    await storeSeason(2026, [game(1, 101.5, 88.02), game(2, 70, 90)])
    await betslip.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'rosa' })
    betslip.sheet.rows = [
      ['Owner', 'W1', 'W2', 'W3', 'W4', 'W5'],
      ['rosa', 'Bears (+150)', 'Jets (-110)', 'Lions (-110)', 'Colts (+100)', 'Open (+100)'],
      ['ben', 'Rams (-120)', 'Bills (+110)', '', '', ''],
    ]
    await betslip.boss.post(`${BETS_URL}admin/refresh/`, {})
    const settle = (week: number, owner: string, result: string) =>
      betslip.boss.post(`${BETS_URL}settle/`, { week, owner, result })
    await settle(1, 'rosa', 'won')
    await settle(1, 'ben', 'void')
    await settle(2, 'ben', 'lost')
    await settle(3, 'rosa', 'push')
    const { weeks, payers, totals } = await ledger()
    expect(
      weeks.map(
        (each: {
          week: number
          payer: { owner: string } | null
          slip: { state: string; returned: string }
        }) => [each.week, each.payer?.owner ?? null, each.slip.state, each.slip.returned],
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
    expect(totals).toEqual({ staked: '40.00', returned: '35.00', balance: '5.00', open_weeks: [4] })
    expect((await ledger('?season=2025')).weeks).toEqual([])
  })
})
