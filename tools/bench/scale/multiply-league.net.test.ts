import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SESSION_COOKIE } from '../../../apps/server/src/auth/access.ts'
import { startSession } from '../../../apps/server/src/auth/session-store.ts'
import { listTables } from '../../../apps/server/src/database/portability/list-tables.ts'
import { createFullLeague } from '../../../apps/server/src/testing/full-league-fixture.ts'
import { TEST_ENGINE } from '../../../apps/server/src/testing/test-database.ts'
import { multiplyLeague } from './multiply-league.ts'

/** Shared by all leagues, or short-lived. */
const SHARED_TABLES = ['attempt_buckets', 'attempts', 'players', 'server_keys']

it.runIf(TEST_ENGINE === 'postgres')(
  'copies a league with all its rows and keeps the copies consistent',
  async () => {
    const { testApp } = await createFullLeague()
    try {
      const before = await countRows()
      await multiplyLeague(testApp.db, 3)
      const after = await countRows()
      for (const [table, rows] of before)
        expect([table, after.get(table)]).toEqual([table, rows * (SHARED_TABLES.includes(table) ? 1 : 3)])
      const feeds = []
      for (const suffix of ['', '-1', '-2']) feeds.push(await feedOf(suffix))
      expect(feeds[0].items).toHaveLength(6)
      expect(new Set(feeds.map(comparableFeed)).size).toBe(1)
      expect(new Set(feeds.map((feed) => feed.items[0].id)).size).toBe(3)
    } finally {
      await testApp.close()
    }

    async function countRows(): Promise<Map<string, number>> {
      const counts = new Map<string, number>()
      for (const { name } of await listTables(testApp.db)) {
        const { rows } = await sql<{
          count: number
        }>`select count(*)::int as count from ${sql.table(name)}`.execute(testApp.db)
        if (!name.startsWith('kysely_')) counts.set(name, rows[0]?.count ?? 0)
      }
      return counts
    }

    /** Returns the feed that a copy of the player sees. */
    async function feedOf(suffix: string) {
      const user = await testApp.db
        .selectFrom('users')
        .select('id')
        .where('username', '=', `player${suffix}`)
        .executeTakeFirstOrThrow()
      const token = await startSession(testApp.db, {
        userId: user.id,
        userAgent: null,
        address: null,
        now: testApp.clock.now,
      })
      const response = await testApp.app.inject({
        url: `/api/league/Harbour${suffix}/social/feed/`,
        cookies: { [SESSION_COOKIE]: token },
      })
      expect(response.statusCode).toBe(200)
      return response.json()
    }

    /** The parts of a feed that are equal in all copies. */
    function comparableFeed(feed: {
      items: { type: string; content?: string; question?: string }[]
    }): string {
      return JSON.stringify(feed.items.map(({ type, content, question }) => [type, content, question]))
    }
  },
)
