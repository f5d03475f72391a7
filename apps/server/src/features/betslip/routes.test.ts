import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dataTables, readAllRows } from '../../testing/all-rows.ts'
import {
  BEFORE_CUTOFF,
  BETS_URL,
  type BetslipFixture,
  CUTOFF,
  startBetslipFixture,
} from '../../testing/betslip-fixture.ts'
import type { TestClient } from '../../testing/start-app.ts'

let betslip: BetslipFixture
beforeEach(async () => {
  betslip = await startBetslipFixture()
})
afterEach(() => betslip.close())

/** A pick whose text names no game that is known. */
const FREE_TEXT = { settled_by: null, selection: null, is_from_board: false, proposed_result: null }

const save = (client: TestClient, owner: string, text: string, overrides = {}) =>
  client.post(`${BETS_URL}save/`, { owner, text, ...overrides })

const settlePick = (owner: string, result: string | null, overrides = {}, client = betslip.boss) =>
  client.post(`${BETS_URL}settle/`, { owner, result, ...overrides })

const getBets = async (client: TestClient, query = '') => (await client.get(`${BETS_URL}${query}`)).body

const listPickTexts = async (client: TestClient, query = '') =>
  (await getBets(client, query)).picks.map(
    (pick: { owner: string; text: string }) => `${pick.owner}: ${pick.text}`,
  )

const getPickHistory = async (client: TestClient, owner: string, overrides = '') =>
  (await client.get(`${BETS_URL}history/?owner=${encodeURIComponent(owner)}${overrides}`)).body

async function readStoredRows() {
  // Every request can move the time at which a session or a person was last seen.
  const tables = (await dataTables(betslip.db)).filter(({ name }) => !['sessions', 'visits'].includes(name))
  return (await readAllRows(betslip.db, tables)).map(({ rows }) => rows)
}

const listEvents = async () =>
  (await betslip.db.selectFrom('league_events').select(['name', 'data']).orderBy('id').execute()).map(
    ({ name, data: text }) => [name, JSON.parse(text)],
  )

const listAuditEntries = async () =>
  (
    await betslip.db
      .selectFrom('audit_log')
      .select(['actor_name', 'action', 'detail'])
      .where('action', 'like', 'bets.%')
      .orderBy('id')
      .execute()
  ).map(({ detail, ...entry }) => ({ ...entry, detail: JSON.parse(detail) }))

/** Changes league settings directly in the database. */
const updateLeague = (values: { has_betslip?: 0 | 1; hides_picks?: 0 | 1; sheet_id?: string | null }) =>
  betslip.db.updateTable('leagues').set(values).execute()

