import type { Operation } from '@fieldhouse/contract/operation'
import { operations } from '@fieldhouse/contract/operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  BEFORE_CUTOFF,
  type BetslipFixture,
  CUTOFF,
  startBetslipFixture,
} from '../testing/betslip-fixture.ts'
import { buildSeason } from '../testing/season-fixture.ts'
import type { TestClient } from '../testing/start-app.ts'

/** Two people who edit one field, and each edits it from the value that both have read. */
type Edit = {
  path: string
  field: string
  /** The rest of the body. */
  key?: object
  /** What both read, then what the first and the second person save. */
  values: readonly [read: unknown, first: unknown, second: unknown]
  /** Whether picks must be locked. */
  isAfterCutoff?: true
  /** The stored value as the second person reads it. */
  readStored: (client: TestClient) => Promise<unknown>
}

const HARBOUR = '/api/league/Harbour'
const NOT_SAVED = 'Somebody else changed this while you were editing.'

const readBody = async (client: TestClient, path: string) => (await client.get(`${HARBOUR}/${path}`)).body

const settingEdit = (field: string, values: Edit['values']): Edit => ({
  path: 'settings/',
  field,
  values,
  readStored: async (client) => (await readBody(client, 'settings/'))[field],
})

const EDITS: Partial<Record<keyof typeof operations, Edit[]>> = {
  saveLeagueSettings: [
    settingEdit('season_note', ['', 'Keepers by Friday.', 'Keepers by Saturday.']),
    settingEdit('google_sheet_id', [
      '1HarbourPicks-abcdefghijklm',
      '1FirstSheet-abcdefghijklmno',
      '1SecondSheet-abcdefghijklmn',
    ]),
  ],
  assignTeam: [
    {
      path: 'assign-team/',
      field: 'username',
      key: { league_team_id: 2 },
      values: [null, 'rosa', 'ben'],
      readStored: async (client) => (await readBody(client, 'teams/')).teams[1].assigned_user,
    },
  ],
  savePick: [
    {
      path: 'bets/save/',
      field: 'text',
      key: { owner: 'Rosa Field' },
      values: [null, 'Bears +3 (-110)', 'Jets (+120)'],
      readStored: async (client) => (await readBody(client, 'bets/')).picks[0].text,
    },
  ],
  settlePick: [
    {
      path: 'bets/settle/',
      field: 'result',
      key: { owner: 'Rosa Field', season: 2026, week: 5 },
      values: [null, 'won', 'lost'],
      isAfterCutoff: true,
      readStored: async (client) => (await readBody(client, 'bets/?week=5')).picks[0].result,
    },
  ],
  namePrizeWinner: [
    {
      path: 'dues/winner/',
      field: 'team_id',
      key: { season: 2026, prize_id: 1 },
      values: [null, 1, 2],
      readStored: async (client) =>
        (await readBody(client, 'dues/')).prizes[0].awards[0].winners[0]?.team_id ?? null,
    },
  ],
  excludeFromRecords: [
    {
      path: 'history/exclusions/',
      field: 'reason',
      key: { season: 2026 },
      values: [null, 'A strike.', 'Wrong scores.'],
      readStored: async (client) =>
        (await readBody(client, 'history/')).seasons[0].records_excluded?.reason ?? null,
    },
  ],
}

let league: BetslipFixture
let other: TestClient
beforeAll(async () => {
  league = await startBetslipFixture()
  league.provider.read = () => buildSeason()
  await league.boss.post('/api/refresh-espn/', { name: 'Harbour' })
  const prize = { prize_id: null, kind: 'custom', title: 'Best name', amount: '25', includes_playoffs: false }
  const dues = { season: 2026, version: 0, amount: '50', due_on: null, prizes: [prize] }
  await league.boss.post(`${HARBOUR}/dues/`, dues)
  other = await league.registerUser('other')
  await league.boss.post('/api/assign-user/', { username: 'other', league: 'Harbour', role: 'admin' })
})
afterAll(() => league.close())

const save = (client: TestClient, { path, key, field }: Edit, value: unknown, expected?: unknown) =>
  client.post(`${HARBOUR}/${path}`, {
    ...key,
    [field]: value,
    ...(expected === undefined ? {} : { expected: { [field]: expected } }),
  })

