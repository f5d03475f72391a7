import type { DataKind } from '@fieldhouse/contract/operation'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTwoLeagues, type TwoLeagues } from '../../testing/two-leagues.ts'
import { type Db, leagueVersionsOf } from '../engine/database.ts'
import { VERSIONED_TABLES } from './0044-data-versions.ts'
import { DOCUMENT_TABLES } from './season-documents.ts'

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

const kindsOf = (table: string) =>
  ALL_KINDS.filter((kind) => VERSIONED_TABLES.some((each) => each.table === table && each.kind === kind))

/** A later migration drops some. */
const TABLES = [...new Set(VERSIONED_TABLES.map(({ table }) => table))].filter(
  (table) => !DOCUMENT_TABLES.some((name) => name === table),
)
/** The tables with a condition for updates. */
const CONDITIONAL = new Set(VERSIONED_TABLES.filter((each) => each.updateWhen).map(({ table }) => table))

class RolledBack extends Error {}

/** Runs a statement and rolls it back. */
async function rollBack(statement: string) {
  const transaction = db.transaction().execute(async (open) => {
    await sql.raw(statement).execute(open)
    throw new RolledBack()
  })
  await expect(transaction).rejects.toThrow(RolledBack)
}

it.each(TABLES.filter((table) => !CONDITIONAL.has(table)))(
  'changes the versions of exactly the kinds of %s with an update, and not with one that is rolled back',
  async (table) => {
    const [row] = (
      await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
    ).rows
    const [{ column = '' } = {}] = (await db.introspection.getTables())
      .filter(({ name }) => name === table)
      .map(({ columns }) => ({ column: columns[0]?.name }))
    const touch = `update ${table} set ${column} = ${column}`
    expect(await changedKinds(() => rollBack(touch))).toEqual([])
    const expected = Number(row?.count) > 0 ? kindsOf(table) : []
    expect(await changedKinds(() => sql.raw(touch).execute(db))).toEqual(expected)
  },
)

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

it('does not count the next due time of a refresh or the use of a session', async () => {
  const schedule = () => db.updateTable('leagues').set({ refresh_due_at: 17 }).execute()
  expect(await changedKinds(schedule)).toEqual([])
  const extend = () => db.updateTable('sessions').set({ seen_at: 17, expires_at: 18 }).execute()
  expect(await changedKinds(extend)).toEqual([])
  const note = () => db.updateTable('leagues').set({ season_note: 'Ahoy' }).execute()
  expect(await changedKinds(note)).toEqual(['access', 'league'])
})
