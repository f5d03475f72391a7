import type { Mention } from '@fieldhouse/domain/league/mentions'
import type { Transaction } from 'kysely'
import { compileOnce, executeTogether, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { personLock, sharedLeagueLock } from '../../../repositories/leagues/lock-league.ts'
import { type Author, addItem, publishItemChange } from '../items/item-store.ts'
import { attachFiles, type NewPostMedia } from '../media/post-media-store.ts'
import { addMentions } from '../mentions/mention-store.ts'
import { rejectTooSoon } from '../moderation/slow-mode-store.ts'
import { linkPost } from '../previews/preview-store.ts'

const REPEAT_WINDOW_MS = 10_000

/** `key`: what the browser sends with each attempt; undefined without one. */
export type NewPost = {
  content: string
  mentions?: readonly Mention[] | undefined
  /** The page to preview; null or undefined for none. */
  link?: string | null | undefined
  media?: NewPostMedia
  key?: string | undefined
}

export interface PostStore {
  /**
   * Returns the new post's ID. What the same person sends again is one post: with the same key, or without one, the
   * same text without files within ten seconds. The ID may be that of a post that has been deleted. Rejects with
   * `mention_not_found`, `slow_mode`, and with `media_not_found`, see `attachFiles`.
   */
  create(author: Author, post: NewPost, now: Date): Promise<number>
}

export function postStore(db: Db): PostStore {
  return {
    create(author, { content, mentions = [], link, media = [], key = '' }, now) {
      const { leagueId, userId } = author
      const after = now.getTime() - REPEAT_WINDOW_MS
      return inTransaction(db, async (transaction) => {
        const [[league], , [sent], [repeated]] = await executeTogether(transaction, [
          sharedLeagueLock(transaction, leagueId),
          personLock(transaction, leagueId, userId),
          selectSentPost.with(transaction, { leagueId, userId, key }),
          selectRepeatedPost.with(transaction, { leagueId, userId, content, after }),
        ])
        if (sent !== undefined) return sent.id
        const isRepeated = repeated !== undefined && key === '' && media.length === 0
        if (isRepeated) return repeated.id
        await rejectTooSoon(transaction, author, league?.slowModeSeconds ?? 0, 'text', now)
        const id = await addItem(transaction, 'post', author, now)
        await insertPost(transaction, { id, content })
        await attachFiles(transaction, author, id, media, now)
        await addMentions(transaction, leagueId, { type: 'item', id }, mentions, now)
        if (link != null) await linkPost(transaction, id, link, now)
        if (key !== '') await insertKey(transaction, { leagueId, userId, key, id, createdAt: now.getTime() })
        return id
      })
    },
  }
}

type KeyValues = { leagueId: number; userId: number; key: string }

/** The post that was created with a key. */
const selectSentPost = compileOnce((db, value: ValueOf<KeyValues>) =>
  db
    .selectFrom('post_keys')
    .select('post_id as id')
    .where('league_id', '=', value('leagueId'))
    .where('user_id', '=', value('userId'))
    .where('key', '=', value('key')),
)

const insertKey = compileOnce((db, value: ValueOf<KeyValues & { id: number; createdAt: number }>) =>
  db.insertInto('post_keys').values({
    league_id: value('leagueId'),
    user_id: value('userId'),
    key: value('key'),
    post_id: value('id'),
    created_at: value('createdAt'),
  }),
)

/** The post that a second click or a repeated request sends again. */
const selectRepeatedPost = compileOnce(
  (db, value: ValueOf<{ leagueId: number; userId: number; content: string; after: number }>) =>
    db
      .selectFrom('feed_items')
      .innerJoin('feed_posts', 'feed_posts.item_id', 'feed_items.id')
      .select('feed_items.id')
      .where('feed_items.league_id', '=', value('leagueId'))
      .where('feed_items.user_id', '=', value('userId'))
      .where('feed_items.created_at', '>', value('after'))
      .where('feed_posts.content', '=', value('content'))
      .limit(1),
)

const insertPost = compileOnce((db, value: ValueOf<{ id: number; content: string }>) =>
  db.insertInto('feed_posts').values({ item_id: value('id'), content: value('content') }),
)

/** Creates a pinned post by the league itself rather than by a member. Returns the post's ID. */
export async function pinLeaguePost(
  transaction: Transaction<Database>,
  leagueId: number,
  content: string,
  now: Date,
): Promise<number> {
  const id = await addItem(transaction, 'post', { leagueId, userId: null }, now)
  await transaction.insertInto('feed_posts').values({ item_id: id, content }).execute()
  await transaction.updateTable('feed_items').set({ is_pinned: 1 }).where('id', '=', id).execute()
  return id
}

/** Unpins the posts that are pinned and publishes an event for each. */
export async function unpinPosts(
  transaction: Transaction<Database>,
  leagueId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  for (const id of ids) {
    const post = await transaction
      .updateTable('feed_items')
      .set({ is_pinned: 0 })
      .where('id', '=', id)
      .where('is_pinned', '=', 1)
      .returning(['id', 'type', 'version'])
      .executeTakeFirst()
    if (post !== undefined) await publishItemChange(transaction, leagueId, post, { fields: ['pinned'] }, now)
  }
}