describe('getting the picks of a week', () => {
  it('returns everything the page needs when there are no picks yet', async () => {
    expect(await getBets(betslip.rosa)).toEqual({
      season: 2026,
      week: 5,
      locked: false,
      cutoff: '2026-10-10T22:00:00.000Z',
      now: BEFORE_CUTOFF.toISOString(),
      bet_amount: 10,
      lowest_scorer: null,
      picks: [],
      owner: 'Rosa Field',
      owners: ['ben', 'Bo Sørensen', 'Rosa Field'],
      missing: ['ben', 'Bo Sørensen', 'Rosa Field'],
      hides_picks: false,
      slip: { state: 'empty', legs: 0, unpriced: 0, product: '1', profit: '0.00', returned: null },
      payment: { covered_by: null, paid: false, can_note: false },
      weeks: expect.arrayContaining([
        { week: 4, cutoff: '2026-10-03T22:00:00.000Z', locked: true },
        { week: 5, cutoff: '2026-10-10T22:00:00.000Z', locked: false },
        { week: 17, cutoff: '2027-01-02T23:00:00.000Z', locked: false },
      ]),
      current_week: 5,
      has_sheet: true,
    })
    expect((await getBets(betslip.rosa)).weeks).toHaveLength(17)
  })

  it("returns each owner's pick with odds and flags, and the priced slip", async () => {
    await save(betslip.rosa, 'Rosa Field', 'Bears +3 (−110)')
    await save(betslip.ben, 'ben', 'Jets moneyline')
    await save(betslip.boss, 'Bo Sørensen', 'Lions (+250)')
    const { picks, missing, slip } = await getBets(betslip.rosa)
    const common = { result: null, ...FREE_TEXT, updated_at: BEFORE_CUTOFF.toISOString() }
    expect(picks).toEqual([
      {
        owner: 'ben',
        text: 'Jets moneyline',
        odds: null,
        flags: ['odds_missing'],
        is_mine: false,
        ...common,
      },
      {
        owner: 'Bo Sørensen',
        text: 'Lions (+250)',
        odds: 250,
        flags: ['odds_over_cap'],
        is_mine: false,
        ...common,
      },
      { owner: 'Rosa Field', text: 'Bears +3 (−110)', odds: -110, flags: [], is_mine: true, ...common },
    ])
    expect(missing).toEqual([])
    expect(slip).toEqual({
      state: 'open',
      legs: 3,
      unpriced: 1,
      product: '6.681818182',
      profit: '56.82',
      returned: null,
    })
  })

  it.each([
    ['2026-10-10T21:59:59Z', false],
    ['2026-10-10T22:00:00Z', true],
    ['2026-10-10T22:00:01Z', true],
  ])('reports at %s whether the week is locked: %s', async (now, locked) => {
    betslip.clock.now = new Date(now)
    const { body } = await betslip.rosa.get(BETS_URL)
    expect([body.week, body.locked, body.now]).toEqual([5, locked, new Date(now).toISOString()])
  })

  it("sets the bet to $50 from Week 14 on when the league's playoffs are unknown", async () => {
    const amounts = [13, 14, 17].map(
      async (week) => (await getBets(betslip.rosa, `?week=${week}`)).bet_amount,
    )
    expect(await Promise.all(amounts)).toEqual([10, 50, 50])
  })

  it.each(['?week=18', '?week=0', '?week=x', '?season=1998'])('returns 400 for %s', async (query) => {
    expect((await betslip.rosa.get(`${BETS_URL}${query}`)).status).toBe(400)
  })

  it('returns 403 in a league without the Betslip', async () => {
    await updateLeague({ has_betslip: 0 })
    const before = await readStoredRows()
    const responses = [
      await betslip.boss.get(BETS_URL),
      await betslip.boss.get(`${BETS_URL}history/?owner=ben`),
      await betslip.boss.get(`${BETS_URL}ledger/`),
      await save(betslip.boss, 'Bo Sørensen', 'Bears'),
      await settlePick('ben', 'won'),
      await betslip.boss.post(`${BETS_URL}admin/refresh/`, {}),
    ]
    for (const { status, body } of responses) {
      expect([status, body]).toEqual([
        403,
        { error: 'Betslip is off for this league. A league admin can turn it on.', code: 'no_betslip' },
      ])
    }
    expect(await readStoredRows()).toEqual(before)
  })
})

