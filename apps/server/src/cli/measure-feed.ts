import { sql } from 'kysely'
import { withDatabase } from '../app/commands/with-database.ts'
import type { Db } from '../database/database.ts'
import { insertInBatches } from '../database/insert-in-batches.ts'
import { isPostgres } from '../database/list-tables.ts'
import { anonymousVoteKeys } from '../features/feed/anonymous-votes.ts'
import { feedReader } from '../features/feed/feed-reader.ts'

const SIZES = [1000, 10_000, 100_000]
const PAGE_SIZE = 60
const RUNS = 60
/** Until the engine has made all of it quick. */
const WARM_UP_RUNS = 300
const USER_COUNT = 12
/** Comments on each post. */
const COMMENTS_PER_POST = 2
/** The feed that a running server is asked for. */
const SERVED_FEED = { posts: 5000, comments: 4 }

/**
 * Reads pages of feeds of growing length, and prints how long each took, for the benchmarks; with
 * `fill` it only gives the one league that there is a feed. The database of its environment is one
 * to be thrown away.
 */
async function measureFeed(db: Db): Promise<void> {
  if (process.argv[2] === 'fill') return fillOnlyLeague(db)
  const league = await createLeague(db)
  const feed = feedReader(db, anonymousVoteKeys('of the benchmark alone, and of nothing else'))
  const reader = { leagueId: league.id, league: 'Bench', userId: league.userIds[0] ?? 0, canRunLeague: false }
  let filled = 0
  for (const posts of SIZES) {
    await addPosts(db, league, [filled + 1, posts], COMMENTS_PER_POST)
    filled = posts
    // A server does so by itself from time to time.
    if (isPostgres(db)) await sql`analyze`.execute(db)
    const pages = { newest: undefined, middle: `0.${(posts / 2) * 1000}.${posts / 2}` }
    for (const [page, before] of Object.entries(pages)) {
      const read = () =>
        feed.listPage(
          { ...reader, now: new Date() },
          { limit: PAGE_SIZE, ...(before === undefined ? {} : { before }) },
        )
      const { items } = await read()
      if (items.length !== PAGE_SIZE) throw new Error(`a page has ${items.length} items`)
      console.log(JSON.stringify({ posts, page, ms: await medianMs(read) }))
    }
  }
}

async function medianMs(read: () => Promise<unknown>): Promise<number> {
  for (let run = 0; run < WARM_UP_RUNS; run += 1) await read()
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now()
    await read()
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[RUNS / 2] ?? Number.NaN
}

type League = { id: number; userIds: number[] }

async function fillOnlyLeague(db: Db): Promise<void> {
  const { id } = await db.selectFrom('leagues').select('id').executeTakeFirstOrThrow()
  await addPosts(db, { id, userIds: await addUsers(db) }, [1, SERVED_FEED.posts], SERVED_FEED.comments)
}

async function addUsers(db: Db): Promise<number[]> {
  const people = Array.from({ length: USER_COUNT }, (_, index) => ({
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
  return users.map((user) => user.id)
}

async function createLeague(db: Db): Promise<League> {
  const userIds = await addUsers(db)
  const { id } = await db
    .insertInto('leagues')
    .values({ name: 'Bench', name_key: 'bench', espn_league_id: 1, has_betslip: 0, created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, userIds }
}

/** The posts with these numbers, one a second, each with a like and so many comments. */
async function addPosts(
  db: Db,
  { id: league_id, userIds }: League,
  [from, to]: readonly [from: number, to: number],
  comments: number,
): Promise<void> {
  const person = (at: number) => userIds[at % userIds.length] ?? 0
  const ids = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  await insertInBatches(ids, async (batch) => {
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
      comments_count: comments,
    }))
    await db.insertInto('feed_posts').values(posts).execute()
    const likes = batch.map((id) => ({ post_id: id, user_id: person(id + 1) }))
    await db.insertInto('post_likes').values(likes).execute()
    const remarks = batch.flatMap((id) =>
      Array.from({ length: comments }, (_, index) => ({
        post_id: id,
        user_id: person(id + index + 2),
        body: `Comment ${index + 1}, as long as comments are.`,
        created_at: id * 1000 + index + 2,
      })),
    )
    await insertInBatches(remarks, async (some) => {
      await db.insertInto('post_comments').values(some).execute()
    })
  })
}

await withDatabase(measureFeed)
