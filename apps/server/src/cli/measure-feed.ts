import { sql } from 'kysely'
import { withDatabase } from '../app/commands/with-database.ts'
import type { Db } from '../database/database.ts'
import { inBatches } from '../database/in-batches.ts'
import { isPostgres } from '../database/tables.ts'
import { ballotsUnder } from '../features/feed/ballots.ts'
import { feedReader } from '../features/feed/feed-reader.ts'

const SIZES = [1000, 10_000, 100_000]
const PAGE = 60
const RUNS = 60
/** Until the engine has made all of it quick. */
const WARM_UP = 300
const PEOPLE = 12

/**
 * Reads pages of feeds of growing length, and prints how long each took, for the benchmarks. It fills
 * the database of its environment, which is one to be thrown away.
 */
async function measureFeed(db: Db): Promise<void> {
  const league = await aLeague(db)
  const feed = feedReader(db, ballotsUnder('of the benchmark alone, and of nothing else'))
  const reader = { leagueId: league.id, league: 'Bench', userId: league.userIds[0] ?? 0, canRunLeague: false }
  let filled = 0
  for (const posts of SIZES) {
    await addPosts(db, league, filled + 1, posts)
    filled = posts
    // A server does so by itself from time to time.
    if (isPostgres(db)) await sql`analyze`.execute(db)
    const pages = { newest: undefined, middle: `0.${(posts / 2) * 1000}.${posts / 2}` }
    for (const [page, before] of Object.entries(pages)) {
      const read = () =>
        feed.page(
          { ...reader, now: new Date() },
          { limit: PAGE, ...(before === undefined ? {} : { before }) },
        )
      const { items } = await read()
      if (items.length !== PAGE) throw new Error(`a page has ${items.length} items`)
      console.log(JSON.stringify({ posts, page, ms: await medianOf(read) }))
    }
  }
}

async function medianOf(read: () => Promise<unknown>): Promise<number> {
  for (let run = 0; run < WARM_UP; run += 1) await read()
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now()
    await read()
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[RUNS / 2] ?? Number.NaN
}

type League = { id: number; userIds: number[] }

async function aLeague(db: Db): Promise<League> {
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    username: `bench-${index}`,
    username_key: `bench-${index}`,
    email: '',
    email_key: null,
    first_name: 'Bench',
    last_name: `${index}`,
    password_hash: '',
    is_admin: 0,
    is_staff: 0,
    created_at: 0,
  }))
  const users = await db.insertInto('users').values(people).returning('id').execute()
  const { id } = await db
    .insertInto('leagues')
    .values({ name: 'Bench', name_key: 'bench', espn_league_id: 1, has_betslip: 0, created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, userIds: users.map((user) => user.id) }
}

/** The posts with these numbers, one a second, each with a like and two comments. */
async function addPosts(db: Db, { id: league_id, userIds }: League, from: number, to: number): Promise<void> {
  const person = (at: number) => userIds[at % userIds.length] ?? 0
  const ids = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  await inBatches(ids, async (batch) => {
    const items = batch.map((id) => ({
      id,
      league_id,
      type: 'post' as const,
      user_id: person(id),
      is_pinned: 0,
      created_at: id * 1000,
    }))
    await db.insertInto('feed_items').values(items).execute()
    const posts = batch.map((id) => ({
      item_id: id,
      content: `Post ${id}, as long as posts are.`,
      likes_count: 1,
      comments_count: 2,
    }))
    await db.insertInto('feed_posts').values(posts).execute()
    const likes = batch.map((id) => ({ post_id: id, user_id: person(id + 1) }))
    await db.insertInto('post_likes').values(likes).execute()
    const comments = batch.flatMap((id) =>
      [2, 3].map((other) => ({
        post_id: id,
        user_id: person(id + other),
        body: `Comment ${other}`,
        created_at: id * 1000 + other,
      })),
    )
    await db.insertInto('post_comments').values(comments).execute()
  })
}

await withDatabase(measureFeed)
