import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { tablesOf } from '../../database/tables.ts'
import { SESSION_COOKIE } from '../../http/access.ts'
import { startSession } from '../../http/session-store.ts'
import { aFullLeague } from '../../testing/a-full-league.ts'
import { TEST_ENGINE } from '../../testing/test-database.ts'
import { multiplyLeague } from './multiply-league.ts'

/** Everybody's, or so short that they say nothing of a league. */
const NOT_OF_A_LEAGUE = ['attempt_buckets', 'attempts', 'players', 'server_keys']

it.runIf(TEST_ENGINE === 'postgres')('makes leagues of one that are as whole as it is', async () => {
  const { world } = await aFullLeague()
  try {
    const before = await counts()
    await multiplyLeague(world.db, 3)
    const after = await counts()
    for (const [table, rows] of before)
      expect([table, after.get(table)]).toEqual([table, rows * (NOT_OF_A_LEAGUE.includes(table) ? 1 : 3)])
    const feeds = []
    for (const ending of ['', '-1', '-2']) feeds.push(await feedOf(ending))
    expect(feeds[0].items).toHaveLength(5)
    expect(new Set(feeds.map(shape)).size).toBe(1)
    expect(new Set(feeds.map((feed) => feed.items[0].id)).size).toBe(3)
  } finally {
    await world.close()
  }

  async function counts(): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    for (const { name } of await tablesOf(world.db)) {
      const { rows } = await sql<{
        count: number
      }>`select count(*)::int as count from ${sql.table(name)}`.execute(world.db)
      if (!name.startsWith('kysely_')) found.set(name, rows[0]?.count ?? 0)
    }
    return found
  }

  /** As the copy of the player sees it. */
  async function feedOf(ending: string) {
    const user = await world.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', `player${ending}`)
      .executeTakeFirstOrThrow()
    const token = await startSession(world.db, { userId: user.id, userAgent: null, now: world.clock.now })
    const answer = await world.app.inject({
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
