import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'
import { type Kysely, sql } from 'kysely'
import { compileOnce, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Database } from '../../../database/schema/schema.ts'
import type { PagePreview } from '../../../providers/link-previews/link-preview-source.ts'
import { parseRecap } from '../../../repositories/recaps/stored-recap.ts'
import type { Reactions, TextState } from '../comments/comment-read-store.ts'
import { loadPostMedia, type PostMedia } from '../media/post-media-store.ts'
import { loadMentions, type StoredMention } from '../mentions/mention-store.ts'
import { type GivenReaction, loadItemReactions } from './reaction-store.ts'

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
    .selectAll('feed_posts')
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

/** Loads the details of posts by item ID. */
export async function loadPostDetails(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, PostDetails>> {
  if (ids.length === 0) return new Map()
  const [posts, media, reactions] = await Promise.all([
    selectPosts(db, { ids: JSON.stringify(ids) }),
    loadPostMedia(db, ids),
    loadItemReactions(db, ids),
  ])
  const texts = posts.map((post) => ({ id: post.item_id, text: post.content }))
  const mentions = await loadMentions(db, 'item', texts)
  return new Map(
    posts.map((post) => [
      post.item_id,
      {
        type: 'post',
        content: post.content,
        mentions: mentions.get(post.item_id) ?? [],
        media: media.get(post.item_id) ?? [],
        likes: post.likes_count,
        comments: post.comments_count,
        editedAt: post.edited_at,
        textVersion: post.version,
        reactions: reactions.get(post.item_id) ?? [],
        linkPreview: toPreview(post),
        recap:
          post.season === null || post.week === null
            ? null
            : { season: post.season, week: post.week, document: parseRecap(post.document, post.rewrite) },
      },
    ]),
  )
}

type PreviewColumns = { [Name in 'url' | keyof PagePreview]: string | null }

function toPreview({ url, title, siteName, ...rest }: PreviewColumns): PostDetails['linkPreview'] {
  if (url === null || title === null || siteName === null) return null
  return { url, title, siteName, description: rest.description, imageUrl: rest.imageUrl }
}