it('has an example of every operation that accepts expected values', () => {
  const accepting = Object.entries(operations as Record<string, Operation>).flatMap(([name, { schema }]) =>
    schema.body instanceof z.ZodObject && 'expected' in schema.body.shape ? [name] : [],
  )
  expect(accepting.toSorted()).toEqual(Object.keys(EDITS).toSorted())
})

describe.each(Object.values(EDITS).flat())('two people who edit $field of $path', (edit) => {
  const [read, first, second] = edit.values

  beforeAll(() => league.setClock(edit.isAfterCutoff === true ? CUTOFF : BEFORE_CUTOFF))

  it('get 409 with the newer value for an edit of an older one, which saves nothing', async () => {
    expect((await save(other, edit, first, read)).status).toBe(200)
    const { status, body } = await save(league.boss, edit, second, read)
    const newer = { [edit.field]: { value: first, by: 'other', at: league.clock.now.toISOString() } }
    expect({ status, body }).toEqual({
      status: 409,
      body: { error: NOT_SAVED, code: 'edit_conflict', newer },
    })
    expect(await edit.readStored(league.boss)).toBe(first)
  })

  it('get no conflict when both save the same value', async () => {
    expect((await save(league.boss, edit, first, read)).status).toBe(200)
    expect(await edit.readStored(league.boss)).toBe(first)
  })

  it('replace the newer value once they have read it', async () => {
    expect((await save(league.boss, edit, second, first)).status).toBe(200)
    expect(await edit.readStored(league.boss)).toBe(second)
  })

  it('replace any value without saying what they have read', async () => {
    expect((await save(other, edit, first)).status).toBe(200)
    expect(await edit.readStored(league.boss)).toBe(first)
  })
})

it('reports only the conflicting fields of several, and saves none of them', async () => {
  const settings = await readBody(league.boss, 'settings/')
  await other.post(`${HARBOUR}/settings/`, { season_note: 'From the other admin.' })
  const { body } = await league.boss.post(`${HARBOUR}/settings/`, {
    season_note: 'Mine.',
    google_sheet_gid: '7',
    google_sheet_id: settings.google_sheet_id,
    has_recap: false,
    expected: { season_note: settings.season_note, google_sheet_gid: settings.google_sheet_gid },
  })
  expect(body.newer).toEqual({
    season_note: { value: 'From the other admin.', by: 'other', at: league.clock.now.toISOString() },
  })
  expect(await readBody(league.boss, 'settings/')).toMatchObject({ google_sheet_gid: '', has_recap: true })
})

it('says that nobody is known to have saved a value whose change is not in the audit log', async () => {
  await league.db.updateTable('leagues').set({ season_note: 'From nowhere.' }).execute()
  const { body } = await league.boss.post(`${HARBOUR}/settings/`, {
    season_note: 'Mine.',
    expected: { season_note: '' },
  })
  expect(body.newer).toEqual({ season_note: { value: 'From nowhere.', by: null, at: null } })
})

it('does not compare a hidden pick, which a conflict would reveal', async () => {
  await league.db.updateTable('leagues').set({ hides_picks: 1 }).execute()
  await league.setClock(BEFORE_CUTOFF)
  const edit = { path: 'bets/save/', field: 'text', key: { owner: 'Rosa Field' } } as Edit
  await save(league.rosa, edit, 'Hidden (-105)')
  expect((await save(league.boss, edit, 'A guess (-105)', 'Another guess (-105)')).status).toBe(200)
  await save(league.rosa, edit, 'Hidden (-105)')
  expect((await save(league.boss, edit, 'A guess (-105)', null)).status).toBe(200)
})

it('compares the own pick even while it is hidden from others', async () => {
  const edit = { path: 'bets/save/', field: 'text', key: { owner: 'Rosa Field' } } as Edit
  const { body } = await save(league.rosa, edit, 'Hidden again (-105)', 'Hidden (-105)')
  expect(body.newer).toMatchObject({ text: { value: 'A guess (-105)', by: 'boss' } })
})
