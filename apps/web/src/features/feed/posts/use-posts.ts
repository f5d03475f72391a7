import { apiClient } from '../../../api/api-client.ts'
import { placeItem, updateComments, updateItem } from '../feed-cache.ts'
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

/** Likes or unlikes a post. */
export function useToggleLike(league: string, id: number) {
  return useFeedMutation({
    league,
    key: ['like', id],
    send: () => apiClient('POST /api/league/:league/social/posts/:id/like/', { params: { league, id } }),
    optimisticUpdate: (client) => updateItem(client, league, 'post', id, toggleLike),
    reconcile: (client, likes) => updateItem(client, league, 'post', id, (post) => ({ ...post, ...likes })),
  })
}

function toggleLike(post: Post): Post {
  return { ...post, liked: !post.liked, likes_count: post.likes_count + (post.liked ? -1 : 1) }
}

const createCommentKey = (post: number) => ['create-comment', post]

export function useCreateComment(league: string, post: number) {
  return useFeedMutation({
    league,
    key: createCommentKey(post),
    send: (body: string) =>
      apiClient('POST /api/league/:league/social/posts/:id/comments/', {
        params: { league, id: post },
        body: { body },
      }),
    onSuccess: (client, comment) =>
      updateComments(
        client,
        league,
        post,
        (comments) => [...comments.filter(({ id }) => id !== comment.id), comment],
        1,
      ),
  })
}

export function usePendingComments(league: string, post: number): PendingText[] {
  return usePendingTexts(league, createCommentKey(post))
}

export function useDeleteComment(league: string, post: number) {
  return useFeedMutation({
    league,
    key: ['delete-comment', post],
    send: (comment: number) =>
      apiClient('DELETE /api/league/:league/social/posts/:id/comments/:comment/', {
        params: { league, id: post, comment },
      }),
    optimisticUpdate: (client, comment) =>
      updateComments(client, league, post, (comments) => comments.filter(({ id }) => id !== comment), -1),
  })
}
