import { type AuditDetail, describeAuditEntry } from '@fieldhouse/domain/league/audit-log'
import { moneyFromDecimalString } from '@fieldhouse/domain/money'
import { type Points, pointsFromDecimal } from '@fieldhouse/domain/points'
import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeSeason } from '../../testing/change-season.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import type { TestApp, TestClient } from '../../testing/start-app.ts'
import { buildPastSeason, createTwoSeasons } from '../../testing/two-seasons-fixture.ts'

const DUES = '/api/league/Harbour/dues/'

let testApp: TestApp
let admin: TestClient
let player: TestClient
beforeEach(async () => {
  ;({ testApp, admin, player } = await createTwoSeasons())
})
afterEach(() => testApp.close())

const read = async (season = 2025, client = player) => {
  const { status, body } = await client.get(`${DUES}?season=${season}`)
  expect(status).toBe(200)
  return body
}

async function post(path: string, body: object, client = admin) {
  const response = await client.post(`${DUES}${path}`, { season: 2025, ...body })
  expect(response.status, response.body.error).toBe(200)
  return response.body
}

const rejection = async (path: string, body: object, client = admin) => {
  const response = await client.post(`${DUES}${path}`, { season: 2025, ...body })
  return [response.status, response.body.code]
}

type PrizeInput = {
  prize_id: number | null
  kind: string
  title: string | null
  amount: string
  includes_playoffs: boolean
}

const prize = (kind: string, amount: string, more: Partial<PrizeInput> = {}): PrizeInput => ({
  prize_id: null,
  kind,
  title: null,
  amount,
  includes_playoffs: false,
  ...more,
})

const setup = (prizes: PrizeInput[] = [], more: object = {}) => ({
  version: 0,
  amount: '50',
  due_on: '2025-09-01',
  note: 'Cash at the draft.',
  prizes,
  ...more,
})

type Team = {
  team_id: number | null
  name: string
  balance: string
  status: string
  entries: { id: number }[]
}
type Winner = { team_id: number; share: string; payout: { id: number } | null }
type Award = { week: number | null; state: string; winners: Winner[] }

const teamOf = (dues: { teams: Team[] }, teamId: number): Team =>
  dues.teams.find((team) => team.team_id === teamId) ?? expect.fail(`no team ${teamId}`)

/** `1: 10.00 to 4` for each award, or its state. */
const summarize = ({ awards }: { awards: Award[] }) =>
  awards.map(({ week, state, winners }) => {
    const shares = winners.map((winner) => `${winner.share} to ${winner.team_id}`).join(', ')
    return `${week === null ? '' : `${week}: `}${state === 'decided' ? shares : state}`
  })

const auditEntries = async () =>
  (await admin.get('/api/audit/?league=Harbour&limit=50')).body.acts
    .filter(({ action }: { action: string }) => action.startsWith('dues.'))
    .map(({ action, detail }: { action: string; detail: AuditDetail }) => describeAuditEntry(action, detail))
    .toReversed()

const events = async () =>
  (
    await testApp.db
      .selectFrom('league_events')
      .select('data')
      .where('name', '=', 'dues')
      .orderBy('id')
      .execute()
  ).map(({ data }) => JSON.parse(data))

