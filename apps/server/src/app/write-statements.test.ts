import { type Operations, operations } from '@fieldhouse/contract/operations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../database/engine/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createTwoLeagues, type TwoLeagues } from '../testing/two-leagues.ts'
import { buildValidRequest, sendAs } from '../testing/valid-requests.ts'

let database: TestDatabase
let fixture: TwoLeagues
let statements: string[]
beforeAll(async () => {
  const { db, ...rest } = await createTestDatabase()
  await db.destroy()
  database = { db: connect(rest.address, ({ sql }) => statements.push(sql)), ...rest }
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

/** The most frequent writes, and how many statements each may take, if a vote and a pick change nothing. The check of rights is not counted. */
const WRITES = {
  likePost: 8,
  createComment: 10,
  voteOnProposal: 6,
  savePick: 3,
} as const satisfies Partial<Record<keyof Operations, number>>

describe.each(Object.entries(WRITES) as [keyof typeof WRITES, number][])('%s', (name, most) => {
  async function write() {
    const request = await buildValidRequest(fixture, name, 'player', 'Harbour')
    statements = []
    const { status } = await sendAs(fixture, 'player', operations[name], request)
    expect(status).toBe(200)
  }

  it('is authorized before its transaction without reading the session again', async () => {
    await write()
    await write()
    expect(statements.filter((each) => each.includes('"sessions"'))).toEqual([])
  })

  it('takes few statements', async () => {
    await write()
    await write()
    const queries = statements.filter((each) => !/^(?:begin|commit|savepoint|release)\b/.test(each))
    expect(queries.length, queries.join('\n')).toBeLessThanOrEqual(most)
  })
})
