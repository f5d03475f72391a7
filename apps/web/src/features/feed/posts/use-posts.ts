import { apiClient } from '../../../api/api-client.ts'
import { placeItem } from '../feed-cache.ts'
import type { Post } from '../use-feed.ts'
import { type PendingText, useFeedMutation, usePendingTexts } from '../use-feed-mutation.ts'

const CREATE_POST_KEY = ['create-post']

export function useCreatePost(league: string, onCreated: (post: Post) => void) {
  return useFeedMutation({
    league,
    key: CREATE_POST_KEY,
    send: (content: string) =>
      apiClient('POST /api/league/:league/social/posts/', { params: { league }, body: { content } }),
    onSuccess: (client, post) => {
      onCreated(post)
      placeItem(client, league, post)
    },
  })
}

export function usePendingPosts(league: string): PendingText[] {
  return usePendingTexts(league, CREATE_POST_KEY)
}