describe('the dues of a season', () => {
  it('are not set up at first', async () => {
    const dues = await read()
    expect(dues).toMatchObject({ season: 2025, is_stored: true, setup: null, previous: null, prizes: [] })
    expect(dues.pool).toMatchObject({ owed: '0.00', planned: '0.00', left_over: '0.00' })
    expect(dues.teams.map(({ status }: Team) => status)).toEqual(Array.from({ length: 4 }, () => 'no_dues'))
    expect((await player.get(DUES)).body.season).toBe(2026)
    expect(await read(2003)).toMatchObject({ is_stored: false, setup: null, teams: [] })
  })

  it('are owed by each team once an admin has set them up, and the own team comes first', async () => {
    const saved = await post('', setup([prize('champion', '120'), prize('runner_up', '60.5')]))
    expect(saved.setup).toEqual({
      version: 1,
      amount: '50.00',
      due_on: '2025-09-01',
      note: 'Cash at the draft.',
      saved_at: '2026-10-11T18:30:00.000Z',
      prizes: [
        { prize_id: 1, kind: 'champion', title: null, amount: '120.00', includes_playoffs: false },
        { prize_id: 2, kind: 'runner_up', title: null, amount: '60.50', includes_playoffs: false },
      ],
    })
    const dues = await read()
    expect(dues.my_team_id).toBe(4)
    expect(dues.teams.map(({ name, balance, status }: Team) => [name, balance, status])).toEqual([
      ['Old Anchors', '-50.00', 'owes'],
      ['Old Buoys', '-50.00', 'owes'],
      ['Old Cleats', '-50.00', 'owes'],
      ['Old Docks', '-50.00', 'owes'],
    ])
    expect(dues.pool).toEqual({
      owed: '200.00',
      collected: '0.00',
      outstanding: '200.00',
      planned: '180.50',
      left_over: '19.50',
      paid_out: '0.00',
      on_hand: '0.00',
    })
  })

  it('can have prizes that exceed them', async () => {
    const { pool } = await post('', setup([prize('champion', '250')]))
    expect(pool.left_over).toBe('-50.00')
  })

  it('are set up from the season before, which is offered until then', async () => {
    await post('', setup([prize('champion', '120')]))
    expect((await read(2026)).previous).toEqual({
      season: 2025,
      amount: '50.00',
      due_on: '2025-09-01',
      note: 'Cash at the draft.',
      prizes: [{ prize_id: 1, kind: 'champion', title: null, amount: '120.00', includes_playoffs: false }],
    })
    await post('', { ...setup(), season: 2026 })
    expect((await read(2026)).previous).toBeNull()
  })

  it('reject an edit of an older version, and say who was faster', async () => {
    await post('', setup())
    const { status, body } = await admin.post(DUES, { season: 2025, ...setup([], { amount: '99' }) })
    expect([status, body.code, body.error]).toEqual([
      409,
      'dues_changed',
      'boss has changed the dues in the meantime. Nothing was saved.',
    ])
    expect((await read()).setup.amount).toBe('50.00')
  })

  it('stay at their version if nothing has changed', async () => {
    await post('', setup([prize('champion', '120')]))
    const same = setup([prize('champion', '120.0', { prize_id: 1 })], { version: 1, amount: '50.00' })
    expect((await post('', same)).setup.version).toBe(1)
    expect(await events()).toHaveLength(1)
  })

  it('keep the IDs of their prizes in any order, and number a prize anew that becomes another kind', async () => {
    await post('', setup([prize('champion', '120'), prize('runner_up', '60'), prize('third_place', '20')]))
    const { prizes } = await post(
      '',
      setup(
        [
          prize('third_place', '25', { prize_id: 3 }),
          prize('champion', '120', { prize_id: 1 }),
          prize('most_points', '60', { prize_id: 2 }),
          prize('best_record', '10', { prize_id: 77 }),
        ],
        { version: 1 },
      ),
    )
    expect(prizes.map((each: PrizeInput) => [each.prize_id, each.kind])).toEqual([
      [3, 'third_place'],
      [1, 'champion'],
      [4, 'most_points'],
      [5, 'best_record'],
    ])
  })

  it('can be removed while nothing is noted', async () => {
    await post('', setup([prize('champion', '120')]))
    const { teams } = await post('payments/', { team_id: 4, amount: '10', paid_on: '2025-08-30' })
    expect(await rejection('remove/', { version: 1 })).toEqual([409, 'dues_in_use'])
    await admin.delete(`${DUES}entries/${teams[0].entries[0].id}/`)
    expect(await rejection('remove/', { version: 7 })).toEqual([409, 'dues_changed'])
    expect((await post('remove/', { version: 1 })).setup).toBeNull()
    expect(await rejection('remove/', { version: 0 })).toEqual([404, 'dues_not_set_up'])
  })

  it.each([
    ['amount', setup([], { amount: '1000000' })],
    ['amount', setup([], { amount: '-5' })],
    ['amount', setup([], { amount: '1.005' })],
    ['due_on', setup([], { due_on: '2025-02-30' })],
    ['due_on', setup([], { due_on: '0001-01-01' })],
    ['note', setup([], { note: 'x'.repeat(1001) })],
    ['prizes', setup([prize('champion', '0')])],
    ['prizes', setup([prize('custom', '5', { title: ' ' })])],
    ['prizes', setup([prize('champion', '5', { prize_id: 1 }), prize('champion', '5', { prize_id: 1 })])],
  ])('reject an invalid %s', async (field, body) => {
    const { status, body: error } = await admin.post(DUES, { season: 2025, ...body })
    expect([status, error.code]).toEqual([400, 'invalid_input'])
    expect(Object.keys(error.fields)[0]).toContain(field)
  })
})

