import type { Reactions } from '@fieldhouse/contract/feed/items'
import type { RequestOf } from '@fieldhouse/contract/operation'
import type { Operations } from '@fieldhouse/contract/operations'
import type { MentionedText } from '@fieldhouse/domain/league/mentions'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  replaceEqualDeep,
} from '@tanstack/react-query'
import { ApiError, type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQuery, leagueQueryKey, type ShareImage } from '../../api/operations.ts'
import { toMentionsField } from './draft.ts'

export type FeedPage = ApiResponse<'GET /api/league/:league/social/feed/'>
export type FeedItem = FeedPage['items'][number]
export type ItemType = FeedItem['type']
export type ItemOf<T extends ItemType> = Extract<FeedItem, { type: T }>
export type Post = ItemOf<'post'>
export type Proposal = ItemOf<'proposal'>
export type Media = ItemOf<'media'>
export type Comment = Post['comments_preview'][number]

export type FeedPages = InfiniteData<FeedPage, string | null>

export type FeedFilter = 'all' | ItemType

/** What users call an item. */
export const ITEM_NOUNS: Record<ItemType, string> = { post: 'post', proposal: 'proposal', media: 'upload' }

export const itemName = ({ type, user }: Pick<FeedItem, 'type' | 'user'>) => `${ITEM_NOUNS[type]} by ${user}`

export type Viewer = {
  league: string
  /** The display name of the current user. */
  user: string
}

export type FeedViewer = Viewer & { isAdmin: boolean }

/** Items per page of the feed. Source: specification, 9. */
const PAGE_SIZE = 60
/** Items in the card on Overview. Source: specification, 9. */
export const LATEST_COUNT = 2

export const feedKey = (league: string) => [...leagueQueryKey(league), 'feed'] as const
export const feedListsKey = (league: string) => [...feedKey(league), 'list'] as const
export const itemsKey = (league: string) => [...feedKey(league), 'item'] as const

