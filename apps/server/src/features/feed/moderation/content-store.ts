import type { ReportedKind } from '@fieldhouse/domain/league/moderation'
import type { Kysely } from 'kysely'
import type { Database } from '../../../database/schema/schema.ts'
import type { TradeKey } from '../comments/trade-item-store.ts'
import {
  COMMENT_FIELDS,
  type FeedItemBase,
  FeedRejection,
  findFeedItem,
  type Hidden,
  type ItemChange,
  selectFeedItems,
  toFeedItem,
  toHidden,
} from '../items/item-store.ts'

/** What members can report and league admins can hide. */
export type ContentKey = { kind: ReportedKind; id: number }

/** An item, or a comment on an item or a trade. */
export type Content = {
  key: ContentKey
  /** The item, or the one of the comment. */
  item: FeedItemBase
  /** The trade of a comment on one; null for others. */
  trade: TradeKey | null
  /** The author; null for what the league itself posted. */
  userId: number | null
  hidden: Hidden | null
}

/** Rejects with `item_not_found` when the league has no such item or comment. */
export async function requireContent(
  db: Kysely<Database>,
  leagueId: number,
  key: ContentKey,
): Promise<Content> {
  const content =
    key.kind === 'comment'
      ? await findComment(db, leagueId, key)
      : await findItem(db, leagueId, { ...key, kind: key.kind })
  if (content === null) throw new FeedRejection('item_not_found')
  return content
}

async function findItem(
  db: Kysely<Database>,
  leagueId: number,
  key: ContentKey & { kind: Exclude<ReportedKind, 'comment'> },
): Promise<Content | null> {
  const item = await findFeedItem(db, leagueId, key.kind, key.id)
  const isFileOfPost = item?.type === 'media' && (await findPost(db, key.id)) !== null
  return item === null || isFileOfPost
    ? null
    : { key, item, trade: null, userId: item.userId, hidden: item.hidden }
}

/** The post of a media item; null for an upload without one. What a post contains is moderated with the post. */
async function findPost(db: Kysely<Database>, mediaId: number): Promise<number | null> {
  const row = await db
    .selectFrom('feed_media')
    .select('post_id')
    .where('item_id', '=', mediaId)
    .executeTakeFirst()
  return row?.post_id ?? null
}

async function findComment(db: Kysely<Database>, leagueId: number, key: ContentKey): Promise<Content | null> {
  const comment = await db
    .selectFrom('post_comments')
    .select(['post_id', 'user_id', 'hidden_at', 'hidden_reason', 'hidden_by'])
    .where('id', '=', key.id)
    .executeTakeFirst()
  if (comment === undefined) return null
  const row = await selectFeedItems(db)
    .where('id', '=', comment.post_id)
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  if (row === undefined) return null
  const item = toFeedItem(row)
  const trade =
    item.type === 'trade'
      ? await db
          .selectFrom('feed_trades')
          .select(['season', 'trade_id as id'])
          .where('item_id', '=', item.id)
          .executeTakeFirst()
      : undefined
  return { key, item, trade: trade ?? null, userId: comment.user_id, hidden: toHidden(comment) }
}

/** What members see of hiding something, or of showing it again. */
export function hidingChange({ key, trade }: Pick<Content, 'key' | 'trade'>): ItemChange {
  if (trade !== null) return { trade }
  switch (key.kind) {
    case 'comment':
      return { fields: COMMENT_FIELDS, changed_comment: key.id }
    case 'post':
      return {
        fields: ['hidden', 'content', 'mentions', 'media', 'edited_at', 'reactions', 'recap', 'preview'],
      }
    case 'proposal':
      return { fields: ['hidden', 'question', 'mentions', 'options'] }
    case 'media':
      return { fields: ['hidden', 'reactions', 'url', 'content_type', 'width', 'height'] }
  }
}