describe('the account of a team', () => {
  beforeEach(() => post('', setup()))

  it('adds payments in parts and adjustments up, with their notes', async () => {
    await post('payments/', { team_id: 2, amount: '20', paid_on: '2025-08-30', note: 'Cash' })
    await post('adjustments/', { team_id: 2, amount: '10', reason: 'Late fee' })
    await post('adjustments/', { team_id: 2, amount: '-2.5', reason: 'Carried over' })
    const dues = await post('payments/', { team_id: 2, amount: '50', paid_on: '2025-09-05' })
    expect(teamOf(dues, 2)).toMatchObject({
      owner: 'Ben Okafor',
      dues: '50.00',
      adjustments: '7.50',
      owed: '57.50',
      paid: '70.00',
      balance: '12.50',
      status: 'overpaid',
      entries: [
        { kind: 'payment', amount: '20.00', paid_on: '2025-08-30', note: 'Cash' },
        { kind: 'adjustment', amount: '10.00', paid_on: null, note: 'Late fee' },
        { kind: 'adjustment', amount: '-2.50', paid_on: null, note: 'Carried over' },
        { kind: 'payment', amount: '50.00', paid_on: '2025-09-05', note: '' },
      ],
    })
    expect(dues.pool).toMatchObject({ owed: '207.50', collected: '70.00', outstanding: '150.00' })
    expect(await events()).toEqual(Array.from({ length: 5 }, () => ({ season: 2025 })))
    expect(await auditEntries()).toEqual([
      'saved the dues of 2025: $50.00 per team, 0 prizes',
      'noted a payment of $20.00 by Old Buoys for 2025',
      'changed what Old Buoys owes for 2025 by $10.00: Late fee',
      'changed what Old Buoys owes for 2025 by −$2.50: Carried over',
      'noted a payment of $50.00 by Old Buoys for 2025',
    ])
  })

  it('forgets what is removed, once', async () => {
    const noted = await post('payments/', { team_id: 2, amount: '20', paid_on: '2025-08-30' })
    const url = `${DUES}entries/${teamOf(noted, 2).entries[0]?.id}/`
    const { body } = await admin.delete(url)
    expect(teamOf(body, 2)).toMatchObject({ balance: '-50.00', entries: [] })
    const again = await admin.delete(url)
    expect([again.status, again.body.code]).toEqual([404, 'dues_entry_not_found'])
    expect((await auditEntries()).at(-1)).toBe('removed the payment of $20.00 of Old Buoys for 2025')
  })

  it('exists only for teams of a season with dues', async () => {
    const payment = { team_id: 9, amount: '20', paid_on: '2025-08-30' }
    expect(await rejection('payments/', payment)).toEqual([404, 'team_not_found'])
    expect(await rejection('payments/', { ...payment, season: 2026, team_id: 1 })).toEqual([
      404,
      'dues_not_set_up',
    ])
    expect(await rejection('adjustments/', { team_id: 1, amount: '0', reason: 'Nothing' })).toEqual([
      400,
      'invalid_input',
    ])
  })

  it('stays when its season is refreshed, excluded from records or removed from the provider', async () => {
    await post('payments/', { team_id: 2, amount: '20', paid_on: '2025-08-30' })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2025 })
    const exclusion = { season: 2025, reason: 'A strike.' }
    expect((await admin.post('/api/league/Harbour/history/exclusions/', exclusion)).status).toBe(200)
    expect(teamOf(await read(), 2)).toMatchObject({ balance: '-30.00' })
    const past = buildPastSeason()
    testApp.provider.read = () => ({
      ...past,
      size: 3,
      teams: past.teams.filter(({ teamId }) => teamId !== 2),
      games: past.games.filter(({ home, away }) => home.teamId !== 2 && away?.teamId !== 2),
    })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2025 })
    await changeSeason(testApp.db, await testApp.findLeagueId(), 2025, (stored) => ({
      ...stored,
      teams: stored.teams.filter(({ teamId }) => teamId !== 2),
    }))
    const { teams, pool } = await read()
    expect(teams.at(-1)).toMatchObject({
      team_id: null,
      name: 'Old Buoys',
      owner: null,
      dues: '0.00',
      balance: '20.00',
    })
    expect(pool).toMatchObject({ owed: '150.00', collected: '20.00' })
  })

  it('keeps its entries under its name when the league is read from another one', async () => {
    await post('payments/', { team_id: 2, amount: '20', paid_on: '2025-08-30' })
    const settings = '/api/league/Harbour/settings/'
    const change = { espn_league_id: '815', deletes_espn_seasons: true }
    testApp.provider.read = ({ season }) => buildSeason({ season, providerLeagueId: '815' })
    const { status, body } = await admin.post(settings, change)
    expect([status, body.error]).toEqual([200, undefined])
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2025 })
    const { teams } = await read()
    expect(teams.map((team: Team) => [team.team_id, team.name, team.balance])).toEqual([
      [1, 'Anchors', '-50.00'],
      [2, 'Buoys', '-50.00'],
      [null, 'Old Buoys', '20.00'],
    ])
    const removed = await admin.delete(`${DUES}entries/${teams[2].entries[0].id}/`)
    expect(removed.body.teams).toHaveLength(2)
  })
})

