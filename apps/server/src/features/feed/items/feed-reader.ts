import type { Comment, FeedItem } from '@fieldhouse/contract/feed-items'
import type { Db } from '../../../database/engine/database.ts'
import { loadDisplayNames } from '../../../repositories/leagues/display-names.ts'
import { loadMediaDetails } from '../media/media-item-store.ts'
import { type FeedComment, listPostComments, loadPostDetails } from '../posts/post-store.ts'
import { loadProposalDetails } from '../proposals/proposal-store.ts'
import type { AnonymousVoteKeys } from '../proposals/vote-store.ts'
import {
  type FeedItemBase,
  type FeedPageQuery,
  findFeedItem,
  type ItemType,
  listFeedItems,
} from './item-store.ts'
import {
  type FeedViewContext,
  type ItemDetails,
  type LoadedItem,
  presentComment,
  presentItem,
} from './present.ts'

/** The user who reads the feed, and the league it belongs to. */
export type FeedViewer = Omit<FeedViewContext, 'names'> & { leagueId: number }

export type FeedPage = {
  items: FeedItem[]
  next: string | null
  /** When the next proposal on the page closes, in milliseconds since 1970; null when none will. */
  closesAt: number | null
}

export interface FeedReader {
  listPage(viewer: FeedViewer, query: FeedPageQuery): Promise<FeedPage>
  /** Returns null when the league has no item with this ID and type. */
  findItem<Type extends ItemType>(
    viewer: FeedViewer,
    type: Type,
    id: number,
  ): Promise<Extract<FeedItem, { type: Type }> | null>
  /** Lists all comments on a post, oldest first. Returns null when the league has no such post. */
  listComments(viewer: FeedViewer, postId: number): Promise<Comment[] | null>
  presentComment(viewer: FeedViewer, comment: FeedComment): Promise<Comment>
}

export function feedReader(db: Db, voteKeys: AnonymousVoteKeys): FeedReader {
  return {
    async listPage(viewer, query) {
      const { feedItems, next } = await listFeedItems(db, viewer.leagueId, query)
      const items = await loadItems(feedItems, viewer.userId)
      const names = await loadDisplayNames(db, viewer.leagueId, userIdsIn(items))
      return {
        items: items.map((item) => presentItem(item, { ...viewer, names })),
        next,
        closesAt: nextClosingTime(items, viewer.now),
      }
    },

    async findItem<Type extends ItemType>(viewer: FeedViewer, type: Type, id: number) {
      const feedItem = await findFeedItem(db, viewer.leagueId, type, id)
      const [item] = await loadItems(feedItem === null ? [] : [feedItem], viewer.userId)
      if (item === undefined) return null
      const names = await loadDisplayNames(db, viewer.leagueId, userIdsIn([item]))
      return presentItem(item, { ...viewer, names }) as Extract<FeedItem, { type: Type }>
    },

    async listComments(viewer, postId) {
      if ((await findFeedItem(db, viewer.leagueId, 'post', postId)) === null) return null
      const comments = await listPostComments(db, postId)
      const authors = new Set(comments.map((comment) => comment.userId))
      const names = await loadDisplayNames(db, viewer.leagueId, [...authors])
      return comments.map((comment) => presentComment(comment, { ...viewer, names }))
    },

    async presentComment(viewer, comment) {
      const names = await loadDisplayNames(db, viewer.leagueId, [comment.userId])
      return presentComment(comment, { ...viewer, names })
    },
  }

  /** Adds the details to feed items. Skips items that were deleted since they were listed. */
  async function loadItems(feedItems: readonly FeedItemBase[], userId: number): Promise<LoadedItem[]> {
    const idsOf = (type: ItemType) => feedItems.filter((item) => item.type === type).map((item) => item.id)
    const [posts, proposals, media] = await Promise.all([
      loadPostDetails(db, idsOf('post'), userId),
      loadProposalDetails(db, idsOf('proposal'), userId, voteKeys),
      loadMediaDetails(db, idsOf('media')),
    ])
    const details = new Map<number, ItemDetails>([...posts, ...proposals, ...media])
    return feedItems.flatMap((item) => {
      const itemDetails = details.get(item.id)
      return itemDetails === undefined ? [] : [{ ...item, ...itemDetails }]
    })
  }
}

/** The IDs of all users whose names the items show. */
function userIdsIn(items: readonly LoadedItem[]): number[] {
  const userIds = items.flatMap((item) => {
    if (item.type === 'post') return [item.userId, ...item.preview.map((comment) => comment.userId)]
    if (item.type === 'proposal')
      return [item.userId, ...item.options.flatMap((option) => option.voters ?? [])]
    return [item.userId]
  })
  return [...new Set(userIds)].filter((userId) => userId !== null)
}

function nextClosingTime(items: readonly LoadedItem[], now: Date): number | null {
  const times = items.flatMap((item) => (item.type === 'proposal' ? (item.closesAt ?? []) : []))
  const futureTimes = times.filter((time) => time > now.getTime())
  return futureTimes.length === 0 ? null : Math.min(...futureTimes)
}
