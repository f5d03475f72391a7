import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listTables } from '../../database/list-tables.ts'
import { SESSION_COOKIE } from '../../http/access.ts'
import { startSession } from '../../http/session-store.ts'
import { createFullLeague } from '../../testing/full-league-fixture.ts'
import { TEST_ENGINE } from '../../testing/test-database.ts'
import { multiplyLeague } from './multiply-league.ts'

/** Everybody's, or so short that they say nothing of a league. */
const SHARED_TABLES = ['attempt_buckets', 'attempts', 'players', 'server_keys']

it.runIf(TEST_ENGINE === 'postgres')('makes leagues of one that are as whole as it is', async () => {
  const { testApp } = await createFullLeague()
  try {
    const before = await counts()
    await multiplyLeague(testApp.db, 3)
    const after = await counts()
    for (const [table, rows] of before)
      expect([table, after.get(table)]).toEqual([table, rows * (SHARED_TABLES.includes(table) ? 1 : 3)])
    const feeds = []
    for (const ending of ['', '-1', '-2']) feeds.push(await feedOf(ending))
    expect(feeds[0].items).toHaveLength(5)
    expect(new Set(feeds.map(shape)).size).toBe(1)
    expect(new Set(feeds.map((feed) => feed.items[0].id)).size).toBe(3)
  } finally {
    await testApp.close()
  }

  async function counts(): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    for (const { name } of await listTables(testApp.db)) {
      const { rows } = await sql<{
        count: number
      }>`select count(*)::int as count from ${sql.table(name)}`.execute(testApp.db)
      if (!name.startsWith('kysely_')) found.set(name, rows[0]?.count ?? 0)
    }
    return found
  }

  /** As the copy of the player sees it. */
  async function feedOf(ending: string) {
    const user = await testApp.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', `player${ending}`)
      .executeTakeFirstOrThrow()
    const token = await startSession(testApp.db, { userId: user.id, userAgent: null, now: testApp.clock.now })
    const answer = await testApp.app.inject({
      url: `/api/league/Harbour${ending}/social/feed/`,
      cookies: { [SESSION_COOKIE]: token },
    })
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }

  /** What is the same in each copy. */
  function shape(feed: { items: { type: string; content?: string; question?: string }[] }): string {
    return JSON.stringify(feed.items.map(({ type, content, question }) => [type, content, question]))
  }
})