describe('prizes', () => {
  const refresh = async (season: LeagueSeason) => {
    testApp.provider.read = () => season
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: season.season, force: true })
  }

  it('are won by the results of a finished season', async () => {
    const kinds = ['champion', 'runner_up', 'third_place', 'best_record', 'most_points', 'season_high']
    const { prizes, teams } = await post(
      '',
      setup([...kinds.map((kind) => prize(kind, '30')), prize('weekly_high', '10')]),
    )
    expect(prizes.map(summarize)).toEqual([
      ['30.00 to 4'],
      ['30.00 to 2'],
      ['30.00 to 3'],
      ['30.00 to 3'],
      ['15.00 to 4, 15.00 to 2'],
      ['30.00 to 4'],
      ['1: 10.00 to 4', '2: 10.00 to 2'],
    ])
    expect(prizes[6]).toMatchObject({ planned: '20.00' })
    expect(prizes[5].awards[0].winners[0]).toMatchObject({ points: 100, week: 1 })
    expect(teams[0]).toMatchObject({ team_id: 4, won: '85.00' })
  })

  it('are not decided before, and a weekly one only in weeks that are final', async () => {
    const { prizes } = await post('', {
      ...setup([prize('champion', '30'), prize('weekly_high', '10'), prize('most_points', '30')]),
      season: 2026,
    })
    expect(prizes.map(summarize)).toEqual([
      ['undecided'],
      ['1: 10.00 to 1', '2: undecided', '3: undecided'],
      ['undecided'],
    ])
  })

  it('are paid out to their winners, for the amount that the admin has seen', async () => {
    await post('', setup([prize('weekly_high', '10')]))
    const payout = { prize_id: 1, week: 1, team_id: 4, amount: '10', paid_on: '2025-09-12' }
    for (const change of [{ team_id: 2 }, { amount: '9.99' }, { week: null }, { week: 3 }])
      expect(await rejection('payouts/', { ...payout, ...change })).toEqual([409, 'prize_changed'])
    expect(await rejection('payouts/', { ...payout, prize_id: 2 })).toEqual([404, 'prize_not_found'])
    const { prizes, pool } = await post('payouts/', payout)
    expect(prizes[0].awards[0].winners).toEqual([
      {
        team_id: 4,
        share: '10.00',
        points: 100,
        week: 1,
        payout: expect.objectContaining({ amount: '10.00', paid_on: '2025-09-12' }),
      },
    ])
    expect(pool).toMatchObject({ paid_out: '10.00', on_hand: '-10.00' })
    expect(await rejection('payouts/', payout)).toEqual([409, 'prize_paid_out'])
    const undone = await admin.delete(`${DUES}payouts/${prizes[0].awards[0].winners[0].payout.id}/`)
    expect(undone.body.prizes[0].awards[0].winners[0].payout).toBeNull()
    expect((await admin.delete(`${DUES}payouts/99/`)).body.code).toBe('dues_entry_not_found')
    expect((await auditEntries()).slice(1)).toEqual([
      'noted that $10.00 was paid out to Old Anchors for Weekly high score, Week 1 in 2025',
      'undid the payout of $10.00 to Old Anchors for Weekly high score, Week 1 in 2025',
    ])
  })

  it('cannot be removed or become another kind once they are paid out', async () => {
    await post('', setup([prize('champion', '30')]))
    await post('payouts/', { prize_id: 1, week: null, team_id: 4, amount: '30', paid_on: '2026-01-05' })
    expect(await rejection('', setup([], { version: 1 }))).toEqual([409, 'prize_paid_out'])
    const other = setup([prize('runner_up', '30', { prize_id: 1 })], { version: 1 })
    expect(await rejection('', other)).toEqual([409, 'prize_paid_out'])
    const larger = await post('', setup([prize('champion', '40', { prize_id: 1 })], { version: 1 }))
    expect(larger.prizes[0].awards[0].winners[0]).toMatchObject({
      share: '40.00',
      payout: { amount: '30.00' },
    })
  })

  it('show a payout to a team that has not won any more after a corrected score', async () => {
    await post('', setup([prize('weekly_high', '10')]))
    await post('payouts/', { prize_id: 1, week: 1, team_id: 4, amount: '10', paid_on: '2025-09-12' })
    const past = buildPastSeason()
    const points = pointsFromDecimal(101)
    const corrected = past.games.find(({ gameId }) => gameId === 2)?.home
    const games = past.games.map((game) =>
      game.home === corrected
        ? { ...game, home: { ...game.home, points, pointsByWeek: [{ week: 1, points }] } }
        : game,
    )
    const added = points - (corrected?.points ?? 0)
    const teams = past.teams.map((team) =>
      team.teamId === corrected?.teamId
        ? { ...team, pointsFor: ((team.pointsFor ?? 0) + added) as Points }
        : team,
    )
    await refresh({ ...past, games, teams })
    const { prizes } = await read()
    expect(summarize(prizes[0])).toEqual(['1: 10.00 to 3', '2: 10.00 to 2'])
    expect(prizes[0].awards[0].winners[0].payout).toBeNull()
    expect(prizes[0].misdirected).toEqual([
      expect.objectContaining({ week: 1, team_id: 4, team: 'Old Anchors', amount: '10.00' }),
    ])
  })

  it('of the league go to the team that an admin names', async () => {
    await post('', setup([prize('custom', '25', { title: 'Best name' }), prize('champion', '30')]))
    expect(summarize((await read()).prizes[0])).toEqual(['undecided'])
    const { prizes } = await post('winner/', { prize_id: 1, team_id: 3 })
    expect(summarize(prizes[0])).toEqual(['25.00 to 3'])
    expect(await rejection('winner/', { prize_id: 2, team_id: 3 })).toEqual([404, 'prize_not_found'])
    expect(await rejection('winner/', { prize_id: 1, team_id: 9 })).toEqual([404, 'team_not_found'])
    expect(summarize((await post('winner/', { prize_id: 1, team_id: null })).prizes[0])).toEqual([
      'undecided',
    ])
    expect((await auditEntries()).slice(1)).toEqual([
      'named Old Cleats the winner of Best name in 2025',
      'named no winner of Best name in 2025',
    ])
  })
})

