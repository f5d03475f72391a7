import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'
import type { Database } from '../schema/schema.ts'

/** Stores mentions in a post and a comment of the previous release, and runs `work`. */
async function withMentions(work: (db: Kysely<Database>) => Promise<void>): Promise<void> {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0221-slip-payments')
    await sql`insert into users (id, username, username_key, email, first_name, last_name, password_hash, is_admin,
      is_staff, created_at) values (1, 'ada', 'ada', '', '', '', '', 0, 0, 1000)`.execute(db)
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    await sql`insert into feed_items (id, league_id, type, user_id, is_pinned, created_at)
      values (7, 5, 'post', 1, 0, 1000)`.execute(db)
    await sql`insert into feed_posts (item_id, content, comments_count) values (7, '@ada', 1)`.execute(db)
    await sql`insert into post_comments (id, post_id, user_id, body, created_at)
      values (9, 7, 1, '@Buoys', 2000)`.execute(db)
    await migrate(db)
    await sql`insert into item_mentions (item_id, start, length, user_id, created_at)
      values (7, 0, 4, 1, 3000)`.execute(db)
    await sql`insert into comment_mentions (comment_id, start, length, season, team_id, created_at)
      values (9, 0, 6, 2026, 2, 3000)`.execute(db)
    await work(db)
  } finally {
    await db.destroy()
    await drop()
  }
}

const countRows = async (db: Kysely<Database>) => {
  const [items, comments] = await Promise.all([
    db.selectFrom('item_mentions').selectAll().execute(),
    db.selectFrom('comment_mentions').selectAll().execute(),
  ])
  return [items.length, comments.length]
}

/** The version of the league's feed. On PostgreSQL, each transaction adds a row. */
async function readVersion(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ version: number }>`select max(version) as version from data_versions
    where league_id = 5 and kind = 'feed'`.execute(db)
  return Number(rows[0]?.version)
}

it('deletes mentions with their item, their comment and the person', () =>
  withMentions(async (db) => {
    expect(await countRows(db)).toEqual([1, 1])
    await sql`delete from post_comments where id = 9`.execute(db)
    expect(await countRows(db)).toEqual([1, 0])
    await sql`delete from feed_items where id = 7`.execute(db)
    expect(await countRows(db)).toEqual([0, 0])
  }))

it.each(['item_mentions', 'comment_mentions'])('changes the version of the feed with %s', (table) =>
  withMentions(async (db) => {
    const versions = [await readVersion(db)]
    await sql`update ${sql.table(table)} set length = 3`.execute(db)
    versions.push(await readVersion(db))
    await sql`delete from ${sql.table(table)}`.execute(db)
    versions.push(await readVersion(db))
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
  }),
)
