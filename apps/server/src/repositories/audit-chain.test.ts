import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../database/engine/database.ts'
import { removeAuditTriggers } from '../testing/audit-triggers.ts'
import { createTestDatabase, TEST_ENGINE, type TestDatabase } from '../testing/test-database.ts'
import { chainNext, recordAuditEntry, verifyChain } from './audit.ts'

let database: TestDatabase
let db: Db
beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterEach(() => database.drop())

const addEntries = async (count: number, startMs = 1000) => {
  for (let index = 0; index < count; index += 1)
    await recordAuditEntry(db, {
      at: new Date(startMs + index),
      actor: null,
      action: 'league.settings',
      leagueId: 4,
      detail: { name: `Öl ${index} "quoted"` },
    })
}

const chainAll = async () => {
  let head = await chainNext(db)
  for (let next = head; next !== null; next = await chainNext(db)) head = next
  return head
}

const verify = (hashes: readonly string[] = []) => verifyChain(db, hashes)

describe('audit log table', () => {
  beforeEach(async () => {
    await sql`insert into users (username, username_key, email, first_name, last_name, password_hash, is_admin,
      is_staff, created_at) values ('boss', 'boss', '', '', '', '', 1, 1, 1)`.execute(db)
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const actor = { userId: id, username: 'boss' }
    await recordAuditEntry(db, { at: new Date(5), actor, action: 'league.export', leagueId: 4 })
  })

  it.each([
    ['delete', 'delete from audit_log'],
    ['change of the time', 'update audit_log set at = 6'],
    ['change of the actor', "update audit_log set actor_name = 'somebody'"],
    ['change of the action', "update audit_log set action = 'league.delete'"],
    ['change of the league', 'update audit_log set league_id = null'],
    ['change of the detail', "update audit_log set detail = '{}' || ' '"],
    ['change of the id', 'update audit_log set id = 77'],
    ['second chain', 'update audit_log set sequence = 2'],
    ['removed chain', 'update audit_log set sequence = null, hash = null'],
  ])('rejects a %s', async (_, statement) => {
    await chainAll()
    const before = await db.selectFrom('audit_log').selectAll().execute()
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('the audit log is append-only')
    expect(await db.selectFrom('audit_log').selectAll().execute()).toEqual(before)
  })

  it('keeps the entries of a deleted account, and their chain', async () => {
    await chainAll()
    await db.deleteFrom('users').execute()
    const entry = await db.selectFrom('audit_log').select(['actor_id', 'actor_name']).executeTakeFirst()
    expect(entry).toEqual({ actor_id: null, actor_name: 'boss' })
    expect(await verify()).toMatchObject({ checked: 1, broken: null })
  })
})

describe('audit chain', () => {
  it('covers every entry, in more than one batch, and reports those that are not chained', async () => {
    await addEntries(501)
    const head = await chainAll()
    await addEntries(2, 5000)
    expect(await verify([head?.hash ?? ''])).toEqual({
      checked: 501,
      first: new Date(1000),
      last: new Date(1500),
      head: { sequence: 501, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      broken: null,
      unchained: { count: 2, oldest: new Date(5000) },
      missingHashes: [],
    })
    await chainAll()
    expect(await verify([head?.hash ?? ''])).toMatchObject({
      checked: 503,
      unchained: { count: 0, oldest: null },
      missingHashes: [],
    })
  })

  it('reports an empty log', async () => {
    expect(await chainAll()).toBeNull()
    expect(await verify()).toMatchObject({ checked: 0, head: null, broken: null })
  })

  it.each([
    ['change', "update audit_log set actor_name = 'ada' where id = 3", { problem: 'changed', sequence: 3 }],
    ['removal', 'delete from audit_log where id = 3', { problem: 'missing', sequence: 3 }],
    ['replaced hash', "update audit_log set hash = 'ab' where id = 3", { problem: 'changed', sequence: 3 }],
    [
      'swap',
      'update audit_log set sequence = case id when 2 then -3 else -2 end where id in (2, 3)',
      { problem: 'missing', sequence: 1 },
    ],
    ['number below the first one', 'update audit_log set sequence = 0 where id = 5', { problem: 'missing' }],
  ])('shows the first broken entry after a %s', async (_, statement, broken) => {
    await addEntries(5)
    await chainAll()
    await removeAuditTriggers(db)
    await sql.raw(statement).execute(db)
    expect((await verify()).broken).toMatchObject(broken)
  })

  it('shows that the last entries were removed or replaced to somebody who noted the head', async () => {
    await addEntries(5)
    const head = await chainAll()
    await removeAuditTriggers(db)
    await sql`delete from audit_log where id > 3`.execute(db)
    await addEntries(2, 9000)
    await chainAll()
    expect(await verify([head?.hash ?? ''])).toMatchObject({
      checked: 5,
      broken: null,
      missingHashes: [head?.hash],
    })
  })

  it('stays intact when several processes write and chain at the same time', async () => {
    const chain = async () => {
      await chainNext(db).catch(() => undefined)
    }
    await Promise.all([addEntries(40), addEntries(40), chain(), chain(), addEntries(20), chain(), chain()])
    await chainAll()
    expect(await verify()).toMatchObject({ checked: 100, broken: null, unchained: { count: 0 } })
  })

  it('includes an entry whose transaction ends after later ones were chained', async ({ skip }) => {
    skip(TEST_ENGINE === 'sqlite', 'SQLite has one writer at a time.')
    const entry = { at: new Date(1), actor: null, action: 'league.import' as const }
    const { promise: isChained, resolve } = Promise.withResolvers<void>()
    const slow = db.transaction().execute(async (transaction) => {
      await recordAuditEntry(transaction, entry)
      await addEntries(3)
      await chainAll()
      resolve()
    })
    await isChained
    await slow
    await chainAll()
    expect(await verify()).toMatchObject({ checked: 4, broken: null, unchained: { count: 0 } })
  })
})
