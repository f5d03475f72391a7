import { sql } from 'kysely'
import { withDatabase } from '../../apps/server/src/app/commands/with-database.ts'
import { insertInBatches } from '../../apps/server/src/database/engine/batches.ts'
import { usesPostgres } from '../../apps/server/src/database/engine/compile-once.ts'
import type { Db } from '../../apps/server/src/database/engine/database.ts'
import { leagueMemory } from '../../apps/server/src/database/engine/league-memory.ts'
import { feedReader } from '../../apps/server/src/features/feed/items/feed-reader.ts'
import { anonymousVoteKeys } from '../../apps/server/src/features/feed/proposals/vote-keys.ts'
import { displayNameReader } from '../../apps/server/src/repositories/leagues/display-names.ts'

const SIZES = [1000, 10_000, 100_000]
const PAGE_SIZE = 60
const RUNS = 60
/** Runs before the measurement, until V8 has optimized the code. */
const WARM_UP_RUNS = 300
const USER_COUNT = 12
const COMMENTS_PER_POST = 2
/** The size of the feed that `fill` creates. */
const SERVED_FEED = { posts: 5000, comments: 4 }

/**
 * Measures how long it takes to read a page of feeds of different lengths, for the benchmarks. With the
 * argument `fill`, only adds a feed to the only league instead. Writes to the configured database, which must
 * be disposable.
 */
async function measureFeed(db: Db): Promise<void> {
  if (process.argv[2] === 'fill') return fillOnlyLeague(db)
  const league = await createLeague(db)
  // Without known versions, nothing is remembered.
  const memory = leagueMemory(() => null)
  const voteKeys = anonymousVoteKeys('of the benchmark alone, and of nothing else')
  const feed = feedReader(db, voteKeys, memory, displayNameReader(db), null)
  const reader = { leagueId: league.id, league: 'Bench', userId: league.userIds[0] ?? 0, canRunLeague: false }
  let postCount = 0
  for (const posts of SIZES) {
    await addPosts(db, league, [postCount + 1, posts], COMMENTS_PER_POST)
    postCount = posts
    // Autovacuum would do this eventually.
    if (usesPostgres(db)) await sql`analyze`.execute(db)
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
  const rows = Array.from({ length: USER_COUNT }, (_, index) => ({
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
  const users = await db.insertInto('users').values(rows).returning('id').execute()
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

/** Adds the posts with the given numbers, one second apart, each with one like and `comments` comments. */
async function addPosts(
  db: Db,
  { id: league_id, userIds }: League,
  [from, to]: readonly [from: number, to: number],
  comments: number,
): Promise<void> {
  const userAt = (index: number) => userIds[index % userIds.length] ?? 0
  const ids = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  await insertInBatches(ids, async (batch) => {
    const items = batch.map((id) => ({
      id,
      league_id,
      type: 'post' as const,
      user_id: userAt(id),
      is_pinned: 0,
      created_at: id * 1000,
    }))
    await db.insertInto('feed_items').values(items).execute()
    const posts = batch.map((id) => ({
      item_id: id,
      content: `Post ${id}, about as long as a typical post.`,
      likes_count: 1,
      comments_count: comments,
    }))
    await db.insertInto('feed_posts').values(posts).execute()
    const likes = batch.map((id) => ({ post_id: id, user_id: userAt(id + 1) }))
    await db.insertInto('post_likes').values(likes).execute()
    const commentRows = batch.flatMap((id) =>
      Array.from({ length: comments }, (_, index) => ({
        post_id: id,
        user_id: userAt(id + index + 2),
        body: `Comment ${index + 1}, about as long as a typical comment.`,
        created_at: id * 1000 + index + 2,
      })),
    )
    await insertInBatches(commentRows, async (commentBatch) => {
      await db.insertInto('post_comments').values(commentBatch).execute()
    })
  })
}

await withDatabase(measureFeed)
