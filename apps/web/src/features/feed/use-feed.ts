import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { leagueKey } from '../../api/league-key.ts'

export type FeedPage = Answer<'GET /api/league/:league/social/feed/'>
export type FeedItem = FeedPage['items'][number]
export type ItemType = FeedItem['type']
export type ItemOf<T extends ItemType> = Extract<FeedItem, { type: T }>
export type Post = ItemOf<'post'>
export type Proposal = ItemOf<'proposal'>
export type Media = ItemOf<'media'>
export type Comment = Post['comments_preview'][number]

export type FeedFilter = 'all' | ItemType

/** Items of a page, and of the card on Overview. Source: specification, 9. */
const PAGE = 60
export const LATEST = 2

export const feedKey = (league: string) => [...leagueKey(league), 'feed'] as const
export const listsKey = (league: string) => [...feedKey(league), 'list'] as const
export const latestKey = (league: string) => [...feedKey(league), 'latest'] as const

/** The feed, pinned first, then newest; older pages are fetched one after the other. */
export const feedOf = (league: string, filter: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: [...listsKey(league), filter] as const,
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/league/:league/social/feed/', {
        params: { league },
        query: {
          limit: PAGE,
          ...(filter === 'all' ? {} : { type: filter }),
          ...(pageParam === null ? {} : { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })

/** What the card on Overview shows. */
export const latestOf = (league: string) =>
  queryOptions({
    queryKey: latestKey(league),
    queryFn: ({ signal }) =>
      call('GET /api/league/:league/social/feed/', { params: { league }, query: { limit: LATEST }, signal }),
  })

/** All comments on a post, oldest first. */
export const commentsOf = (league: string, post: number) =>
  queryOptions({
    queryKey: [...feedKey(league), 'comments', post],
    queryFn: ({ signal }) =>
      call('GET /api/league/:league/social/posts/:id/comments/', { params: { league, id: post }, signal }),
  })

/** An item's name among all items of a feed. */
export function keyOf({ type, id }: Pick<FeedItem, 'type' | 'id'>): string {
  return `${type}-${id}`
}