describe('the CSV table', () => {
  it('has a line for each entry, and no formula', async () => {
    await post('', setup([prize('custom', '25', { title: '=SUM(A1)' }), prize('champion', '30')]))
    await post('payments/', { team_id: 4, amount: '60', paid_on: '2025-08-30', note: '=1+1' })
    await post('adjustments/', { team_id: 4, amount: '-2.5', reason: 'Carried over' })
    await post('payouts/', { prize_id: 2, week: null, team_id: 4, amount: '30', paid_on: '2026-01-05' })
    await post('winner/', { prize_id: 1, team_id: 1 })
    const { headers, body } = await player.get(`${DUES}export/?season=2025`)
    expect(headers['content-disposition']).toBe('attachment; filename="harbour-dues-2025.csv"')
    const lines = String(body).split('\r\n')
    expect(lines.filter((line) => /^season|Old Anchors|prize/.test(line))).toEqual([
      'season,team,owner,entry,amount,date,prize,week,note',
      '2025,Old Anchors,Ada Marlow,dues,50.00,2025-09-01,,,',
      "2025,Old Anchors,Ada Marlow,payment,60.00,2025-08-30,,,'=1+1",
      '2025,Old Anchors,Ada Marlow,adjustment,-2.50,,,,Carried over',
      '2025,Old Anchors,Ada Marlow,balance,12.50,,,,',
      "2025,Old Docks,Dee Finch,prize,25.00,,'=SUM(A1),,",
      '2025,Old Anchors,Ada Marlow,prize,30.00,,Champion,,',
      '2025,Old Anchors,Ada Marlow,payout,30.00,2026-01-05,Champion,,',
    ])
    const amounts = lines.filter((line) => line.includes(',dues,')).map((line) => line.split(',')[4] ?? '')
    expect(amounts.reduce((sum, text) => sum + moneyFromDecimalString(text), 0n)).toBe(20_000n)
  })
})
