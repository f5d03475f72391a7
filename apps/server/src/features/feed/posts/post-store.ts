import type { createPost } from '@fieldhouse/contract/feed/feed'
import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'
import { sql } from 'kysely'
import { compileOnce, executeTogether, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db, DbTransaction } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Call } from '../../../http/operation.ts'
import type { PagePreview } from '../../../providers/link-previews/link-preview-source.ts'
import { personLock, sharedLeagueLock } from '../../../repositories/leagues/lock-league.ts'
import { parseRecap } from '../../../repositories/recaps/stored-recap.ts'
import type { Reactions, TextState } from '../comments/comment-store.ts'
import {
  addItem,
  FeedRejection,
  type FeedUser,
  type ItemChange,
  inFeedTransaction,
  insertItem,
  publishItemChange,
  recordFeedAudit,
  rejectIfHidden,
  requireItem,
} from '../items/item-store.ts'
import { addMentions, loadMentions, type StoredMention } from '../mentions/mention-store.ts'
import { rejectTooSoon } from '../moderation/slow-mode.ts'
import { linkPost } from '../previews/previews.ts'
import { type GivenReaction, loadReactions } from './reaction-store.ts'
import { authorizeEdit, prepareEdit, type TextEdit } from './text-edits.ts'

const REPEAT_WINDOW_MS = 10_000

type NewPost = Call<typeof createPost>['body']

/**
 * Returns the new post's ID. What the same person sends again is one post: with the same key, which the browser sends
 * with each attempt, or without one, the same text without files within ten seconds. The ID may be that of a post that
 * has been deleted. Rejects with `mention_not_found`, `slow_mode`, and with `media_not_found`, see `attachFiles`.
 * @param post `link`: the page to preview; null or undefined for none
 */
export function addPost(
  db: Db,
  user: FeedUser,
  post: NewPost & { link: string | null | undefined },
): Promise<number> {
  const { content, mentions = [], link, media, key = '' } = post
  const { leagueId, userId, now } = user
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
    await rejectTooSoon(transaction, user, 'text', league?.slowModeSeconds ?? 0)
    const id = await addItem(transaction, 'post', user)
    await transaction.insertInto('feed_posts').values({ item_id: id, content }).execute()
    await attachFiles(transaction, user, id, media)
    await addMentions(transaction, user, { type: 'item', id }, mentions)
    if (link != null) await linkPost(transaction, id, link, now)
    if (key !== '')
      await transaction
        .insertInto('post_keys')
        .values({ league_id: leagueId, user_id: userId, key, post_id: id, created_at: now.getTime() })
        .execute()
    return id
  })
}

/** The post that was created with a key. */
const selectSentPost = compileOnce((db, value: ValueOf<{ leagueId: number; userId: number; key: string }>) =>
  db
    .selectFrom('post_keys')
    .select('post_id as id')
    .where('league_id', '=', value('leagueId'))
    .where('user_id', '=', value('userId'))
    .where('key', '=', value('key')),
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

/**
 * Makes uploaded files a part of a post, as media items that the feed does not list. Rejects with `media_not_found`
 * unless the author has uploaded all of them for a post in this league.
 */
async function attachFiles(
  transaction: DbTransaction,
  { leagueId, userId, now }: FeedUser,
  postId: number,
  media: NewPost['media'],
): Promise<void> {
  if (media.length === 0) return
  const keys = media.map(({ key }) => key)
  const drafts = await transaction
    .deleteFrom('media_drafts')
    .where('league_id', '=', leagueId)
    .where('user_id', '=', userId)
    .where('file_key', 'in', keys)
    .returning(['file_key', 'kind', 'content_type', 'width', 'height', 'size', 'grid_size'])
    .execute()
  for (const [position, { key, caption, alt_text }] of media.entries()) {
    const draft = drafts.find(({ file_key }) => file_key === key)
    if (draft === undefined) throw new FeedRejection('media_not_found')
    const id = await insertItem(transaction, { leagueId, type: 'media', userId, isListed: false, now })
    await transaction
      .insertInto('feed_media')
      .values({ ...draft, item_id: id, post_id: postId, position, caption, alt_text })
      .execute()
  }
}

/**
 * Rejects with `item_not_found`, and like `authorizeEdit` and `prepareEdit`.
 * @param link the page to preview; null for none, undefined when previews are turned off
 */
export function changePost(
  db: Db,
  user: FeedUser,
  id: number,
  edit: TextEdit,
  link: string | null | undefined,
): Promise<void> {
  const { leagueId, now } = user
  return inFeedTransaction(db, leagueId, async (transaction) => {
    const item = await requireItem(transaction, leagueId, 'post', id)
    const stored = await transaction
      .selectFrom('feed_posts')
      .select(['content as text', 'version as textVersion', 'edited_at as editedAt'])
      .where('item_id', '=', id)
      .executeTakeFirstOrThrow()
    authorizeEdit(item, user)
    rejectIfHidden(item)
    const text = { ...stored, subject: { type: 'item', id }, field: 'content' } as const
    const saveMentions = await prepareEdit(transaction, user, text, edit)
    if (saveMentions === null) return
    await transaction
      .updateTable('feed_posts')
      .set({ content: edit.text, version: stored.textVersion + 1, edited_at: now.getTime() })
      .where('item_id', '=', id)
      .execute()
    await saveMentions()
    await recordFeedAudit(transaction, user, 'feed.edit', { type: 'post', id })
    const hasOtherLink = link !== undefined && (await linkPost(transaction, id, link, now))
    const fields: NonNullable<ItemChange['fields']> = ['content', 'mentions', 'edited_at']
    if (hasOtherLink) fields.push('preview')
    await publishItemChange(transaction, user, item, { fields })
  })
}

/** Creates a pinned post by the league itself rather than by a member. Returns the post's ID. */
export async function pinLeaguePost(
  transaction: DbTransaction,
  leagueId: number,
  content: string,
  now: Date,
): Promise<number> {
  const id = await addItem(transaction, 'post', { leagueId, userId: null, now })
  await transaction.insertInto('feed_posts').values({ item_id: id, content }).execute()
  await transaction.updateTable('feed_items').set({ is_pinned: 1 }).where('id', '=', id).execute()
  return id
}

/** Unpins the posts that are pinned and publishes an event for each. */
export async function unpinPosts(
  transaction: DbTransaction,
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
    if (post !== undefined)
      await publishItemChange(transaction, { leagueId, now }, post, { fields: ['pinned'] })
  }
}