describe('saving a pick', () => {
  it('returns the pick and publishes an event', async () => {
    const { status, body } = await save(betslip.rosa, 'rosa field', ' Bears +3 (-110) ')
    expect([status, body]).toEqual([
      200,
      {
        message: 'Pick saved for Week 5.',
        pick: {
          owner: 'Rosa Field',
          text: 'Bears +3 (-110)',
          odds: -110,
          flags: [],
          result: null,
          ...FREE_TEXT,
          is_mine: true,
          updated_at: BEFORE_CUTOFF.toISOString(),
        },
      },
    ])
    expect(await listEvents()).toEqual([['bets', { season: 2026, week: 5 }]])
    expect(await listAuditEntries()).toEqual([])
  })

  it('replaces the previous pick and keeps the history', async () => {
    await save(betslip.rosa, 'Rosa Field', 'First (-110)')
    betslip.clock.now = new Date('2026-10-10T18:00:00Z')
    await save(betslip.boss, 'Rosa Field', 'Second (+120)')
    expect(await listPickTexts(betslip.rosa)).toEqual(['Rosa Field: Second (+120)'])
    expect(await getPickHistory(betslip.ben, 'Rosa Field')).toEqual({
      season: 2026,
      week: 5,
      owner: 'Rosa Field',
      is_hidden: false,
      changes: [
        {
          text: 'Second (+120)',
          odds: 120,
          flags: [],
          at: '2026-10-10T18:00:00.000Z',
          by: 'Bo Sørensen',
          via: 'page',
          is_after_cutoff: false,
        },
        {
          text: 'First (-110)',
          odds: -110,
          flags: [],
          at: BEFORE_CUTOFF.toISOString(),
          by: 'Rosa Field',
          via: 'page',
          is_after_cutoff: false,
        },
      ],
    })
    expect((await getPickHistory(betslip.ben, 'Rosa Field', '&week=6')).changes).toEqual([])
  })

  it('changes nothing when the text is the same', async () => {
    await save(betslip.rosa, 'Rosa Field', 'Same')
    const before = await readStoredRows()
    betslip.clock.now = new Date('2026-10-10T18:00:00Z')
    expect((await save(betslip.rosa, 'Rosa Field', 'Same')).body.pick.updated_at).toBe(
      BEFORE_CUTOFF.toISOString(),
    )
    expect(await readStoredRows()).toEqual(before)
  })

  it('keeps concurrent picks of different owners and the last of several for one owner', async () => {
    const responses = await Promise.all([
      save(betslip.rosa, 'Rosa Field', 'Mine'),
      save(betslip.ben, 'ben', 'Also mine'),
      save(betslip.boss, 'Bo Sørensen', 'One'),
      save(betslip.boss, 'Bo Sørensen', 'Two'),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const [ben, bo, rosa] = await listPickTexts(betslip.rosa)
    expect([ben, rosa]).toEqual(['ben: Also mine', 'Rosa Field: Mine'])
    const { changes } = await getPickHistory(betslip.rosa, 'Bo Sørensen')
    expect(changes).toHaveLength(2)
    expect(bo).toBe(`Bo Sørensen: ${changes[0].text}`)
  })

  it('allows only league admins to save for others and audits it without the text', async () => {
    const before = await readStoredRows()
    const forbidden = await save(betslip.rosa, 'ben', 'Bears')
    expect([forbidden.status, forbidden.body.code]).toEqual([403, 'not_allowed'])
    expect(await readStoredRows()).toEqual(before)
    expect((await save(betslip.boss, 'BEN', 'Bears')).body.pick).toMatchObject({
      owner: 'ben',
      is_mine: false,
    })
    expect(await listAuditEntries()).toEqual([
      { actor_name: 'boss', action: 'bets.save', detail: { username: 'ben', season: 2026, week: 5 } },
    ])
  })

  it.each([
    ['2026-10-10T21:59:59Z', 5, 200],
    ['2026-10-10T22:00:00Z', 5, 423],
    ['2026-10-10T22:00:00Z', 6, 200],
    ['2026-10-31T21:59:59Z', 8, 200],
    ['2026-10-31T22:00:00Z', 8, 423],
    // Daylight saving time has ended in Chicago.
    ['2026-11-07T22:59:59Z', 9, 200],
    ['2026-11-07T23:00:00Z', 9, 423],
  ])('responds at %s for Week %i with %i, also to admins', async (now, week, status) => {
    await betslip.setClock(new Date(now))
    const before = await readStoredRows()
    const responses = [
      await save(betslip.rosa, 'Rosa Field', 'Late', { week }),
      await save(betslip.boss, 'Rosa Field', 'Later', { week }),
    ]
    expect(responses.map((response) => response.status)).toEqual([status, status])
    if (status === 423) {
      expect(responses[0]?.body).toEqual({ error: 'Picks for this week are locked.', code: 'week_locked' })
      expect(await readStoredRows()).toEqual(before)
    }
  })

  it("returns 423 for a season that hasn't started", async () => {
    const response = await save(betslip.rosa, 'Rosa Field', 'Bears', { season: 2027, week: 1 })
    expect([response.status, response.body.error]).toEqual([423, "The 2027 season hasn't started yet."])
  })

  it.each([
    [{ owner: 'Nobody' }, 404, 'owner_not_found'],
    [{ text: ' ' }, 400, 'invalid_input'],
    [{ text: 'x'.repeat(201) }, 400, 'invalid_input'],
    [{ week: 18 }, 400, 'invalid_input'],
    [{ text: 'a\0b' }, 400, 'invalid_input'],
  ])('rejects %j and changes nothing', async (overrides, status, code) => {
    const before = await readStoredRows()
    const response = await betslip.rosa.post(`${BETS_URL}save/`, {
      owner: 'Rosa Field',
      text: 'Bears',
      ...overrides,
    })
    expect([response.status, response.body.code]).toEqual([status, code])
    expect(await readStoredRows()).toEqual(before)
  })
})

describe('owners', () => {
  it('adds the username when another member has the same name', async () => {
    await save(betslip.rosa, 'Rosa Field', 'Bears')
    const other = await betslip.registerUser('field2', { first_name: 'ROSA', last_name: 'Field' })
    await betslip.boss.post('/api/assign-user/', { username: 'field2', league: 'Harbour', role: 'player' })
    expect(await listPickTexts(other)).toEqual(['Rosa Field (rosa): Bears'])
    expect(await getBets(other)).toMatchObject({
      owner: 'ROSA Field (field2)',
      missing: ['ben', 'Bo Sørensen', 'ROSA Field (field2)'],
    })
    const ambiguous = await save(betslip.boss, 'Rosa Field', 'Jets')
    expect([ambiguous.status, ambiguous.body.error]).toEqual([
      404,
      'More than one member has that name. Add the username in parentheses.',
    ])
    // A member who uses a shared name means themselves.
    expect((await save(other, 'Rosa Field', 'Jets')).body.pick).toMatchObject({
      owner: 'ROSA Field (field2)',
      is_mine: true,
    })
    expect((await save(other, 'Rosa Field (rosa)', 'Jets')).status).toBe(403)
  })

  it('keeps picks with an account that is renamed', async () => {
    await save(betslip.rosa, 'Rosa Field', 'Bears')
    await betslip.db
      .updateTable('users')
      .set({ last_name: 'Meadow' })
      .where('username', '=', 'rosa')
      .execute()
    expect(await listPickTexts(betslip.rosa)).toEqual(['Rosa Meadow: Bears'])
  })

  it('keeps the picks of a former member and accepts no new ones', async () => {
    await save(betslip.rosa, 'Rosa Field', 'Bears')
    await betslip.db
      .deleteFrom('memberships')
      .where('user_id', '=', (eb) => eb.selectFrom('users').select('id').where('username', '=', 'rosa'))
      .execute()
    expect(await listPickTexts(betslip.ben)).toEqual(['Rosa Field: Bears'])
    expect((await getBets(betslip.ben)).owners).toEqual(['ben', 'Bo Sørensen'])
    expect((await save(betslip.boss, 'Rosa Field', 'Jets')).body.code).toBe('owner_not_found')
  })

  it('lets site staff who are not members save picks for members only', async () => {
    const staff = await betslip.registerUser('staff', { first_name: 'Sam', last_name: 'Staff' })
    await betslip.db.updateTable('users').set({ is_staff: 1 }).where('username', '=', 'staff').execute()
    expect(await getBets(staff)).toMatchObject({
      owner: 'Sam Staff',
      owners: ['ben', 'Bo Sørensen', 'Rosa Field'],
    })
    expect((await save(staff, 'Sam Staff', 'Bears')).body.code).toBe('owner_not_found')
    expect((await save(staff, 'ben', 'Bears')).status).toBe(200)
  })
})

describe('in a league that hides picks until the cutoff', () => {
  beforeEach(async () => {
    await updateLeague({ hides_picks: 1 })
    await save(betslip.rosa, 'Rosa Field', 'Secret (+150)')
    await save(betslip.ben, 'ben', 'Mine (-110)')
  })

  it('hides the picks of others in every response, also from admins', async () => {
    const responses = [
      await betslip.boss.get(BETS_URL),
      await betslip.boss.get(`${BETS_URL}history/?owner=rosa`),
      await betslip.boss.get(`${BETS_URL}ledger/`),
      await betslip.boss.post(`${BETS_URL}admin/refresh/`, {}),
      await settlePick('rosa', 'won'),
    ]
    for (const { body } of responses) expect(JSON.stringify(body)).not.toContain('Secret')
    expect(responses[0]?.body).toMatchObject({
      picks: [],
      hides_picks: true,
      missing: ['Bo Sørensen'],
      slip: { legs: 0, product: '1' },
    })
    expect(responses[1]?.body).toMatchObject({ is_hidden: true, changes: [] })
    expect(responses[2]?.body.weeks).toEqual([])
    expect(JSON.stringify([await listEvents(), await listAuditEntries()])).not.toContain('Secret')
  })

  it('answers an admin the same way whether or not a saved guess equals the hidden pick', async () => {
    const before = await betslip.db.selectFrom('picks').select(['user_id', 'updated_at']).execute()
    betslip.clock.now = new Date(betslip.clock.now.getTime() + 60_000)
    const counts = async () => [(await listEvents()).length, (await listAuditEntries()).length]
    const guess = async (text: string) => {
      const [events = 0, entries = 0] = await counts()
      const { status, headers, body } = await save(betslip.boss, 'Rosa Field', text)
      const [eventsAfter = 0, entriesAfter = 0] = await counts()
      return {
        status,
        body,
        type: headers['content-type'],
        changes: [eventsAfter - events, entriesAfter - entries],
      }
    }
    const right = await guess('Secret (+150)')
    const wrong = await guess('Secret (+151)')
    expect(right.body.pick.updated_at).toBe(betslip.clock.now.toISOString())
    expect({ ...right, body: { ...right.body, pick: { ...right.body.pick, text: '', odds: 0 } } }).toEqual({
      ...wrong,
      body: { ...wrong.body, pick: { ...wrong.body.pick, text: '', odds: 0 } },
    })
    expect(before).toHaveLength(2)
  })

  it('tells an admin nothing about the hidden picks that a sheet contains', async () => {
    const importOf = async (text: string) => {
      betslip.sheet.rows = [
        ['Week', 'Owner', 'Pick'],
        ['5', 'rosa', text],
      ]
      const { body } = await betslip.boss.post(`${BETS_URL}admin/refresh/`, {})
      return { body, events: (await listEvents()).length, entry: (await listAuditEntries()).at(-1) }
    }
    const results = [await importOf('Secret (+150)'), await importOf('Guess'), await importOf('Another')]
    for (const { body } of results) {
      expect(body).toMatchObject({ imported: 0, unchanged: 0, kept: [], hidden: 1 })
      expect(body).toEqual(results[0]?.body)
    }
    expect(results.map(({ events }) => events)).toEqual([3, 4, 5])
    expect(results.map(({ entry }) => entry)).toEqual(results.map(() => results[0]?.entry))
  })

  it('keeps hiding them after an admin turned hiding off, until the week locks', async () => {
    const settings = await betslip.boss.post('/api/league/Harbour/settings/', { hides_picks: false })
    expect(settings.body.settings).toMatchObject({
      hides_picks: false,
      hides_picks_from: '2026-10-13T09:00:00.000Z',
    })
    await save(betslip.rosa, 'Rosa Field', 'Next week', { week: 6 })
    expect(await getBets(betslip.boss)).toMatchObject({ picks: [], hides_picks: true })
    expect((await getPickHistory(betslip.boss, 'rosa')).changes).toEqual([])
    await betslip.setClock(new Date('2026-10-13T09:00:00Z'))
    expect(await getBets(betslip.boss, '?week=6')).toMatchObject({ picks: [], hides_picks: true })
    await save(betslip.ben, 'ben', 'Lions', { week: 6 })
    expect(await listPickTexts(betslip.boss, '?week=6')).toEqual(['ben: Lions'])
    const { hides_picks_from } = (await betslip.boss.get('/api/league/Harbour/settings/')).body
    expect(hides_picks_from).toBe(null)
  })

  it('shows members their own pick with its odds', async () => {
    expect(await getBets(betslip.ben)).toMatchObject({
      picks: [{ owner: 'ben', text: 'Mine (-110)' }],
      slip: { legs: 1, product: '1.909090909' },
    })
    expect((await getPickHistory(betslip.ben, 'ben')).changes).toHaveLength(1)
  })

  it('shows all picks from the cutoff on', async () => {
    betslip.clock.now = new Date(CUTOFF.getTime() - 1)
    expect(await listPickTexts(betslip.boss)).toEqual([])
    betslip.clock.now = CUTOFF
    expect(await getBets(betslip.boss)).toMatchObject({ hides_picks: false, slip: { legs: 2 } })
    expect(await listPickTexts(betslip.boss)).toEqual(['ben: Mine (-110)', 'Rosa Field: Secret (+150)'])
    expect((await getPickHistory(betslip.boss, 'rosa')).changes).toHaveLength(1)
  })
})

describe('settling a pick', () => {
  beforeEach(async () => {
    await save(betslip.rosa, 'Rosa Field', 'Bears (+150)')
    await save(betslip.ben, 'ben', 'Jets (-120)')
    betslip.clock.now = CUTOFF
  })

  it('reprices the slip after each leg', async () => {
    const first = await settlePick('ben', 'void')
    expect(first.body).toMatchObject({
      message: "Marked ben's Week 5 pick as void.",
      pick: { owner: 'ben', result: 'void' },
      slip: { state: 'open', product: '2.5', profit: '15.00', returned: null },
    })
    expect((await settlePick('Rosa Field', 'won')).body.slip).toMatchObject({
      state: 'won',
      returned: '25.00',
    })
    expect((await settlePick('ben', 'won')).body.slip).toMatchObject({ state: 'won', returned: '45.83' })
    expect((await settlePick('ben', 'lost')).body.slip).toMatchObject({
      state: 'lost',
      profit: '-10.00',
      returned: '0.00',
    })
    const reopened = await settlePick('ben', null)
    expect(reopened.body).toMatchObject({
      message: "Reopened ben's Week 5 pick.",
      slip: { state: 'open' },
    })
    expect((await getBets(betslip.rosa)).picks[0]).toMatchObject({ owner: 'ben', result: null })
    await settlePick('ben', 'push')
    await settlePick('Rosa Field', 'void')
    expect((await getBets(betslip.rosa)).slip).toMatchObject({
      state: 'returned',
      profit: '0.00',
      returned: '10.00',
    })
  })

  it('audits and publishes a repeated result only once', async () => {
    await settlePick('ben', 'won')
    await settlePick('ben', 'won')
    expect(await listAuditEntries()).toEqual([
      {
        actor_name: 'boss',
        action: 'bets.settle',
        detail: { username: 'ben', season: 2026, week: 5, result: 'won', before: null },
      },
    ])
    expect(await listEvents()).toHaveLength(3)
  })

  it.each([
    ['a pick of an open week', 'ben', 'won', { week: 6 }, 409, 'week_open'],
    ['an owner without a pick', 'Bo Sørensen', 'won', {}, 404, 'pick_not_found'],
    ['an unknown owner', 'Nobody', 'won', {}, 404, 'owner_not_found'],
    ['an unknown result', 'ben', 'draw', {}, 400, 'invalid_input'],
  ])('rejects %s and changes nothing', async (_, owner, result, overrides, status, code) => {
    const before = await readStoredRows()
    const response = await settlePick(owner, result, overrides)
    expect([response.status, response.body.code]).toEqual([status, code])
    expect(await readStoredRows()).toEqual(before)
  })
})
