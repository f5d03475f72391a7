import type { DataKind } from '@fieldhouse/contract/operation'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFilledDatabase } from '../../testing/edge-case-rows.ts'
import type { TestDatabase } from '../../testing/test-database.ts'
import { createTwoLeagues, type TwoLeagues } from '../../testing/two-leagues.ts'
import { type Db, leagueVersionsOf } from '../engine/database.ts'
import { VERSIONED_TABLES } from './version-triggers.ts'

describe('with rows in every table', () => {
  let filled: TestDatabase
  /** By table. */
  const firstColumns = new Map<string, string>()
  beforeAll(async () => {
    filled = await createFilledDatabase()
    for (const { name, columns } of await filled.db.introspection.getTables())
      firstColumns.set(name, columns[0]?.name ?? '')
  })
  afterAll(() => filled.drop())

  const TABLES = [...new Set(VERSIONED_TABLES.map(({ table }) => table))]
  /** Those who wrote something cannot be deleted. */
  const DELETABLE = TABLES.filter((table) => table !== 'users')

  const kindsOf = (table: string, event: 'insert' | 'update' | 'delete') =>
    VERSIONED_TABLES.filter((each) => each.table === table && each.events.includes(event))
      .map(({ kind }) => kind)
      .sort()

  class RolledBack extends Error {}

  /** The kinds of data that the last statement changes. All are rolled back. */
  async function changedKinds(...statements: string[]): Promise<string[]> {
    let kinds: string[] = []
    const transaction = filled.db.transaction().execute(async (open) => {
      for (const statement of statements) {
        await sql`delete from data_versions`.execute(open)
        await sql.raw(statement).execute(open)
      }
      const { rows } = await sql<{ kind: string }>`select distinct kind from data_versions`.execute(open)
      kinds = rows.map(({ kind }) => kind).sort()
      throw new RolledBack()
    })
    await expect(transaction).rejects.toThrow(RolledBack)
    return kinds
  }

  it.each(TABLES)('changes exactly the kinds of %s with an update', async (table) => {
    const column = firstColumns.get(table)
    const change = table === 'leagues' ? "season_note = 'Ahoy'" : `${column} = ${column}`
    expect(await changedKinds(`update ${table} set ${change}`)).toEqual(kindsOf(table, 'update'))
  })

  it.each(DELETABLE)('changes the kinds of %s when rows are deleted and inserted', async (table) => {
    const copy = `create temporary table copied as select * from ${table}`
    const [remove, restore] = [`delete from ${table}`, `insert into ${table} select * from copied`]
    const deleted = await changedKinds(copy, remove)
    expect(deleted).toEqual(expect.arrayContaining(kindsOf(table, 'delete')))
    const inserted = await changedKinds(copy, remove, restore)
    expect(inserted).toEqual(kindsOf(table, 'insert'))
  })
})

describe('in a league', () => {
  const ALL_KINDS: DataKind[] = ['access', 'people', 'league', 'season', 'feed', 'bets', 'nfl', 'news']
  /** One array for each kind, because versions are looked up by array. */
  const KINDS = ALL_KINDS.map((kind): [DataKind] => [kind])

  let fixture: TwoLeagues
  let db: Db
  let leagueIds: Record<'Harbour' | 'Island', number>
  beforeAll(async () => {
    fixture = await createTwoLeagues()
    db = fixture.testApp.db
    const rows = await db.selectFrom('leagues').select(['id', 'name']).execute()
    leagueIds = Object.fromEntries(rows.map(({ id, name }) => [name, id])) as typeof leagueIds
  })
  afterAll(() => fixture.testApp.close())

  /** The kinds of data of a league whose versions change while `write` runs. */
  async function changedKinds(write: () => Promise<unknown>, league: 'Harbour' | 'Island' = 'Harbour') {
    const read = leagueVersionsOf(db)
    const before = await read(leagueIds[league])
    await write()
    const after = await read(leagueIds[league])
    if (before === null || after === null) throw new Error('the versions are unknown')
    return KINDS.filter((kind) => before.of(kind) !== after.of(kind)).map(([kind]) => kind)
  }

  it.each([
    ['a post', { content: 'Ahoy' }, 'posts/', ['feed']],
    ['a proposal', { question: 'Who?', options: ['Ann', 'Bob'] }, 'proposals/', ['feed']],
  ] as const)('changes only the feed of the league with %s', async (_, body, path, kinds) => {
    const write = (league: string) => () =>
      fixture.clients.boss.post(`/api/league/${league}/social/${path}`, body)
    expect(await changedKinds(write('Harbour'))).toEqual(kinds)
    expect(await changedKinds(write('Island'))).toEqual([])
  })

  it('changes the versions when rows are deleted, also by a foreign key', async () => {
    const { post } = fixture.resources.Harbour
    const remove = (path: string) => fixture.clients.boss.delete(`/api/league/Harbour/social/${path}`)
    expect(await changedKinds(() => remove(`posts/${post}/`))).toEqual(['feed'])
    expect(await changedKinds(() => fixture.clients.rival.post('/api/logout/'))).toEqual(['access'])
  })

  it('counts a season, its scores and everything else that a refresh stores', async () => {
    const refresh = () => fixture.clients.boss.post('/api/refresh-espn/', { name: 'Harbour' })
    expect(await changedKinds(refresh)).toContain('season')
    expect(await changedKinds(refresh, 'Island')).not.toContain('season')
  })

  it('counts nothing that is rolled back', async () => {
    const rollBack = () =>
      db.transaction().execute(async (open) => {
        await open.updateTable('leagues').set({ season_note: 'Ahoy' }).execute()
        throw new Error('rolled back')
      })
    expect(await changedKinds(() => expect(rollBack()).rejects.toThrow('rolled back'))).toEqual([])
  })

  it('does not count the next due time of a refresh or the use of a session', async () => {
    const schedule = () => db.updateTable('leagues').set({ refresh_due_at: 17 }).execute()
    expect(await changedKinds(schedule)).toEqual([])
    const extend = () => db.updateTable('sessions').set({ seen_at: 17, expires_at: 18 }).execute()
    expect(await changedKinds(extend)).toEqual([])
    const note = () => db.updateTable('leagues').set({ season_note: 'Ahoy' }).execute()
    expect(await changedKinds(note)).toEqual(['access', 'league'])
  })
})