/** A file of a post. */
export type PostMedia = {
  /** The ID of the media item. */
  id: number
  kind: 'image' | 'video'
  contentType: string
  /** In pixels; null when unknown. */
  width: number | null
  height: number | null
  caption: string
  altText: string
}

/** The fields of a post in addition to those in `FeedItemBase`. */
export type PostDetails = Reactions &
  TextState & {
    type: 'post'
    content: string
    mentions: readonly StoredMention[]
    /** In display order. */
    media: readonly PostMedia[]
    reactions: readonly GivenReaction[]
    /** Of the page that the post links to; null until it is fetched, and once the author has removed it. */
    linkPreview: (PagePreview & { url: string }) | null
    /** The week that the post is the recap of; null for other posts. */
    recap: { season: number; week: number; document: RecapDocument | null } | null
  }

const selectPosts = compileOnce((db, value: ValueOf<{ ids: string }>) =>
  db
    .selectFrom('feed_posts')
    .leftJoin('recaps', 'recaps.post_id', 'feed_posts.item_id')
    .select(['feed_posts.item_id as id', 'content', 'likes_count as likes', 'comments_count as comments'])
    .select(['edited_at as editedAt', 'feed_posts.version as textVersion'])
    .select(['recaps.season', 'recaps.week', 'recaps.document', 'recaps.rewrite'])
    .leftJoin('post_links', (join) =>
      join.onRef('post_links.post_id', '=', 'feed_posts.item_id').on(sql<boolean>`post_links.is_removed = 0`),
    )
    .leftJoin('link_previews', 'link_previews.url_key', 'post_links.url_key')
    .select([
      'link_previews.url',
      'link_previews.title',
      'link_previews.description',
      'link_previews.site_name as siteName',
      'link_previews.image_url as imageUrl',
    ])
    .where(isOneOf(db, 'feed_posts.item_id', value('ids'))),
)

/** The files of posts, in display order. */
const selectPostMedia = compileOnce((db, value: ValueOf<{ ids: string }>) =>
  db
    .selectFrom('feed_media')
    .select(['post_id as postId', 'item_id as id', 'kind', 'content_type as contentType'])
    .select(['width', 'height', 'caption', 'alt_text as altText'])
    .where(isOneOf(db, 'post_id', value('ids')))
    .orderBy('position'),
)

/** Loads the details of posts by item ID. */
export async function loadPostDetails(db: Db, ids: readonly number[]): Promise<Map<number, PostDetails>> {
  if (ids.length === 0) return new Map()
  const [posts, media, reactions] = await Promise.all([
    selectPosts(db, { ids: JSON.stringify(ids) }),
    selectPostMedia(db, { ids: JSON.stringify(ids) }),
    loadReactions(db, 'item', ids),
  ])
  const mediaOf = Map.groupBy(media, ({ postId }) => postId)
  const texts = posts.map(({ id, content }) => ({ id, text: content }))
  const mentions = await loadMentions(db, 'item', texts)
  const toDetails = ({ season, week, document, rewrite, ...post }: (typeof posts)[number]): PostDetails => ({
    type: 'post',
    ...post,
    mentions: mentions.get(post.id) ?? [],
    media: mediaOf.get(post.id) ?? [],
    reactions: reactions.get(post.id) ?? [],
    linkPreview: toPreview(post),
    recap:
      season === null || week === null ? null : { season, week, document: parseRecap(document, rewrite) },
  })
  return new Map(posts.map((post) => [post.id, toDetails(post)]))
}

type PreviewColumns = { [Name in 'url' | keyof PagePreview]: string | null }

function toPreview({ url, title, siteName, ...rest }: PreviewColumns): PostDetails['linkPreview'] {
  if (url === null || title === null || siteName === null) return null
  return { url, title, siteName, description: rest.description, imageUrl: rest.imageUrl }
}
