import type { Comment, FeedItem } from '@fieldhouse/contract/feed-items'
import type { Db } from '../../database/database.ts'
import type { AnonymousVoteKeys } from './anonymous-votes.ts'
import { loadDisplayNames } from './display-names.ts'
import {
  type FeedItemBase,
  type FeedPageQuery,
  findFeedItem,
  type ItemType,
  listFeedItems,
} from './feed-item.ts'
import { loadMediaDetails, type MediaDetails } from './media-details.ts'
import { listPostComments, loadPostDetails, type PostDetails } from './post-details.ts'
import { type FeedViewContext, type LoadedItem, presentComment, presentItem } from './present.ts'
import { loadProposalDetails, type ProposalDetails } from './proposal-details.ts'

/** Who reads which league. */
export type FeedViewer = Omit<FeedViewContext, 'names'> & { leagueId: number }

export type FeedPage = {
  items: FeedItem[]
  next: string | null
  /** When the first of its proposals closes; null when none will. */
  closesAt: number | null
}

export type FeedReader = ReturnType<typeof feedReader>

export function feedReader(db: Db, ballots: AnonymousVoteKeys) {
  return {
    loadDisplayNames: (userIds: readonly number[]) => loadDisplayNames(db, userIds),

    async listPage(reader: FeedViewer, query: FeedPageQuery): Promise<FeedPage> {
      const { feedItems, next } = await listFeedItems(db, reader.leagueId, query)
      const read = await loadItems(feedItems, reader.userId)
      const names = await loadDisplayNames(db, userIdsIn(read))
      return {
        items: read.map((item) => presentItem(item, { ...reader, names })),
        next,
        closesAt: nextClosingTime(read, reader.now),
      }
    },

    /** null when the league has no such item. */
    async findItem<Type extends ItemType>(
      reader: FeedViewer,
      type: Type,
      id: number,
    ): Promise<Extract<FeedItem, { type: Type }> | null> {
      const head = await findFeedItem(db, reader.leagueId, type, id)
      const [item] = await loadItems(head === null ? [] : [head], reader.userId)
      if (item === undefined) return null
      const names = await loadDisplayNames(db, userIdsIn([item]))
      return presentItem(item, { ...reader, names }) as Extract<FeedItem, { type: Type }>
    },

    /** Every comment on a post, oldest first; null when the league has no such post. */
    async listComments(reader: FeedViewer, postId: number): Promise<Comment[] | null> {
      if ((await findFeedItem(db, reader.leagueId, 'post', postId)) === null) return null
      const comments = await listPostComments(db, postId)
      const names = await loadDisplayNames(db, [...new Set(comments.map((comment) => comment.userId))])
      return comments.map((comment) => presentComment(comment, { ...reader, names }))
    },
  }

  /** The items of these heads, without those that were deleted in between. */
  async function loadItems(heads: readonly FeedItemBase[], userId: number): Promise<LoadedItem[]> {
    const idsOf = (type: ItemType) => heads.filter((head) => head.type === type).map((head) => head.id)
    const [posts, proposals, media] = await Promise.all([
      loadPostDetails(db, idsOf('post'), userId),
      loadProposalDetails(db, idsOf('proposal'), userId, ballots),
      loadMediaDetails(db, idsOf('media')),
    ])
    return heads.flatMap((head) => withDetails(head, posts, proposals, media))
  }
}

function withDetails(
  head: FeedItemBase,
  posts: ReadonlyMap<number, PostDetails>,
  proposals: ReadonlyMap<number, ProposalDetails>,
  media: ReadonlyMap<number, MediaDetails>,
): LoadedItem[] {
  const { id, type } = head
  switch (type) {
    case 'post':
      return ifPresent(posts.get(id), (details) => ({ ...head, type, details }))
    case 'proposal':
      return ifPresent(proposals.get(id), (details) => ({ ...head, type, details }))
    case 'media':
      return ifPresent(media.get(id), (details) => ({ ...head, type, details }))
  }
}

function ifPresent<Details>(
  details: Details | undefined,
  item: (details: Details) => LoadedItem,
): LoadedItem[] {
  return details === undefined ? [] : [item(details)]
}

/** Everybody whose name an item shows. */
function userIdsIn(items: readonly LoadedItem[]): number[] {
  const people = items.flatMap((item) => {
    if (item.type === 'post') return [item.userId, ...item.details.preview.map((comment) => comment.userId)]
    if (item.type === 'proposal')
      return [item.userId, ...item.details.options.flatMap((option) => option.voters ?? [])]
    return [item.userId]
  })
  return [...new Set(people)].filter((person) => person !== null)
}

function nextClosingTime(items: readonly LoadedItem[], now: Date): number | null {
  const times = items.flatMap((item) =>
    item.type === 'proposal' && item.details.closesAt !== null && item.details.closesAt > now.getTime()
      ? [item.details.closesAt]
      : [],
  )
  return times.length === 0 ? null : Math.min(...times)
}