/** The feed as an infinite query: pinned items first, then newest first. */
export const feedQuery = (league: string, filter: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: [...feedListsKey(league), filter] as const,
    queryFn: ({ signal, pageParam }) =>
      apiClient('GET /api/league/:league/social/feed/', {
        params: { league },
        query: {
          limit: PAGE_SIZE,
          ...(filter === 'all' ? {} : { type: filter }),
          ...(pageParam === null ? {} : { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    structuralSharing: (before, after) =>
      replaceEqualDeep(before, withNewerItems(before as FeedPages | undefined, after as FeedPages)),
  })

/** The pages that were read, with items that an event has changed since the server sent the response. */
function withNewerItems(before: FeedPages | undefined, after: FeedPages): FeedPages {
  if (before === undefined) return after
  const known = new Map(before.pages.flatMap(({ items }) => items.map((item) => [itemKey(item), item])))
  const newest = (item: FeedItem) => {
    const other = known.get(itemKey(item))
    return other !== undefined && other.version > item.version ? other : item
  }
  return { ...after, pages: after.pages.map((page) => ({ ...page, items: page.items.map(newest) })) }
}

/** Whether members may have to wait between posts, according to what was read of the feed; true before that. */
export function mayHaveSlowMode(client: QueryClient, league: string): boolean {
  const lists = client.getQueriesData<FeedPages>({ queryKey: feedListsKey(league) })
  const pages = lists.flatMap(([, list]) => list?.pages[0] ?? [])
  return pages.length === 0 || pages.some(({ slow_mode }) => slow_mode !== undefined)
}

export const latestFeedQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/social/feed/', ['feed', 'latest'], { league, limit: LATEST_COUNT })

/** A single item; null if there is none, or no longer. */
export const itemQuery = (league: string, type: ItemType, id: number) =>
  queryOptions({
    queryKey: [...itemsKey(league), type, id] as const,
    queryFn: async ({ signal }): Promise<LinkedFeedItem> => {
      try {
        return await apiClient('GET /api/league/:league/social/items/:id/', {
          params: { league, id },
          query: { type },
          signal,
        })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'item_not_found') return { item: null }
        throw error
      }
    },
  })

export type LinkedFeedItem = { item: FeedItem | null }

export function itemKey({ type, id }: Pick<FeedItem, 'type' | 'id'>): string {
  return `${type}-${id}`
}

export function compareItems(a: FeedItem, b: FeedItem): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1
  return a.created_at === b.created_at ? b.id - a.id : a.created_at < b.created_at ? 1 : -1
}

export function gridImageUrl({ url }: Pick<Media, 'url'>): string {
  return `${url}?size=grid`
}

export const recapImage = (league: string, { season, week }: NonNullable<Post['recap']>): ShareImage => ({
  key: 'GET /api/league/:league/recaps/:season/:week/image/',
  request: { params: { league, season, week } },
})

/** What people comment on: an item of the feed, or a trade with the provider's ID. */
export type Discussion = { type: ItemType; id: number } | { type: 'trade'; season: number; id: string }

export type ReplyTarget = { id: number; author: string }

/** A comment with the replies to it, oldest first. */
type Thread = { comment: Comment; replies: readonly Comment[] }

export function discussionKey(discussion: Discussion): readonly (string | number)[] {
  return discussion.type === 'trade'
    ? ['trade', discussion.season, discussion.id]
    : [discussion.type, discussion.id]
}

/** All comments on an item or a trade, oldest first. */
export const commentsQuery = (league: string, discussion: Discussion) =>
  queryOptions({
    queryKey: [...feedKey(league), 'comments', ...discussionKey(discussion)] as const,
    queryFn: ({ signal }): Promise<{ comments: Comment[] }> => {
      const { path, request } = addressOf(league, discussion)
      return apiClient(`GET ${path}/`, { ...request, signal })
    },
  })

export type NewComment = MentionedText & { replyTo?: number | undefined }

export function sendComment(
  league: string,
  discussion: Discussion,
  { text, mentions, replyTo }: NewComment,
): Promise<Comment> {
  const { path, request } = addressOf(league, discussion)
  const reply = replyTo === undefined ? {} : { reply_to: replyTo }
  const body = { body: text, ...toMentionsField(mentions), ...reply }
  return apiClient(`POST ${path}/`, { ...request, body })
}

export function deleteComment(league: string, discussion: Discussion, comment: number) {
  const { path, request } = addressOf(league, discussion, { comment })
  return apiClient(`DELETE ${path}/:comment/`, request as never)
}

export function editComment(
  league: string,
  discussion: Discussion,
  comment: number,
  body: RequestOf<Operations['editComment']>['body'],
): Promise<Comment> {
  const { path, request } = addressOf(league, discussion, { comment })
  return apiClient(`POST ${path}/:comment/edit/`, { ...request, body } as never)
}

export function reactToComment(
  league: string,
  discussion: Discussion,
  comment: number,
  body: RequestOf<Operations['reactToComment']>['body'],
): Promise<Reactions> {
  const { path, request } = addressOf(league, discussion, { comment })
  return apiClient(`POST ${path}/:comment/react/`, { ...request, body } as never)
}

/** The compiler cannot relate the path to its parameters, so the requests above pass them unchecked. */
function addressOf(league: string, discussion: Discussion, comment: { comment?: number } = {}) {
  const { type, id } = discussion
  if (type === 'trade') {
    const params = { league, season: discussion.season, trade: id, ...comment }
    return { path: '/api/league/:league/trades/:season/:trade/comments', request: { params } } as const
  }
  const request = { params: { league, id, ...comment }, query: { type } }
  return { path: '/api/league/:league/social/items/:id/comments', request } as const
}

/** Groups comments by what they reply to. A reply to a comment that is not among them is a thread of its own. */
export function toThreads(comments: readonly Comment[]): Thread[] {
  const ids = new Set(comments.map(({ id }) => id))
  const parentOf = ({ reply_to: target }: Comment) =>
    target !== undefined && ids.has(target.id) ? target.id : null
  return comments
    .filter((comment) => parentOf(comment) === null)
    .map((comment) => ({ comment, replies: comments.filter((reply) => parentOf(reply) === comment.id) }))
}

/** Removes a comment. What replies to it stays, and replies to nothing. */
export function withoutComment(comments: readonly Comment[], id: number | undefined): Comment[] {
  return comments
    .filter((comment) => comment.id !== id)
    .map((comment) => {
      if (comment.reply_to === undefined || comment.reply_to.id !== id) return comment
      const { reply_to: _target, ...others } = comment
      return others
    })
}
