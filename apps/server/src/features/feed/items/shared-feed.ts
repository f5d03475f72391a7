import type { Db } from '../../../database/engine/database.ts'
import { type FeedComment, listItemComments, loadPreviews } from '../comments/comment-read-store.ts'
import { findTrade } from '../comments/trade-item-store.ts'
import { loadMediaDetails } from '../media/media-item-store.ts'
import { listLeagueMutes, type Mutes } from '../moderation/mute-store.ts'
import { slowModeStore } from '../moderation/slow-mode-store.ts'
import { loadPostDetails } from '../posts/post-read-store.ts'
import { loadProposalDetails } from '../proposals/proposal-store.ts'
import { type FeedItemBase, findFeedItem, type ItemType } from './item-store.ts'
import { listFeedItems } from './page-store.ts'
import type { ItemDetails, LoadedItem } from './present.ts'

/** What everyone in a league sees of its feed. */
export interface SharedFeed {
  /** `before` and `type` are empty without one. */
  listPage(
    leagueId: number,
    limit: number,
    before: string,
    type: ItemType | '',
  ): Promise<{ items: LoadedItem[]; next: string | null }>
  /** All comments on an item, oldest first; null when the league has no such item. */
  listComments(leagueId: number, type: ItemType, id: number): Promise<FeedComment[] | null>
  /** All comments on a trade, oldest first; null when nobody has commented on it. */
  listTradeComments(leagueId: number, season: number, id: string): Promise<FeedComment[] | null>
  /** The seconds of slow mode; 0 while it is off. */
  getSlowMode(leagueId: number): Promise<number>
  /** Whom the users of a league have muted. */
  listMutes(leagueId: number): Promise<Mutes>
}

export function sharedFeed(db: Db): SharedFeed {
  return {
    async listPage(leagueId, limit, before, type) {
      const query = { limit, ...(before === '' ? {} : { before }), ...(type === '' ? {} : { type }) }
      const { feedItems, next } = await listFeedItems(db, leagueId, query)
      return { items: await loadItems(db, feedItems), next }
    },

    async listComments(leagueId, type, id) {
      const item = await findFeedItem(db, leagueId, type, id)
      return item === null ? null : listItemComments(db, id)
    },

    async listTradeComments(leagueId, season, id) {
      const itemId = await findTrade(db, leagueId, { season, id })
      return itemId === null ? null : listItemComments(db, itemId)
    },

    getSlowMode: (leagueId) => slowModeStore(db).get(leagueId),

    listMutes: (leagueId) => listLeagueMutes(db, leagueId),
  }
}

/** Adds the details to feed items. Skips items that were deleted since they were listed. */
export async function loadItems(db: Db, feedItems: readonly FeedItemBase[]): Promise<LoadedItem[]> {
  const idsOf = (type: ItemType) => feedItems.filter((item) => item.type === type).map((item) => item.id)
  const [posts, proposals, media] = await Promise.all([
    loadPostDetails(db, idsOf('post')),
    loadProposalDetails(db, idsOf('proposal')),
    loadMediaDetails(db, idsOf('media')),
  ])
  const details = new Map<number, ItemDetails>([...posts, ...proposals, ...media])
  const items = feedItems.flatMap((item) => {
    const itemDetails = details.get(item.id)
    return itemDetails === undefined ? [] : [{ ...item, ...itemDetails }]
  })
  return withPreviews(db, items)
}

/** Adds the newest comments to items. */
export async function withPreviews<Items extends readonly { id: number; comments: number }[]>(
  db: Db,
  items: Items,
) {
  const discussed = items.flatMap(({ id, comments }) => (comments === 0 ? [] : id))
  const previews = await loadPreviews(db, discussed)
  return items.map((item) => ({ ...item, preview: previews.get(item.id) ?? [] })) as {
    [Index in keyof Items]: Items[Index] & { preview: FeedComment[] }
  }
}
