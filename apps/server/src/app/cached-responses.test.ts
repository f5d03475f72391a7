import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../database/engine/database.ts'
import { VERSIONED_TABLES } from '../database/schema/version-triggers.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type Actor, createTwoLeagues, type TwoLeagues } from '../testing/two-leagues.ts'
import { buildValidRequest, sendAs } from '../testing/valid-requests.ts'

type OperationName = keyof Operations

const CACHED = (Object.entries(operations) as [OperationName, Operation][]).filter(
  ([, { config }]) => config.cache !== undefined,
)
/** Members of the league Harbour with different roles, teams and rights. */
const READERS: Actor[] = ['viewer', 'player', 'skipper', 'staff', 'boss']

let database: TestDatabase
let fixture: TwoLeagues
let statements: string[]
beforeAll(async () => {
  const { db, ...rest } = await createTestDatabase()
  await db.destroy()
  const record = ({ sql: text }: { sql: string }) => {
    // The URL of the site is read once in a few seconds, whatever is requested.
    if (!text.includes('"site_settings"')) statements.push(text)
  }
  database = { db: connect(rest.address, record), ...rest }
  statements = []
  fixture = await createTwoLeagues({}, { database })
})
afterAll(async () => {
  await fixture.testApp.close()
  await database.db.destroy()
  await database.drop()
})
beforeEach(() => {
  statements = []
})

/** Makes everything outdated that was read before, except for granted access. */
async function forgetData(): Promise<void> {
  await sql`update data_versions set version = version + 1000000 where kind <> 'access'`.execute(database.db)
}

/** Reads a cached operation in the league Harbour. `variant` makes the URL a different one. */
async function read(name: OperationName, actor: Actor, variant: string) {
  const request = await buildValidRequest(fixture, name, actor, 'Harbour')
  const url = `${request.url}${request.url.includes('?') ? '&' : '?'}variant=${variant}`
  const { status, body, headers } = await sendAs(fixture, actor, operations[name], { ...request, url })
  expect([name, actor, status]).toEqual([name, actor, 200])
  return { text: body.toString(), etag: headers['etag'] }
}

const tablesOf = (sql: string) =>
  [...sql.matchAll(/\b(?:from|join|into|update) "(\w+)"/g)].map(([, table]) => table)

/**
 * How a league was imported is stored with the league and never changes, and the week of a recap with its post. A
 * section of the rules changes with its version or proposal, and the logos of a league with its seasons. What is read
 * about a link changes the version of the posts that contain it.
 */
const UNCHANGING_TABLES = [
  'league_imports',
  'league_logos',
  'recaps',
  'rule_sections',
  'post_links',
  'link_previews',
]

const kindsOf = (table: string | undefined) =>
  VERSIONED_TABLES.filter((each) => each.table === table).map(({ kind }) => kind)

describe.each(CACHED)('%s', (name, { config }) => {
  it('reads only tables of the kinds of data in its cache rule', async () => {
    const reads: readonly string[] = config.cache?.reads ?? []
    for (const actor of READERS) {
      await read(name, actor, 'authorizes')
      await forgetData()
      statements = []
      await read(name, actor, 'computes')
      const undeclared = statements
        .flatMap(tablesOf)
        .filter((table) => table === undefined || !UNCHANGING_TABLES.includes(table))
        .filter((table) => !kindsOf(table).some((kind) => reads.includes(kind)))
      expect([actor, undeclared]).toEqual([actor, []])
    }
  })

  it.runIf(config.cache?.view === 'league')('is the same for everyone in the league', async () => {
    const responses = []
    // The first one of each variant is computed, the others are from the cache.
    for (const actor of READERS) responses.push((await read(name, actor, actor)).text)
    expect(new Set(responses).size).toBe(1)
  })

  it('is served without a query until data that it reads change', async () => {
    const first = await read(name, 'player', 'cached')
    // Whether the pictures of a history are current is checked once a second.
    await read(name, 'player', 'cached')
    statements = []
    expect(await read(name, 'player', 'cached')).toEqual(first)
    expect(statements).toEqual([])

    await fixture.clients.boss.post('/api/league/Island/social/posts/', { content: 'In another league' })
    statements = []
    expect(await read(name, 'player', 'cached')).toEqual(first)
    expect(statements).toEqual([])
  })
})

it('reads what everyone sees of a feed once for all members', async () => {
  await read('listFeed', 'viewer', 'authorizes')
  await read('listFeed', 'boss', 'authorizes')
  const { post } = fixture.resources.Harbour
  await fixture.clients.boss.post(`/api/league/Harbour/social/posts/${post}/like/`)
  await forgetData()
  statements = []
  const first = await read('listFeed', 'viewer', 'shared')
  expect(new Set(statements.flatMap(tablesOf))).toContain('feed_posts')
  statements = []
  const second = await read('listFeed', 'boss', 'shared')
  expect(new Set(statements.flatMap(tablesOf))).toEqual(new Set(['item_likes']))
  expect(second.etag).not.toBe(first.etag)
})
