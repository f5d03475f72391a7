import { apiClient } from '../../../api/api-client.ts'
import { updateComments, updateItem } from '../feed-cache.ts'
import type { FeedItem, ItemType } from '../use-feed.ts'
import { type PendingText, useFeedMutation, usePendingTexts } from '../use-feed-mutation.ts'
import { type Discussion, deleteComment, discussionKey, type NewComment, sendComment } from './discussion.ts'
import { withoutComment } from './replies.ts'

/** Likes or unlikes an item. */
export function useToggleLike(league: string, type: ItemType, id: number) {
  return useFeedMutation({
    league,
    key: ['like', id],
    send: () =>
      type === 'post'
        ? apiClient('POST /api/league/:league/social/posts/:id/like/', { params: { league, id } })
        : apiClient('POST /api/league/:league/social/items/:id/like/', {
            params: { league, id },
            query: { type },
          }),
    optimisticUpdate: (client) => updateItem(client, league, type, id, toggleLike),
    reconcile: (client, likes) => updateItem(client, league, type, id, (item) => ({ ...item, ...likes })),
  })
}

function toggleLike<Item extends FeedItem>(item: Item): Item {
  return { ...item, liked: !item.liked, likes_count: item.likes_count + (item.liked ? -1 : 1) }
}

const createKey = (discussion: Discussion) => ['create-comment', ...discussionKey(discussion)]

export function useCreateComment(league: string, discussion: Discussion) {
  return useFeedMutation({
    league,
    key: createKey(discussion),
    send: (comment: NewComment) => sendComment(league, discussion, comment),
    onSuccess: (client, comment) =>
      updateComments(
        client,
        league,
        discussion,
        (comments) => [...comments.filter(({ id }) => id !== comment.id), comment],
        1,
      ),
  })
}

export function usePendingComments(league: string, discussion: Discussion): PendingText[] {
  return usePendingTexts(league, createKey(discussion))
}

export function useDeleteComment(league: string, discussion: Discussion) {
  return useFeedMutation({
    league,
    key: ['delete-comment', ...discussionKey(discussion)],
    send: (comment: number) => deleteComment(league, discussion, comment),
    optimisticUpdate: (client, comment) =>
      updateComments(client, league, discussion, (comments) => withoutComment(comments, comment), -1),
  })
}
